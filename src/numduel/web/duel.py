"""A match as the server keeps it: a header, and entries that say what happened since.

An entry is a JSON object with one key:

    {"join": {"player": 2, "token": hash, "name": "Bea"}}     a free seat is taken
    {"move": "6"}   {"undo": 2}   {"end": {"winner": 1, "reason": "by resignation"}}
    {"takeback": 1}   {"takeback": null}                      asked for; declined
    {"rematch": {"player": 1, "next": id or null}}            wanted; begun, if it has a next
    {"truth": {"player": 2, "on": true}}

`Match` is the authority on all that concerns the game.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from numduel.catalogue import build_game, find_game
from numduel.game import Outcome, Player
from numduel.match import PERSON, Match, Seat

COMPUTER, LINK, SCREEN = "computer", "link", "screen"

Entry = dict[str, Any]


class SeatHeader(NamedTuple):
    """Who has a seat at the start: `token` and `join` are hashes."""

    kind: str = PERSON
    name: str | None = None
    token: str | None = None
    join: str | None = None


@dataclass(frozen=True)
class Header:
    """What is fixed when a match is created."""

    id: str
    created: float
    game: str
    options: dict[str, Any]
    mode: str
    level: str | None
    seed: int
    seats: tuple[SeatHeader, SeatHeader]


class Duel:
    """A match with all that has happened in it; its version is the number of its entries."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.version = 0
        self.seats = list(header.seats)
        self.movers: list[Player] = []
        self.takeback: Player | None = None
        self.rematch: set[Player] = set()
        self.next: str | None = None
        self.truth: set[Player] = set()
        self.encoded: dict[tuple[Player, ...], bytes] = {}  # see snapshot.py
        game = build_game(find_game(header.game), header.options)
        one, two = (Seat(seat.kind, seat.name) for seat in header.seats)
        self.match = Match(game, (one, two), header.seed)

    @property
    def mode(self) -> str:
        return self.header.mode

    @property
    def ply(self) -> int:
        return len(self.movers)

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def to_move(self) -> Player | None:
        """Whose turn it is; nobody's when the match is over."""
        return None if self.outcome else self.match.state.to_move

    @property
    def is_computers_turn(self) -> bool:
        player = self.to_move
        return player is not None and not self.match.seat(player).is_person

    @property
    def is_truth_on(self) -> bool:
        return self.people <= self.truth

    @property
    def people(self) -> set[Player]:
        return {player for player in Player if self.match.seat(player).is_person}

    def players_of(self, token: str | None) -> tuple[Player, ...]:
        """The seats that a token (its hash) holds: none, one, or both at one screen."""
        if token is None:
            return ()
        return tuple(player for player in Player if self.seats[player - 1].token == token)

    def apply(self, entry: Entry) -> None:
        """Let happen what an entry says."""
        ((kind, value),) = entry.items()
        getattr(self, f"_apply_{kind}")(value)
        self.version += 1
        self.encoded.clear()

    def _apply_join(self, join: dict[str, Any]) -> None:
        index = join["player"] - 1
        self.seats[index] = self.seats[index]._replace(token=join["token"], name=join["name"])
        seats = list(self.match.seats)
        seats[index] = replace(seats[index], name=join["name"])
        self.match.seats = (seats[0], seats[1])

    def _apply_move(self, written: str) -> None:
        mover = self.match.state.to_move
        self.match.play(written)
        self.movers.append(mover)
        self.takeback = None

    def _apply_undo(self, count: int) -> None:
        self.match.undo(count)
        del self.movers[-count:]
        self.takeback = None

    def _apply_end(self, end: dict[str, Any]) -> None:
        self.match.end(Player(end["winner"]), end["reason"])
        self.takeback = None

    def _apply_takeback(self, player: int | None) -> None:
        self.takeback = None if player is None else Player(player)

    def _apply_rematch(self, rematch: dict[str, Any]) -> None:
        self.rematch.add(Player(rematch["player"]))
        self.next = rematch["next"]

    def _apply_truth(self, truth: dict[str, Any]) -> None:
        if not truth["on"]:
            self.truth.clear()
        elif self.mode == LINK:
            self.truth.add(Player(truth["player"]))
        else:
            self.truth.update(self.people)
