"""The plan of a run: in each round every pair of players meets at every game, in both seats, from a
won position in which choices matter. In a paired run, each round puts one such position of every
game to every player.

A game's seed depends only on the run's seed, the game, the seats and the round, not on the order of
play or on who else takes part.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from numduel.catalogue import build_game, list_games, preset_games, same_rules
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.match import Match, split_id, write_id
from numduel.study.audit import can_matter, random_moves, states_along
from numduel.tasks import Asking
from numduel.tasks.bench_set import Balance, Question
from numduel.theory import Analysis, judge_moves, theory_of
from numduel.words import quote

FORMAT = 1
_BETWEEN_GAMES = re.compile(r",(?!\s*[\w-]+=)")  # a comma before an option belongs to an ID
_DRAWN_IN_VAIN = 200  # random games without a new position, after which the search ends
_COMPARED = 6  # candidates, of which the one that keeps the habits at chance is chosen
_TRIED = 60  # positions of random games on which a habit is tried
_MOSTLY = 0.7  # beyond chance; a habit that scores more answers the game


def read_games(text: str) -> list[AnyGame]:
    """Return the games of a list of IDs. "all" stands for one game of each set of rules: the first
    setting declared for the arena in which choices matter and no habit answers them. A game without
    such a setting must be named."""
    games: list[AnyGame] = []
    for name in filter(None, map(str.strip, _BETWEEN_GAMES.split(text))):
        if name == "all":
            worth = filter(None, map(_worth_measuring, list_games()))
            games += dict.fromkeys(map(without_twin, worth))
            continue
        game_class, options, moves = split_id(name)
        if moves:
            raise NumduelError(f"{quote(name)} is a position: leave out its moves.")
        games.append(build_game(game_class, options))
    if not games:
        raise NumduelError("Name at least one game, or all.")
    return list(dict.fromkeys(games))


def without_twin(game: AnyGame) -> AnyGame:
    """Return the game under the name of its rules: rule books that differ only in words are one."""
    return build_game(same_rules(type(game)), game.options)


def _worth_measuring(game_class: type[AnyGame]) -> AnyGame | None:
    """Return the first setting declared for the arena in which a choice can matter and which no
    habit mostly answers."""
    settings = filter(can_matter, preset_games(game_class, "arena"))
    return next((game for game in settings if _beyond_chance_by_habit(game) < _MOSTLY), None)


def _beyond_chance_by_habit(game: AnyGame) -> float:
    """Return the habit's score beyond chance in positions of random games."""
    random, met, surplus, possible = Random(0), 0, 0.0, 0.0
    while met < _TRIED:
        for state in states_along(game, random_moves(game, random)):
            if (known := judge_moves(game, state)).matters:
                chance = len(known.moves_won_by(state.to_move)) / len(known.choices)
                met, possible = met + 1, possible + 1 - chance
                surplus += _is_answer(known, state, theory_of(game).habit(state)) - chance
    return surplus / possible


def _is_answer(known: Analysis, state: Any, move: Any) -> bool:
    return move in known.moves_won_by(state.to_move)


@dataclass(frozen=True)
class Fixture:
    """One game to be played from the position after `moves`, with its players, Player 1 first. In a
    paired run one player is asked for a move there, perhaps with its own form of prompt."""

    game: AnyGame
    players: tuple[str, ...]
    round: int
    seed: int
    moves: tuple[str, ...] = ()
    asking: Asking | None = None

    @property
    def is_question(self) -> bool:
        """Whether it is a single question to one player."""
        return len(self.players) == 1

    def begin(self) -> Match:
        """Return the match at the starting position."""
        return Match.at(self.game, self.moves, self.seed)

    def player_in(self, seat: int) -> str:
        """Return the player in a seat. A question has one player for both."""
        return self.players[seat - 1] if len(self.players) > 1 else self.players[0]

    def asking_of(self, settings: Mapping[str, Any]) -> Asking:
        """Return how a player with these settings is asked."""
        usual = Asking.from_settings(settings)
        return usual if self.asking is None else replace(self.asking, retries=usual.retries)

    @property
    def key(self) -> tuple[str | int, ...]:
        """Identifies this game within its run."""
        return (write_id(self.game), *self.players, self.round)


