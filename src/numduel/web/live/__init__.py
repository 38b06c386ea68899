"""Matches in play: kept in memory, up to date with the database, sent to listeners."""
