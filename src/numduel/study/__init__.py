"""What can be learnt from the truth: reviews and audits, and puzzles and lessons in `learning`."""
