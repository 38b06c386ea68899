"""Grades reasons: does a reply prove its move? docs/research.md defines a proof."""

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
)  # a label and the text after it, or a Markdown heading


class Grade(StrEnum):
    """The grade of a move with its reason. Only VALID scores."""

    VALID = "valid"
    WRONG_REASON = "right move, wrong reason"
    WRONG_MOVE = "right reason, wrong move"
    INVALID = "invalid"


class Graded(NamedTuple):
    """A grade, and the fault of the reason, as a sentence."""

    grade: Grade
    fault: str | None = None


def reason_in(reply: str) -> str | None:
    """Return the text after the last "Reason:" or heading "Reason" of a reply, up to an empty line,
    a heading or the answer; None if there is none."""
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
    """Grade a move and its reason in a task with these right moves, in written form. The move is
    None if there was no legal one."""
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
