"""Matches in play: cached, synchronised with the database, sent to listeners."""
