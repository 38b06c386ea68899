"""What the exact truth is good for: reviews and audits here, puzzles and lessons in `learning`."""
