"""A match as the server keeps it: a header, then an entry for each event.

An entry is a JSON object with one field; a move may also have a key:

    {"join": {"player": 2, "token": hash, "name": "Bea"}}     a free seat is taken
    {"move": "6", "key": "…"}   {"undo": 2}   {"redo": 2}
    {"end": {"winner": 1, "reason": "by resignation"}}
    {"takeback": 1}   {"takeback": null}                      asked for; declined
    {"rematch": {"player": 1, "next": id or null}}            wanted; begun, if it has a next
    {"truth": {"player": 2, "on": true}}

`move`, `undo`, `redo` and `end` are those of `numduel.journal`, which applies them.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from itertools import islice
from time import time
from typing import Any, NamedTuple

from numduel.catalogue import build_game, find_game
from numduel.game import Outcome, Player
from numduel.journal import apply_entry, check_rules
from numduel.match import PERSON, Match, Seat
from numduel.study import swaps_seats

COMPUTER, LINK, SCREEN = "computer", "link", "screen"

Entry = dict[str, Any]


class SeatHolder(NamedTuple):
    """The holder of a seat. `token` and `join` are hashes, of the seat's cookie and of its join
    link. In rematches, `colour` is the seat of the first game and `wins` counts the games
    before."""

    kind: str = PERSON
    name: str | None = None
    token: str | None = None
    join: str | None = None
    colour: int | None = None
    wins: int = 0


@dataclass(frozen=True)
class MatchHeader:
    """The immutable part of a match."""

    id: str
    created: float
    game: str
    options: dict[str, Any]
    mode: str
    level: str | None
    seed: int
    seats: tuple[SeatHolder, SeatHolder]
    rules_version: int


class MatchLog:
    """A match with all its entries. Its version is their number."""

    def __init__(self, header: MatchHeader) -> None:
        self.header = header
        self.version = 0
        self.moves_made = 0  # including those taken back since
        self.seats = list(header.seats)
        self.takeback: Player | None = None
        self.rematch: set[Player] = set()
        self.next: str | None = None
        self.truth: set[Player] = set()
        self.keys: dict[str, tuple[int, str]] = {}  # the ply and the move of each key
        self.done: list[str] = []  # what each move did, in the words of the game
        # The cache of snapshot.py for the current version.
        self.shared: dict[str, Any] | None = None
        self.encoded: dict[Hashable, bytes] = {}
        game = build_game(find_game(header.game), header.options)
        check_rules(game, header.rules_version)
        one, two = (Seat(seat.kind, seat.name) for seat in header.seats)
        self.match = Match(game, (one, two), header.seed, header.rules_version)

    @property
    def mode(self) -> str:
        return self.header.mode

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return self.match.ply

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def to_move(self) -> Player | None:
        """Whose turn it is, or None when the match is over."""
        return None if self.outcome else self.match.state.to_move

    @property
    def redoable(self) -> int:
        """How many moves can be redone; none between two people."""
        return 0 if self.outcome or self.mode == LINK else len(self.match.undone)

    @property
    def is_computers_turn(self) -> bool:
        player = self.to_move
        return player is not None and not self.match.seat(player).is_person

    @property
    def is_waiting(self) -> bool:
        """Whether a seat is still free."""
        return self.outcome is None and not all(self.is_taken(player) for player in Player)

    def is_taken(self, player: Player) -> bool:
        """Return whether a person or the computer has this seat."""
        return self.seats[player - 1].token is not None or not self.match.seat(player).is_person

    @property
    def is_truth_on(self) -> bool:
        return self.people <= self.truth

    @property
    def people(self) -> set[Player]:
        return {player for player in Player if self.match.seat(player).is_person}

    def players_of(self, token: str | None) -> tuple[Player, ...]:
        """Return the seats that a token's hash holds: none, one, or both at one screen."""
        if token is None:
            return ()
        return tuple(player for player in Player if self.seats[player - 1].token == token)

    def mover(self, ply: int) -> Player:
        """Return who made the move that followed `ply` moves."""
        now: Player = self.match.state.to_move
        return now if (self.ply - ply) % 2 == 0 else now.opponent

    def colour_of(self, player: Player) -> Player:
        """Return a player's colour: that of their seat in the first game of a series."""
        return Player(self.seats[player - 1].colour or player)

    def wins_of(self, player: Player) -> int:
        """Return how many games of a series a player has won, including this one."""
        is_won = self.outcome is not None and self.outcome.winner is player
        return self.seats[player - 1].wins + is_won

    def rematch_header(self, match_id: str) -> MatchHeader:
        """Return the header of the rematch: the seats are swapped, unless the computer would then
        win before its opponent can move."""
        two, one = (
            self.seats[player - 1]._replace(
                join=None, colour=self.colour_of(player), wins=self.wins_of(player)
            )
            for player in Player
        )
        if self.mode == COMPUTER and not swaps_seats(self.match.game, *self.people):
            two, one = one, two
        return replace(
            self.header,
            id=match_id,
            created=time(),
            seed=self.header.seed + 1,
            seats=(one, two),
            rules_version=self.match.game.rules_version,
        )

    def apply(self, entry: Entry) -> None:
        """Apply an entry."""
        ((kind, value),) = ((name, entry[name]) for name in entry if name != "key")
        if "key" in entry:
            self.keys[entry["key"]] = (self.ply, value)
        if kind in ("move", "undo", "redo", "end"):
            self._apply_to_match(entry)
        else:
            getattr(self, f"_apply_{kind}")(value)
        self.version += 1
        self.moves_made += kind == "move"
        self.shared = None
        self.encoded.clear()

    def _apply_join(self, join: dict[str, Any]) -> None:
        index = join["player"] - 1
        self.seats[index] = self.seats[index]._replace(token=join["token"], name=join["name"])
        seats = list(self.match.seats)
        seats[index] = replace(seats[index], name=join["name"])
        self.match.seats = (seats[0], seats[1])

    def _apply_to_match(self, entry: Entry) -> None:
        game, before = self.match.game, self.match.state
        apply_entry(self.match, entry)
        if "move" in entry:
            self.done.append(game.words.done(before, self.match.moves[-1]))
        elif "redo" in entry:
            redone = islice(self.match.turns, len(self.done), None)
            self.done += [game.words.done(*turn) for turn in redone]
        del self.done[self.ply :]
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
