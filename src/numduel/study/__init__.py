"""What the exact truth is good for: reviews, audits, puzzles."""