@dataclass(frozen=True)
class Plan:
    """A run: its games, its players by name with their settings, its rounds and its seed."""

    games: tuple[AnyGame, ...]
    players: dict[str, dict[str, Any]]
    rounds: int
    seed: int
    is_paired: bool = False  # every player is asked for a move in the same positions
    starts_won: bool = True  # games begin from won positions in which choices matter
    questions: tuple[Question, ...] = ()  # of a benchmark; replace games and rounds

    def __post_init__(self) -> None:
        if len(self.players) < 2 and not self.is_paired:
            raise NumduelError("A run needs at least two different players.")

    @property
    def unit(self) -> str:
        """The unit of a run: a game, or an answer to a position."""
        return "answer" if self.is_paired else "game"

    def header(self) -> dict[str, Any]:
        """Return the first line of the results: everything that determines the games."""
        return {
            "numduel-arena": FORMAT,
            "games": [
                {"game": game.slug, "rules": game.rules_version, "options": game.options}
                for game in self.games
            ],
            "players": self.players,
            "rounds": self.rounds,
            "seed": self.seed,
            "paired": self.is_paired,
            "starts_won": self.starts_won,
            "questions": [*map(str, self.questions)],
        }

    def fixtures(self) -> Iterator[Fixture]:
        """Yield every game of the run, round by round, so that a run stopped early is balanced."""
        for number, question in enumerate(self.questions, start=1):
            match = question.match
            for name in self.players:
                seed = _seed(self.seed, question.position, name)
                moves = tuple(match.written_moves)
                yield Fixture(match.game, (name,), number, seed, moves, question.asking)
        if self.questions:
            return
        for number in range(1, self.rounds + 1):
            for game in self.games:
                moves = self._moves_to(game, number)
                if self.is_paired:
                    for name in self.players:
                        seed = _seed(self.seed, write_id(game), name, number)
                        yield Fixture(game, (name,), number, seed, moves)
                    continue
                for pair in combinations(self.players, 2):
                    for first, second in (pair, pair[::-1]):
                        seed = _seed(self.seed, write_id(game), first, second, number)
                        yield Fixture(game, (first, second), number, seed, moves)

    def _moves_to(self, game: AnyGame, number: int) -> tuple[str, ...]:
        """Return the moves that lead to a round's position. Games may share one, or begin as the
        book says where no choice is found to matter."""
        if not (self.is_paired or self.starts_won):
            return ()
        found = mattering_positions(game, self.rounds, self.seed)
        if self.is_paired and len(found) < self.rounds:
            raise NumduelError(
                f"Only {len(found)} positions of {write_id(game)} were found in which a choice"
                " matters. Use fewer --rounds, or leave this game out."
            )
        return found[(number - 1) % len(found)] if found else ()

    def __len__(self) -> int:
        players = len(self.players)
        if self.questions:
            return players * len(self.questions)
        return (
            self.rounds * len(self.games) * (players if self.is_paired else players * (players - 1))
        )


@lru_cache(maxsize=64)
def mattering_positions(game: AnyGame, count: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """Return written moves that lead to different positions, at most `count`: each from a random
    game, won by the player to move, with both winning and losing moves.

    Of a few candidates the one that keeps `Balance` is chosen. A larger count only adds positions.
    """
    random, balance = Random(f"{seed}/{write_id(game)}/positions"), Balance()
    found: list[tuple[str, ...]] = []
    seen: set[Any] = set()
    in_vain = 0
    while len(found) < count and in_vain < _DRAWN_IN_VAIN:
        drawn = []
        for _ in range(_COMPARED):
            moves = random_moves(game, random)
            places = [
                (place, state, known)
                for place, state in enumerate(states_along(game, moves))
                if game.canonical(state) not in seen and (known := judge_moves(game, state)).matters
            ]
            if places:
                place, state, known = random.choice(places)
                answers = known.moves_won_by(state.to_move)
                drawn.append((balance.after(game, state, answers), moves[:place], state))
        in_vain = 0 if drawn else in_vain + _COMPARED
        if drawn:
            least, moves, state = min(drawn, key=lambda one: sum(each * each for each in one[0]))
            balance.surplus = least
            seen.add(game.canonical(state))
            found.append(tuple(map(game.write_move, moves)))
    return tuple(found)


def tell_differences(theirs: Plan, ours: Plan) -> str:
    """Return how another run differs from ours, as in "rounds 1, not 2; seed 0, not 9"."""
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
        ("starting from won positions", _show(theirs.starts_won), _show(ours.starts_won)),
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
