"""Analyses, reviews and puzzles, computed beside the event loop with a budget of time."""
