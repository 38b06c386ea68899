"""Where verifiers finds the taskset `numduel-puzzles`."""

from numduel.adapters.verifiers.puzzles import PuzzleTask, PuzzleTasks

__all__ = ["PuzzleTask", "PuzzleTasks"]
