"""Matches as they are played: kept in memory, up to date with the database, told to listeners."""
