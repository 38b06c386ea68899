"""What a reply is worth, from 0 to 1, by the exact truth."""

from dataclasses import dataclass

from numduel.errors import TooLarge
from numduel.match import Match
from numduel.study import Puzzle
from numduel.tasks.asking import USUAL, Asking
from numduel.tasks.reading import read
from numduel.tasks.reasons import Grade, Graded, grade_reason, reason_in
from numduel.tasks.task import Task, match_at
from numduel.theory import Analysis, analyse, first_best, write_reason


@dataclass(frozen=True)
class Score:
    """What a reply is worth, and what that is made of, each from 0 to 1.

    The parts are `right` (the move wins or, where none does, nothing was thrown away), `legal` (it
    is a move that is allowed), `form` (the answer stands there exactly as it was asked for),
    `matters` (whether one move wins here and another loses: otherwise any legal move is right) and
    `chance` (how often a guess among the legal moves is right). Where a reason was asked for,
    `reason` says whether it proves a right move, and the value is 1 only if it proves the move
    that was answered.
    """

    value: float
    parts: dict[str, float]


def score(task: Task, reply: str, asking: Asking = USUAL) -> Score:
    """What a reply to a task is worth; TooLarge if nobody knows who wins there. The only part of
    `asking` that matters here is whether reasons were asked for."""
    reading = read(task, reply)
    legal, right = _moves(task)
    parts = {
        "right": float(reading.move in right),
        "legal": float(reading.move is not None),
        "form": float(reading.is_in_form),
        "matters": float(len(right) < len(legal)),
        "chance": len(right) / len(legal) if legal else 0.0,
    }
    if not asking.reasons:
        return Score(parts["right"], parts)
    graded = grade_reason(task, reading.move, reason_in(reply), right).grade
    parts["reason"] = float(graded in (Grade.VALID, Grade.WRONG_MOVE))
    return Score(float(graded is Grade.VALID), parts)


def grade(task: Task, reply: str) -> Graded:
    """Which of the four grades a move with its reason gets, and what is wrong with the reason;
    TooLarge if nobody knows who wins there."""
    return grade_reason(task, read(task, reply).move, reason_in(reply), _moves(task)[1])


def gold(task: Task, asking: Asking = USUAL) -> str:
    """A reply that scores 1; TooLarge if nobody knows who wins there."""
    match = match_at(task)
    write = match.game.write_move
    move = task.answers[0] if isinstance(task, Puzzle) else write(first_best(_judge(match)))
    answer = f"Answer: {move}"
    if not asking.reasons:
        return answer
    return f"Reason: {write_reason(match.game, match.state, match.game.read_move(move))}\n{answer}"


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
