"""Analyses, reviews and puzzles, computed in worker processes within a time limit."""
