"""The rules of a pool game as tables, made by asking the rule book.

The state of many pool games is the set of numbers that remain, and a *context*: the rest of the
state, such as the number taken last and whose turn it is. If the remaining numbers decide nothing
but what is there to be taken, three tables hold all the rules: what may be taken in a context,
which context follows, and who has won if nothing can be taken.
"""

from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numduel.game import AnyGame
from numduel.lab.batched.pool_kernels import RuleTable
from numduel.pool import PoolGame, numbers_in

MOST_CONTEXTS = 5_000
MOST_ENTRIES = 1 << 21  # of a table: contexts × numbers
_SPARE = (0.0,)  # a place after the features that is written to, but never shown
_NOBODY = 0  # the winner in a context in which the duel goes on
_POSITIONS_CHECKED, _GAMES_CHECKED = 1_000, 3
_MOVES_COMPARED = 6


@dataclass(frozen=True)
class _Contexts:
    """What the rule book says of each context, by its place."""

    place_of: dict[Any, int]
    allowed: list[int]
    after: list[dict[int, int]]
    winner: list[int]
    mover: list[int]
    features: list[tuple[float, ...]]


@lru_cache(maxsize=32)
def derive_table(game: AnyGame) -> RuleTable | None:
    """The rules as tables, or None if the game does not fit into tables.

    The tables are tried on random games: every position must be as they say. A difference that
    shows only in positions which these games do not reach is not found.
    """
    if not isinstance(game, PoolGame) or not hasattr(game.start(), "_replace"):
        return None
    if game.all_moves() != range(1, game.numbers + 1):
        return None
    try:
        contexts = _ask(game)
    except Exception:  # a game may fail when asked of positions that cannot arise in it
        return None
    if contexts is None or not _agree(game, contexts):
        return None
    return _as_arrays(game, contexts)


def _ask(game: Any) -> _Contexts | None:
    start = game.start()
    everything, first = start.remaining, _context(start)
    contexts = _Contexts({first: 0}, [], [], [], [], [])
    waiting = [first]
    for context in waiting:
        full = context._replace(remaining=everything)
        allowed = game.allowed(full)
        if len(waiting) > min(MOST_CONTEXTS, MOST_ENTRIES // game.numbers):
            return None
        after = {}
        for number in numbers_in(allowed):
            following = _context(game.after(full, number))
            if following not in contexts.place_of:
                contexts.place_of[following] = len(waiting)
                waiting.append(following)
            after[number] = contexts.place_of[following]
        contexts.allowed.append(allowed)
        contexts.after.append(after)
        outcome = game.outcome(context)
        contexts.winner.append(int(outcome.winner) if outcome else _NOBODY)
        contexts.mover.append(int(context.to_move))
        contexts.features.append(game.features(context))
    return contexts


def _context(state: Any) -> Any:
    return state._replace(remaining=0)


def _agree(game: Any, contexts: _Contexts) -> bool:
    """Whether random games agree with the tables; every second game is made long."""
    random, positions, games = Random(0), 0, 0
    while positions < _POSITIONS_CHECKED or games < _GAMES_CHECKED:
        state, remaining, place = game.start(), game.start().remaining, 0
        while _agrees_at(game, contexts, state, remaining, place):
            positions += 1
            moves = game.legal_moves(state)
            if not moves:
                break
            some = random.sample(moves, min(len(moves), _MOVES_COMPARED if games % 2 else 1))
            move = min(some, key=partial(_left_after, game, state))
            state = game.after(state, move)
            remaining, place = remaining ^ 1 << move, contexts.after[place][move]
        else:
            return False
        games += 1
    return True


def _left_after(game: Any, state: Any, move: int) -> int:
    """How many choices a move leaves, or a large number if it leaves none. Games with few choices
    at each turn are long, and reach positions that others seldom reach."""
    choices: int = game.allowed(game.after(state, move)).bit_count()
    return choices or int(game.numbers)


def _agrees_at(game: Any, contexts: _Contexts, state: Any, remaining: int, place: int) -> bool:
    """Whether a position is as the tables say. Its first features must tell which numbers are
    free; the others must follow from the context."""
    allowed = remaining & contexts.allowed[place]
    outcome = game.outcome(state)
    free = tuple(float(remaining >> number & 1) for number in game.all_moves())
    unfree, further = np.split(np.array(contexts.features[place]), [game.numbers])
    return (
        state.remaining == remaining
        and contexts.place_of.get(_context(state)) == place
        and list(game.legal_moves(state)) == numbers_in(allowed)
        and (outcome is None) == bool(allowed)
        and (outcome is None or outcome.winner == contexts.winner[place])
        and not unfree.any()
        and game.features(state) == free + tuple(further.tolist())
    )


def _as_arrays(game: Any, contexts: _Contexts) -> RuleTable:
    numbers, count = game.numbers, len(contexts.allowed)
    after = np.zeros((count, numbers), np.int32)
    for place, following in enumerate(contexts.after):
        after[place, [number - 1 for number in following]] = list(following.values())
    told_at, told = _tellings(np.array(contexts.features, np.float32))
    return RuleTable(
        everything=_as_words([game.start().remaining], numbers)[0],
        allowed=_as_words(contexts.allowed, numbers),
        after=after,
        result=np.where(np.array(contexts.winner) == 1, 1, -1).astype(np.float32),
        mover=np.array(contexts.mover, np.int8),
        opening=np.array([*game.features(game.start()), *_SPARE], np.float32),
        told_at=told_at,
        told=told,
    )


def _tellings(features: NDArray[np.float32]) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Where each context shows in an observation, and with which values. Every context has equally
    many of these places; the ones it does not need are the spare place after the features."""
    most = np.count_nonzero(features, axis=1).max()
    places = np.argsort(features == 0, axis=1, kind="stable")[:, :most]
    told = np.take_along_axis(features, places, axis=1)
    return np.where(told == 0, features.shape[1], places).astype(np.int32), told


def _as_words(pools: list[int], numbers: int) -> NDArray[np.uint64]:
    """Sets of numbers as rows of 64-bit words, in which bit 0 stands for the number 1."""
    width = -(-numbers // 64) * 8
    texts = b"".join((pool >> 1).to_bytes(width, "little") for pool in pools)
    return np.frombuffer(texts, "<u8").reshape(len(pools), -1).astype(np.uint64)
