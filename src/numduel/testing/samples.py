"""Samples to check a rule book with: games of several sizes, and their positions.

Small games are searched exhaustively (`walk_through`), games of ordinary size are played at random
(`play_at_random`). Both reveal whether the game is a duel at all: players alternate, and no
position comes back.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, product
from random import Random
from typing import Any

from numduel.catalogue import build_game
from numduel.errors import BadOption
from numduel.game import AnyGame, Option, Player, options_of
from numduel.testing.faults import Findings
from numduel.theory.search import Positions, explore, random_playout

_SMALL_SIZES = 7
_MOST_BUILDS = 200
_MOST_POSITIONS = 1000  # a game with more is not searched completely
_KEPT = 200  # positions kept of such a game, nearest the start
_RANDOM_GAMES = 6  # random games at ordinary sizes
_LOOKED_AT = 150  # positions kept of these games
_LONGEST_GAME = 10_000
COMES_BACK = "A position comes back in the course of a game: a duel must end."


def small_games(game_class: type[AnyGame]) -> Iterator[AnyGame]:
    """Yield the rule book at its smallest sizes, where all positions can be searched."""
    return games_of(game_class, lambda size: range(_smallest(size), _smallest(size) + _SMALL_SIZES))


def ordinary_games(game_class: type[AnyGame]) -> Iterator[AnyGame]:
    """Yield the rule book at its own size, with all its variants."""
    return games_of(game_class, lambda size: [size.default])


def games_of(
    game_class: type[AnyGame], sizes: Callable[[Option], Iterable[int]]
) -> Iterator[AnyGame]:
    """Yield the rule book with these values for its size (the first numeric option) and all values
    of its other options."""
    options = options_of(game_class)
    size = next((option for option in options if option.kind is int), None)
    choices = [sizes(option) if option is size else _values_of(option) for option in options]
    names = [option.name for option in options]
    for values in islice(product(*choices), _MOST_BUILDS):
        with suppress(BadOption):  # incompatible options
            yield build_game(game_class, dict(zip(names, values, strict=True)))


def _smallest(option: Option) -> int:
    number: int = option.default if option.minimum is None else option.minimum
    return number


def _values_of(option: Option) -> list[Any]:
    if isinstance(option.kind, tuple):
        return list(option.kind)
    if option.kind is bool:
        return [False, True]
    return sorted({_smallest(option), _smallest(option) + 1, option.default})


@dataclass
class Walk:
    """Positions of a game, each with moves that lead there, nearest the start first.

    `graph` has all positions searched, and `choices` the legal moves at each of its places. The
    walk `is_whole` if it has every position of the game.
    """

    game: AnyGame
    positions: dict[Any, tuple[Any, ...]] = field(default_factory=dict)
    graph: Positions = field(default_factory=lambda: Positions([], [], {}))
    choices: list[list[Any]] = field(default_factory=list)
    is_whole: bool = False


def walk_through(game: AnyGame, findings: Findings) -> Walk:
    """Search every position, or the nearest ones if there are very many."""
    walk = Walk(game)
    start = _begin(game, findings)
    if start is not None:
        asked = _EveryMove(game, findings, start)
        walk.graph, walk.choices, walk.positions = explore(asked, start), asked.choices, asked.paths
        walk.is_whole = len(walk.positions) <= _MOST_POSITIONS and not asked.has_failed
        if len(walk.positions) > _MOST_POSITIONS:
            walk.positions = dict(islice(walk.positions.items(), _KEPT))
    return walk


def play_at_random(game: AnyGame, findings: Findings) -> Walk:
    """Play a few random games, and keep some of their positions."""
    walk, random = Walk(game), Random(type(game).__name__)
    for _ in range(_RANDOM_GAMES):
        if findings.has("end"):
            break
        _play_once(walk, random, findings)
    return walk


def _play_once(walk: Walk, random: Random, findings: Findings) -> None:
    start = _begin(walk.game, findings)
    if start is None:
        return
    asked = _Asked(walk.game, findings)
    walk.positions.setdefault(start, ())
    met, moves = {start}, []
    for move, state in random_playout(asked, start, random):
        moves.append(move)
        asked.moves = moves
        if state is None:
            return
        if state in met:
            findings.add("end", COMES_BACK, walk.game, moves)
            return
        if len(moves) == _LONGEST_GAME:
            sentence = f"A game is not over after {_LONGEST_GAME:,} moves: a duel must end."
            findings.add("end", sentence, walk.game)
            return
        met.add(state)
        if len(walk.positions) < _LOOKED_AT:
            walk.positions.setdefault(state, tuple(moves))


class _Asked:
    """A game for the search with a rule book that may be faulty. Exceptions become faults, and the
    move then leads to None, which has no moves."""

    def __init__(self, game: AnyGame, findings: Findings) -> None:
        self.game, self.findings = game, findings
        self.moves: Sequence[Any] = ()  # moves to the current state
        self.has_failed = False

    def legal_moves(self, state: Any) -> Sequence[Any]:
        if state is None:
            return ()
        with self.findings.asking(self.game, self.moves):
            legal = self.game.legal_moves(state)
            if isinstance(legal, Sequence):
                return legal
            sentence = f"legal_moves returns a {type(legal).__name__}, which is not a sequence."
            self.findings.add("legal type", sentence, self.game, self.moves, is_hopeless=True)
        self.has_failed = True
        return ()

    def after(self, state: Any, move: Any) -> Any:
        with self.findings.asking(self.game, self.moves, [move]):
            after = self.game.after(state, move)
            if _is_state(after, self.game, self.moves, self.findings, [move]):
                if after.to_move is not state.to_move.opponent:
                    sentence = f"After a move of {state.to_move} it is not the other player's turn."
                    self.findings.add("turns", sentence, self.game, [*self.moves, move])
                return after
        self.has_failed = True
        return None


class _EveryMove(_Asked):
    """The same for an exhaustive search: it keeps the moves to each position, and the choices
    there. Beyond a limit, positions have no moves."""

    def __init__(self, game: AnyGame, findings: Findings, start: Any) -> None:
        super().__init__(game, findings)
        self.paths: dict[Any, tuple[Any, ...]] = {start: ()}
        self.choices: list[list[Any]] = []

    def legal_moves(self, state: Any) -> Sequence[Any]:
        self.moves = self.paths.get(state, ())
        is_enough = len(self.paths) > _MOST_POSITIONS
        self.choices.append([] if is_enough else list(super().legal_moves(state)))
        return self.choices[-1]

    def after(self, state: Any, move: Any) -> Any:
        after = super().after(state, move)
        if after is not None and after not in self.paths:
            self.paths[after] = (*self.moves, move)
        return after


def _begin(game: AnyGame, findings: Findings) -> Any:
    """Return the first state, or None if no game can be played."""
    with findings.asking(game, ()):
        start, again = game.start(), game.start()
        if not _is_state(start, game, (), findings):
            return None
        if start.to_move is not Player.ONE:
            findings.add("first", "Player 1 is not the first to move.", game, ())
        if start != again or hash(start) != hash(again):
            sentence = "start returns another state each time it is called."
            findings.add("values", sentence, game, (), is_hopeless=True)
            return None
        return start
    return None


def _is_state(
    state: Any,
    game: AnyGame,
    moves: Sequence[Any],
    findings: Findings,
    further: Sequence[Any] = (),
) -> bool:
    """Return whether a state is hashable and has a player to move."""
    try:
        hash(state)
    except TypeError as unhashable:
        sentence = f"A state is not a hashable value: {unhashable}."
        findings.add("hash", sentence, game, [*moves, *further], is_hopeless=True)
        return False
    if not isinstance(getattr(state, "to_move", None), Player):
        sentence = "A state does not say in to_move which Player's turn it is."
        findings.add("to_move", sentence, game, [*moves, *further], is_hopeless=True)
        return False
    return True
