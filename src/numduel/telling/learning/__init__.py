"""What is said of puzzles and lessons: the question, hints, the answer, and the progress."""
