"""Where verifiers finds the taskset `numduel-puzzles`."""

from numduel.adapters.verifiers.puzzles import Puzzles, PuzzleTask

__all__ = ["PuzzleTask", "Puzzles"]
