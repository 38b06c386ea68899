"""Checks that the recorded replies of models and programs give the recorded moves and failures.

A model's turn is taken again, with the recorded replies in place of its endpoint. So the same code
asks, reads and judges as when the game was played.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from numduel.arena.models.completion import MOST_COUNTED, TOKEN_COUNTS
from numduel.arena.models.endpoint import Reply
from numduel.arena.models.model import Model
from numduel.arena.players.program import read_line
from numduel.arena.players.turn import Attempt, Turn
from numduel.errors import NumduelError
from numduel.match import Match
from numduel.tasks import Asking, Failure
from numduel.tasks.asking import is_feedback, is_prompt

# The texts that an attempt may have in its details.
TEXTS = ("prompt", "reply", "refusal", "fault", "partial", "reasoning", "tool_calls")
_COUNTS = {*TOKEN_COUNTS, "seconds", "calls"}
_TOLD_BY_OTHERS = {"tokens_read", "tokens_written"}  # null if they did not tell
# Failures that do not follow from what a reply says, by the field that is recorded with them.
_UNREAD = {
    "fault": {Failure.TRUNCATED, Failure.TIMEOUT, Failure.BROKEN},
    "refusal": {Failure.REFUSED},
    "reply": {Failure.TRUNCATED},
}


def read_attempts(told: Any) -> tuple[Attempt, ...]:
    """The attempts of a recorded turn; NumduelError if one is not in the right form."""
    if not isinstance(told, list):
        raise NumduelError("its attempts are not a list.")
    return tuple(map(_read_attempt, told))


def check_turn(
    match: Match, settings: Mapping[str, Any], turn: Turn, literally: bool = False
) -> bool:
    """Refuse a turn that does not follow from its attempts. Otherwise return whether the endpoint
    was to blame. In the first runs, replies were read `literally`."""
    if settings["kind"] == "model":
        return _check_model(match, Asking.from_settings(settings), turn, literally)
    if settings["kind"] == "program":
        _check_program(match, turn)
    elif turn.attempts:
        raise NumduelError("our own players make no attempts, they move.")
    return False


def _read_attempt(told: Any) -> Attempt:
    if not isinstance(told, dict) or "failure" not in told:
        raise NumduelError("an attempt does not say whether it failed.")
    details = {key: value for key, value in told.items() if key != "failure"}
    for name, value in details.items():
        if name in TEXTS and not isinstance(value, str):
            raise NumduelError(f"{name} must be a text.")
        if name in _COUNTS and not _is_count(name, value):
            raise NumduelError(f"{name} must be a number from 0 on, not {value!r:.40}.")
    try:
        return Attempt(None if told["failure"] is None else Failure(told["failure"]), details)
    except ValueError:
        raise NumduelError(f"there is no failure {told['failure']!r}.") from None


def _is_count(name: str, value: Any) -> bool:
    if value is None:
        return name in _TOLD_BY_OTHERS
    is_number = type(value) is int or (type(value) is float and name == "seconds")
    return is_number and 0 <= value < MOST_COUNTED


def _check_model(match: Match, asking: Asking, turn: Turn, literally: bool) -> bool:
    again = Model(_Recorded(turn.attempts), asking, literally).take_turn(match)
    for told, true in zip(turn.attempts, again.attempts, strict=False):
        _compare(told.failure, true.failure)
    if len(turn.attempts) < len(again.attempts):
        raise NumduelError("an attempt is missing.")
    if len(turn.attempts) > len(again.attempts):
        raise NumduelError("an attempt comes after the last one.")
    if turn.move != again.move:
        raise NumduelError(f"the reply says {again.move}, and not {turn.move}.")
    _check_prompts(match, asking, turn.attempts)
    return again.is_trouble


def _check_prompts(match: Match, asking: Asking, attempts: Sequence[Attempt]) -> None:
    """Refuse prompts that do not ask for this move, or do not mention the failure before."""
    first, *others = (attempt.details.get("prompt", "") for attempt in attempts)
    if not is_prompt(first, match, asking):
        raise NumduelError("its first prompt does not ask for this move.")
    for attempt, prompt in zip(attempts, others, strict=False):
        if attempt.failure is None or not is_feedback(prompt, attempt.failure):
            raise NumduelError(f"a prompt does not tell that the reply was {attempt.failure}.")


class _Recorded:
    """An endpoint that repeats the recorded replies, and then fails."""

    def __init__(self, attempts: Sequence[Attempt]) -> None:
        self._attempts = iter(attempts)

    def ask(self, messages: Sequence[Mapping[str, str]]) -> Reply:
        attempt = next(self._attempts, None)
        return Reply(None, Failure.BROKEN, {}) if attempt is None else _hear(attempt)


def _hear(attempt: Attempt) -> Reply:
    """The reply of an endpoint that is recorded as this attempt."""
    failure, details = attempt.failure, attempt.details
    shown = next((name for name in _UNREAD if name in details), "reply")
    if shown == "fault" and "reply" in details:
        raise NumduelError("an attempt has both a reply and a fault.")
    if shown in details and failure in _UNREAD[shown]:
        return Reply(None, failure, {})
    if shown != "reply" or shown not in details:
        raise NumduelError(f"an attempt without a reply is recorded as {_told(failure)}.")
    return Reply(details["reply"], None, {})


def _check_program(match: Match, turn: Turn) -> None:
    if len(turn.attempts) != 1:
        raise NumduelError(f"a program has one attempt at a move, not {len(turn.attempts)}.")
    (attempt,) = turn.attempts
    move, failure = _read_program(match, attempt)
    _compare(attempt.failure, failure)
    if turn.move != move:
        raise NumduelError(f"the reply says {move}, and not {turn.move}.")


def _read_program(match: Match, attempt: Attempt) -> tuple[str | None, Failure | None]:
    failure, reply = attempt.failure, attempt.details.get("reply")
    if "fault" in attempt.details and failure not in (None, Failure.EMPTY, Failure.ILLEGAL):
        return None, failure
    if "fault" in attempt.details or reply is None:
        raise NumduelError(f"an attempt without a reply is recorded as {_told(failure)}.")
    # An older numduel could not read bytes that are not UTF-8. The record has another character in
    # their place, which can be read.
    if "\ufffd" in reply and failure is Failure.UNREADABLE:
        return None, failure
    return read_line(match, reply)


def _compare(told: Failure | None, true: Failure | None) -> None:
    if told != true:
        raise NumduelError(f"a reply is recorded as {_told(told)}, and it is {_told(true)}.")


def _told(failure: Failure | None) -> str:
    return "a move" if failure is None else str(failure)
