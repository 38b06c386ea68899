"""Grades reasons: does a reply prove its move? docs/research.md defines what a proof is."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from numduel.match import Match
from numduel.tasks.asking import Task, match_at
from numduel.theory import fault_of

_HEADING = re.compile(
    r"[\s#>*_`~\"-]*(reason|answer)[\s*_`~]*:[\s*_`~]*(.*)|\s*#+[\s*_`~]*(?:(reason)\b)?.*",
    re.IGNORECASE,
)  # a label with what stands behind it, or a heading of Markdown


class Grade(StrEnum):
    """The grade of a move with its reason. Only a valid one scores."""

    VALID = "valid"
    WRONG_REASON = "right move, wrong reason"
    WRONG_MOVE = "right reason, wrong move"
    INVALID = "invalid"


class Graded(NamedTuple):
    """A grade, and what is wrong with the reason for the move that was answered, as a sentence."""

    grade: Grade
    fault: str | None = None


def reason_in(reply: str) -> str | None:
    """Return what stands behind the last "Reason:" or below the last heading "Reason" of a reply,
    up to an empty line, a heading or its answer; None if there is none."""
    told: list[str] | None = None
    is_within = False
    for line in reply.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading is not None:
            is_within = "reason" in ((heading[1] or "").casefold(), (heading[3] or "").casefold())
            told = [heading[2] or ""] if is_within else told
        elif is_within and told is not None:
            is_within = bool(line.strip()) or not any(map(str.strip, told))
            told.append(line)
    reason = None if told is None else "\n".join(told).strip()
    return reason or None


def grade_reason(task: Task, move: str | None, reason: str | None, right: Sequence[str]) -> Graded:
    """Grade a move and its reason in a task in which these written moves are right. The move is
    None if none was answered, or none that is legal."""
    match = match_at(task)
    fault = "There is no reason." if reason is None else "There is no legal move."
    if move is not None and reason is not None:
        fault = fault_of(match.game, match.state, match.game.read_move(move), reason) or ""
    if move in right:
        return Graded(Grade.WRONG_REASON, fault) if fault else Graded(Grade.VALID)
    if reason is not None and proves_some(match, right, reason):
        return Graded(Grade.WRONG_MOVE, fault)
    return Graded(Grade.INVALID, fault)


def proves_some(match: Match, moves: Sequence[str], reason: str) -> bool:
    """Return whether a reason proves one of these written moves."""
    game, state = match.game, match.state
    return any(fault_of(game, state, game.read_move(move), reason) is None for move in moves)
