"""Matches on the server: logs, actions and snapshots. No HTTP and no SQL."""
