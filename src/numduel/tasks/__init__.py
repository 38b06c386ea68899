"""Positions as questions: prompts, parsing of replies, and scores.

The names in `__all__` are a stable public API, described in docs/research.md.
"""

from numduel.study import Puzzle
from numduel.tasks.asking import Asking, prompt, shuffled_moves
from numduel.tasks.puzzle_sets import (
    PuzzleList,
    card,
    from_record,
    puzzle,
    puzzle_games,
    puzzles,
    read_puzzles,
    to_record,
    write_puzzle,
)
from numduel.tasks.reading import Failure, Reading, feedback, read, read_answer
from numduel.tasks.reasons import Grade, Graded
from numduel.tasks.scoring import Episode, GameScore, Score, beyond_chance, gold, grade, score

__all__ = [
    "Asking",
    "Episode",
    "Failure",
    "GameScore",
    "Grade",
    "Graded",
    "Puzzle",
    "PuzzleList",
    "Reading",
    "Score",
    "beyond_chance",
    "card",
    "feedback",
    "from_record",
    "gold",
    "grade",
    "prompt",
    "puzzle",
    "puzzle_games",
    "puzzles",
    "read",
    "read_answer",
    "read_puzzles",
    "score",
    "shuffled_moves",
    "to_record",
    "write_puzzle",
]
