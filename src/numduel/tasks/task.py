"""What a question is about: a puzzle, or the position that a match has come to."""

from numduel.match import Match
from numduel.study import Puzzle, match_of

Task = Puzzle | Match


def match_at(task: Task) -> Match:
    """The match in which a task is asked."""
    return task if isinstance(task, Match) else match_of(task)
