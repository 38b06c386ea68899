"""What a run plays: in each round every pair of players meets at every game, in both seats. In a
paired run, each round puts one position of every game to every player.

A game's seed depends only on the run's seed, the game, who sits where and the round. It does not
depend on the order in which games are played or on who else takes part.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from numduel.arena.notation import name_game
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.audit import random_moves, states_along
from numduel.theory import analyse

FORMAT = 1
_DRAWN_IN_VAIN = 200  # random games in a row without a new position: then the search ends


@dataclass(frozen=True)
class Fixture:
    """One game to be played, and its two players, Player 1 first. In a paired run it is a position
    that is put to one player: `moves` lead to it."""

    game: AnyGame
    players: tuple[str, ...]
    round: int
    seed: int
    moves: tuple[str, ...] | None = None

    def begin(self) -> Match:
        """The match as it is before anybody in it has been asked."""
        return Match.at(self.game, self.moves or (), self.seed)

    def player_in(self, seat: int) -> str:
        """The name of whoever plays as Player 1 or Player 2. A position has one player for both."""
        return self.players[seat - 1] if len(self.players) > 1 else self.players[0]

    @property
    def key(self) -> tuple[str | int, ...]:
        """What distinguishes this game from the others of its run."""
        return (name_game(self.game), *self.players, self.round)


@dataclass(frozen=True)
class Plan:
    """A run: its games, its players by name with their settings, its rounds and its seed."""

    games: tuple[AnyGame, ...]
    players: dict[str, dict[str, Any]]
    rounds: int
    seed: int
    is_paired: bool = False  # the same positions are put to every player; nobody plays a game

    def __post_init__(self) -> None:
        if len(self.players) < 2 and not self.is_paired:
            raise NumduelError("A run needs at least two different players.")

    @property
    def unit(self) -> str:
        """What the run consists of: games, or answers to the same positions."""
        return "answer" if self.is_paired else "game"

    def header(self) -> dict[str, Any]:
        """The first line of the results: everything that decides what is played."""
        return {
            "numduel-arena": FORMAT,
            "games": [
                {"game": game.slug, "rules": game.rules_version, "options": game.options}
                for game in self.games
            ],
            "players": self.players,
            "rounds": self.rounds,
            "seed": self.seed,
        } | ({"paired": True} if self.is_paired else {})

    def fixtures(self) -> Iterator[Fixture]:
        """Every game of the run, round by round, so that a run stopped early is balanced."""
        for number in range(1, self.rounds + 1):
            for game in self.games:
                if self.is_paired:
                    moves = mattering_positions(game, self.rounds, self.seed)[number - 1]
                    for name in self.players:
                        seed = _seed(self.seed, name_game(game), name, number)
                        yield Fixture(game, (name,), number, seed, moves)
                    continue
                for pair in combinations(self.players, 2):
                    for first, second in (pair, pair[::-1]):
                        seed = _seed(self.seed, name_game(game), first, second, number)
                        yield Fixture(game, (first, second), number, seed)

    def __len__(self) -> int:
        players = len(self.players)
        return (
            self.rounds * len(self.games) * (players if self.is_paired else players * (players - 1))
        )


@lru_cache(maxsize=64)
def mattering_positions(game: AnyGame, count: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """Written moves that lead to different positions, each from a random game and with both winning
    and losing moves. If more are asked for, the first ones stay the same."""
    random = Random(f"{seed}/{name_game(game)}/paired")
    found: list[tuple[str, ...]] = []
    seen = set()
    in_vain = 0
    while len(found) < count:
        moves = random_moves(game, random)
        states = states_along(game, moves)
        places = [
            place
            for place, state in enumerate(states)
            if game.canonical(state) not in seen and analyse(game, state).matters
        ]
        in_vain = 0 if places else in_vain + 1
        if in_vain == _DRAWN_IN_VAIN:
            raise NumduelError(
                f"{name_game(game)} has no more than {len(found)} different positions in which a"
                " choice was found to matter: ask for fewer rounds, or leave it out."
            )
        if places:
            place = random.choice(places)
            seen.add(game.canonical(states[place]))
            found.append(tuple(map(game.write_move, moves[:place])))
    return tuple(found)


def tell_differences(theirs: Plan, ours: Plan) -> str:
    """How another run differs from ours, as in "rounds 1, not 2; seed 0, not 9"."""
    pairs: list[tuple[str, object, object]] = [
        ("games", _join(map(name_game, theirs.games)), _join(map(name_game, ours.games))),
        ("players", _join(sorted(theirs.players)), _join(sorted(ours.players))),
    ]
    for name in (name for name in theirs.players if name in ours.players):
        one, two = theirs.players[name], ours.players[name]
        pairs += [
            (f"{key} of {name}", _show(one.get(key)), _show(two.get(key))) for key in one | two
        ]
    pairs += [
        ("rounds", theirs.rounds, ours.rounds),
        ("seed", theirs.seed, ours.seed),
        ("paired", _show(theirs.is_paired), _show(ours.is_paired)),
    ]
    return "; ".join(f"{what} {one}, not {two}" for what, one, two in pairs if one != two)


def _join(names: Iterable[str]) -> str:
    return ", ".join(names)


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "unset" if value in ("", None) else str(value)


def _seed(*parts: object) -> int:
    return int.from_bytes(
        hashlib.sha256("/".join(map(str, parts)).encode(errors="surrogatepass")).digest()[:6]
    )
