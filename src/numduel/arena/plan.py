"""What a run plays: in each round every pair of players meets at every game, in both seats. In a
paired run, each round puts one position of every game to every player.

A game's seed depends only on the run's seed, the game, who sits where and the round. It does not
depend on the order in which games are played or on who else takes part.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from numduel.catalogue import build_game, list_games, preset_games
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.match import Match, split_id, write_id
from numduel.study.audit import can_matter, random_moves, states_along
from numduel.theory import analyse
from numduel.words import quote

FORMAT = 1
_BETWEEN_GAMES = re.compile(r",(?!\s*[\w-]+=)")  # a comma before an option is part of an ID
_DRAWN_IN_VAIN = 200  # random games in a row without a new position: then the search ends


def read_games(text: str) -> list[AnyGame]:
    """Return the games of a list of IDs. "all" means one game of every rule book: the first setting
    that it declares for the arena in which choices matter. A rule book without such a setting must
    be named."""
    games: list[AnyGame] = []
    for name in filter(None, map(str.strip, _BETWEEN_GAMES.split(text))):
        if name == "all":
            games += filter(None, map(_worth_measuring, list_games()))
            continue
        game_class, options, moves = split_id(name)
        if moves:
            raise NumduelError(f"{quote(name)} is a position: leave out its moves.")
        games.append(build_game(game_class, options))
    if not games:
        raise NumduelError("Name at least one game, or all.")
    return list(dict.fromkeys(games))


def _worth_measuring(game_class: type[AnyGame]) -> AnyGame | None:
    """Return the first setting declared for the arena in which a choice can matter."""
    return next(filter(can_matter, preset_games(game_class, "arena")), None)


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
        """Return the match as it is before anybody in it has been asked."""
        return Match.at(self.game, self.moves or (), self.seed)

    def player_in(self, seat: int) -> str:
        """Return who plays as Player 1 or Player 2. A position has one player for both."""
        return self.players[seat - 1] if len(self.players) > 1 else self.players[0]

    @property
    def key(self) -> tuple[str | int, ...]:
        """What distinguishes this game from the others of its run."""
        return (write_id(self.game), *self.players, self.round)


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
        """Return the first line of the results: everything that decides what is played."""
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
        """Yield every game of the run, round by round, so that a run stopped early is balanced."""
        for number in range(1, self.rounds + 1):
            for game in self.games:
                if self.is_paired:
                    moves = mattering_positions(game, self.rounds, self.seed)[number - 1]
                    for name in self.players:
                        seed = _seed(self.seed, write_id(game), name, number)
                        yield Fixture(game, (name,), number, seed, moves)
                    continue
                for pair in combinations(self.players, 2):
                    for first, second in (pair, pair[::-1]):
                        seed = _seed(self.seed, write_id(game), first, second, number)
                        yield Fixture(game, (first, second), number, seed)

    def __len__(self) -> int:
        players = len(self.players)
        return (
            self.rounds * len(self.games) * (players if self.is_paired else players * (players - 1))
        )


@lru_cache(maxsize=64)
def mattering_positions(game: AnyGame, count: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """Return written moves that lead to different positions, each from a random game and with both
    winning and losing moves. If more are asked for, the first ones stay the same."""
    random = Random(f"{seed}/{write_id(game)}/paired")
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
                f"{write_id(game)} has no more than {len(found)} different positions in which a"
                " choice was found to matter: ask for fewer rounds, or leave it out."
            )
        if places:
            place = random.choice(places)
            seen.add(game.canonical(states[place]))
            found.append(tuple(map(game.write_move, moves[:place])))
    return tuple(found)


def tell_differences(theirs: Plan, ours: Plan) -> str:
    """Tell how another run differs from ours, as in "rounds 1, not 2; seed 0, not 9"."""
    pairs: list[tuple[str, object, object]] = [
        ("games", _join(map(write_id, theirs.games)), _join(map(write_id, ours.games))),
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
