"""A position as a question: how it is asked, how a reply is read, and what the reply is worth.

Public and stable: what `__all__` names stays as docs/tasks.md describes it.
"""

from numduel.study import Puzzle
from numduel.tasks.asking import Asking, prompt
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
from numduel.tasks.reading import Failure, Reading, feedback, read
from numduel.tasks.reasons import Grade, Graded
from numduel.tasks.scoring import Episode, Score, gold, grade, score

__all__ = [
    "Asking",
    "Episode",
    "Failure",
    "Grade",
    "Graded",
    "Puzzle",
    "PuzzleList",
    "Reading",
    "Score",
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
    "read_puzzles",
    "score",
    "to_record",
    "write_puzzle",
]
