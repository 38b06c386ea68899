"""Puzzles and lessons at the keyboard."""
