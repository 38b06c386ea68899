"""What a player answers when it is asked for a move, and all the ways in which it can fail."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from numduel.errors import NumduelError
from numduel.match import Match


class Failure(StrEnum):
    """Why an attempt gave no move. Every one of them counts."""

    EMPTY = "empty"  # nothing was said
    TRUNCATED = "truncated"  # it was cut off before its end
    UNREADABLE = "unreadable"  # no single answer in the form asked for
    ILLEGAL = "illegal"  # a move, but not one that is allowed here
    TIMEOUT = "timeout"  # it took too long
    REFUSED = "refused"  # it would not answer
    BROKEN = "broken"  # the endpoint or the program failed


class Stopped(NumduelError):
    """The run was stopped while this game was being played."""


@dataclass(frozen=True)
class Attempt:
    """One try at a move; what models and programs said and took is kept with it."""

    failure: Failure | None
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Turn:
    """The written move that was chosen, or None if every attempt failed."""

    move: str | None
    attempts: tuple[Attempt, ...] = ()


class Contestant(Protocol):
    """A player at one side of one game."""

    def take_turn(self, match: Match) -> Turn: ...

    def close(self) -> None: ...
