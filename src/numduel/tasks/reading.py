"""Parses replies, and explains what is wrong with one without a legal move.

Skill is measured, not form: markup, quotation marks, a box and a final full stop around an answer
are removed. Nothing else is guessed.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from numduel.errors import UnreadableMove
from numduel.match import Match
from numduel.tasks.asking import USUAL, Asking, Task, match_at
from numduel.words import quote

_ASKED = re.compile(r"Answer: (\S+)")
_ANSWER = re.compile(r"[\s#>*_`~-]*answer[\s*_`~]*:(.*)", re.IGNORECASE)
_AROUND = " \t\r\n*_`~$\"'“”„‘’«»"  # markup and quotation marks, which no move contains
_BOX = re.compile(r"\\(?:boxed|fbox|text|textbf|mathbf|mathrm|mathtt|texttt)\{(.*)\}")
_FORMULA = re.compile(r"\\[(\[](.*)\\[)\]]")
_IN_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_MOVE = re.compile(r"[A-Za-z0-9:.-]+")


class Failure(StrEnum):
    """The kinds of failure to give a move; all of them count."""

    EMPTY = "empty"
    """Nothing was said."""
    TRUNCATED = "truncated"
    """The reply was cut off before its end."""
    UNREADABLE = "unreadable"
    """There is no single answer in the form asked for."""
    ILLEGAL = "illegal"
    """A move, but not one that is allowed here."""
    TIMEOUT = "timeout"
    """It took too long."""
    REFUSED = "refused"
    """It would not answer."""
    BROKEN = "broken"
    """The endpoint or the program failed."""


class Reading(NamedTuple):
    """The written move in a reply, or why there is none."""

    move: str | None
    failure: Failure | None = None
    fault: str | None = None  # what is wrong, as a sentence: the rule for an illegal move
    is_in_form: bool = False  # whether the answer has exactly the required form


def read(task: Task, reply: str) -> Reading:
    """Parse a reply to the prompt for the next move of a puzzle or a match.

    A line that begins with "Answer:" must hold one move and nothing else. Several such lines must
    all say the same: a list of answers is no answer.
    """
    if not reply.strip():
        return Reading(None, Failure.EMPTY)
    match = match_at(task)
    answers = _answers(reply)
    if not answers:
        return _unreadable("It has no line that begins with Answer:")
    answer = answers[-1]
    if not answer.strip(_AROUND):
        return _unreadable("Its last answer line has no move on it.")
    reading = read_answer(match, answer)
    if any(read_answer(match, other)[:2] != reading[:2] for other in answers[:-1]):
        return _unreadable("It has several answer lines, and they do not say the same.")
    asked = _ASKED.fullmatch(reply.rstrip().splitlines()[-1])
    is_in_form = asked is not None and _read_word(match, asked[1])[:2] == reading[:2]
    return reading._replace(is_in_form=is_in_form and reading.failure is not Failure.UNREADABLE)


def read_answer(task: Task, answer: str) -> Reading:
    """Parse a text that should be one move, without what surrounds it. A final full stop is removed
    last, since a move may end with one."""
    match = match_at(task)
    bare = _unwrap(answer)
    reading = _read_word(match, bare)
    while reading.failure is Failure.UNREADABLE and bare.endswith("."):
        bare = _unwrap(bare[:-1])
        reading = _read_word(match, bare)
    return reading


def last_in_brackets(reply: str) -> str | None:
    """Return the last answer in square brackets, for environments that require them."""
    answers = _IN_BRACKETS.findall(reply)
    return answers[-1] if answers else None


def read_move(match: Match, text: str) -> Reading:
    """Parse a text that should be a move and nothing else."""
    try:
        move = match.game.read_move(text)
    except UnreadableMove as unreadable:
        return _unreadable(f"{str(unreadable).removesuffix('.')}.")
    rule = match.game.refusal(match.state, move)
    if rule is not None:
        return Reading(None, Failure.ILLEGAL, rule)
    return Reading(match.game.write_move(move))


def feedback(failure: Failure, fault: str | None = None, asking: Asking = USUAL) -> str:
    """Return what was wrong with a reply without a legal move, and the form to use."""
    told = f"{_complaint(failure)} {fault or ''}".strip()
    if asking.reasons:
        return f"{told} End with two lines: Reason: REASON, and below it Answer: MOVE"
    return f"{told} End with one line: Answer: MOVE"


def is_feedback(text: str, failure: Failure) -> bool:
    """Return whether a text reports this failure, however the fault was worded at that time."""
    return text.startswith(_complaint(failure))


def _answers(reply: str) -> list[str]:
    """Return the texts after "Answer:" at the beginning of lines, whatever their markup. A line
    that repeats the required form does not count."""
    told = (_ANSWER.fullmatch(_unwrap(line)) for line in reply.splitlines())
    return [line[1] for line in told if line is not None and _unwrap(line[1]) != "MOVE"]


def _unwrap(text: str) -> str:
    """Remove the markup, quotation marks and boxes around a text."""
    before = None
    while text != before:
        before = text
        text = text.strip(_AROUND)
        for wrapper in (_BOX, _FORMULA):
            inner = wrapper.fullmatch(text)
            text = inner[1] if inner else text
    return text


def _read_word(match: Match, text: str) -> Reading:
    """Parse a text that must be one word, even if the game would read more."""
    if not _MOVE.fullmatch(text):
        return _unreadable(f"It says {quote(text)}, which is not one move and nothing else.")
    return read_move(match, text)


def _unreadable(fault: str) -> Reading:
    return Reading(None, Failure.UNREADABLE, fault)


def _complaint(failure: Failure) -> str:
    return {
        Failure.EMPTY: "Your reply was empty.",
        Failure.TRUNCATED: "Your reply was cut off before its end: be shorter.",
        Failure.ILLEGAL: "That move is not legal.",
    }.get(failure, "Your reply had no single answer in the form asked for.")
