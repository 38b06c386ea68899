"""How a reply is read. Only the form that was asked for counts as an answer; nothing is guessed."""

import re
from enum import StrEnum
from typing import NamedTuple

from numduel.errors import UnreadableMove
from numduel.match import Match
from numduel.tasks.task import Task, match_at

_ANSWER = re.compile(r"answer\s*:(.*)", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_MOVE = re.compile(r"[A-Za-z0-9:.-]+")


class Failure(StrEnum):
    """Why a question got no move. Every failure counts."""

    EMPTY = "empty"  # nothing was said
    TRUNCATED = "truncated"  # the reply was cut off before its end
    UNREADABLE = "unreadable"  # no single answer in the form asked for
    ILLEGAL = "illegal"  # a move, but not one that is allowed here
    TIMEOUT = "timeout"  # it took too long
    REFUSED = "refused"  # it would not answer
    BROKEN = "broken"  # the endpoint or the program failed


class Reading(NamedTuple):
    """What a reply says: a written move, or why it gives none."""

    move: str | None
    failure: Failure | None = None
    rule: str | None = None  # the rule that forbids the move, if it is illegal


def read(task: Task, reply: str) -> Reading:
    """Read a reply to the question for the next move of a puzzle or a match.

    The last line that begins with "Answer:" counts, and it must hold one move and nothing else.
    """
    if not reply.strip():
        return Reading(None, Failure.EMPTY)
    lines = (_ANSWER.fullmatch(line.strip()) for line in reply.splitlines())
    answers = [line[1].strip() for line in lines if line]
    if not answers or not _MOVE.fullmatch(answers[-1]):
        return Reading(None, Failure.UNREADABLE)
    return read_move(match_at(task), answers[-1])


def last_in_brackets(reply: str) -> str | None:
    """The last answer in square brackets, for environments that ask for this form."""
    answers = _IN_BRACKETS.findall(reply)
    return answers[-1] if answers else None


def read_move(match: Match, text: str) -> Reading:
    """Read a text that is to be a move and nothing else."""
    try:
        move = match.game.read_move(text)
    except UnreadableMove:
        return Reading(None, Failure.UNREADABLE)
    rule = match.game.refusal(match.state, move)
    if rule is not None:
        return Reading(None, Failure.ILLEGAL, rule)
    return Reading(match.game.write_move(move))
