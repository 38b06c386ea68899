"""Puzzles and lessons: what they are, how difficult they are, and what somebody has learnt."""
