"""Matches on the server: their logs, who may do what, who listens. No HTTP and no SQL."""
