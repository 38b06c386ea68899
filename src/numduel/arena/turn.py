"""What a player answers when it is asked for a move; our own computer players."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from numduel.errors import NumduelError
from numduel.match import Match
from numduel.players import choose_move
from numduel.tasks import Failure


class Stopped(NumduelError):
    """The run was stopped while this game was being played."""


class Stop(Protocol):
    """Says whether the run was stopped; a threading.Event is one."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Attempt:
    """One try at a move. What a model or program said, and what it cost, is in `details`."""

    failure: Failure | None
    details: dict[str, Any] = field(default_factory=dict)
    is_in_form: bool | None = None  # whether a reply had the form asked for; None if there is none


@dataclass(frozen=True)
class Turn:
    """The written move that a player chose, or None if every attempt failed."""

    move: str | None
    attempts: tuple[Attempt, ...] = ()
    is_trouble: bool = False  # whether it was not the player that failed, but its endpoint


class Contestant(Protocol):
    """A player at one side of one game."""

    def take_turn(self, match: Match) -> Turn: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Computer:
    """A computer player, named as everywhere in numduel: `random`, `easy` and so on."""

    name: str

    def take_turn(self, match: Match) -> Turn:
        return Turn(match.game.write_move(choose_move(match, self.name)))

    def close(self) -> None:
        pass
