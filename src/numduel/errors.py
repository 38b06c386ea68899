"""All exceptions that numduel raises on purpose.

NumduelError(ValueError)
├── UnknownGame      no rule book of that name
├── BadOption        an option with a value the rule book cannot be played with
├── UnreadableMove   not a move in this game's notation
├── IllegalMove      a move, but not allowed here (carries move, state, the rule)
├── TooLarge         an exact answer would cost more than allowed (says what)
├── BadRecord        a saved game that cannot be replayed (says at which line)
├── BadCertificate   a certificate that does not prove what it says (says why)
└── MissingExtra     a part of numduel whose own dependencies are not installed
"""

import shlex
import sys


class NumduelError(ValueError):
    """Base class of all errors; the message is a sentence for the user."""


class UnknownGame(NumduelError):
    """No rule book of that name."""


class BadOption(NumduelError):
    """An option with a value the rule book cannot be played with."""


class UnreadableMove(NumduelError):
    """A text that is not a move in this game's notation."""


class IllegalMove(NumduelError):
    """A move, but not one that is allowed here."""

    def __init__(self, rule: str, move: object = None, state: object = None) -> None:
        super().__init__(rule)
        self.rule = rule
        self.move = move
        self.state = state


class TooLarge(NumduelError):
    """An exact answer would cost more than allowed."""


class BadRecord(NumduelError):
    """A saved game that cannot be replayed."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class BadCertificate(NumduelError):
    """A certificate or a reason that does not prove what it says."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        return f"The certificate proves nothing. {self.fault}"


class MissingExtra(NumduelError):
    """A part of numduel whose own dependencies are not installed."""


def reason_of(fault: Exception) -> str:
    """Return the message of an error as a clause without a full stop."""
    return (getattr(fault, "strerror", None) or str(fault)).removesuffix(".")


def missing_extra(missing: ModuleNotFoundError, who: str, extra: str) -> Exception:
    """Return the error that names a missing library and the extra that provides it. A missing
    module of our own is returned unchanged."""
    library = (missing.name or "").partition(".")[0]
    if library in ("", "numduel"):
        return missing
    python = shlex.quote(sys.executable)
    return MissingExtra(
        f"{who} needs {library}. In a checkout of numduel: {python} -m pip install '.[{extra}]'"
    )
