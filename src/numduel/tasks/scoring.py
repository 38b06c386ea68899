"""What a reply is worth, from 0 to 1, by the exact truth."""

from dataclasses import dataclass

from numduel.errors import TooLarge
from numduel.match import Match
from numduel.study.puzzles import Puzzle
from numduel.tasks.asking import Asking
from numduel.tasks.reading import read
from numduel.tasks.task import Task
from numduel.theory import Analysis, analyse
from numduel.theory.verdict import first_best

_USUAL = Asking()


@dataclass(frozen=True)
class Score:
    """What a reply is worth, and what that is made of, each from 0 to 1.

    The parts are `right` (the move wins or, where none does, nothing was thrown away), `legal` (it
    is a move that is allowed), `form` (the answer stands there
    exactly as it was asked for), `matters` (whether
    one move wins here and another loses: otherwise any legal move is right) and `chance` (how
    often a guess among the legal moves is right).
    """

    value: float
    parts: dict[str, float]


def score(task: Task, reply: str) -> Score:
    """What a reply to a task is worth; TooLarge if nobody knows who wins there."""
    reading = read(task, reply)
    legal, right = _moves(task)
    parts = {
        "right": float(reading.move in right),
        "legal": float(reading.move is not None),
        "form": float(reading.is_in_form),
        "matters": float(len(right) < len(legal)),
        "chance": len(right) / len(legal) if legal else 0.0,
    }
    return Score(parts["right"], parts)


def gold(task: Task) -> str:
    """A reply that scores 1; TooLarge if nobody knows who wins there."""
    if isinstance(task, Puzzle):
        return f"Answer: {task.answers[0]}"
    return f"Answer: {task.game.write_move(first_best(_judge(task)))}"


def _moves(task: Task) -> tuple[list[str], list[str]]:
    """The legal moves, and those among them that throw nothing away, in their written form."""
    if isinstance(task, Puzzle):
        return list(task.legal), list(task.answers)
    analysis, write = _judge(task), task.game.write_move
    kept = [choice.move for choice in analysis.choices if choice.winner is analysis.winner]
    return [write(choice.move) for choice in analysis.choices], [*map(write, kept)]


def _judge(match: Match) -> Analysis:
    """The truth about a position; TooLarge, with a sentence, if it is not known."""
    analysis = analyse(match.game, match.state)
    if analysis.winner is None:
        raise TooLarge(f"There is no score, for who wins is not known: {analysis.unknown}")
    return analysis
