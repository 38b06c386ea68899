"""Where to look for the winning move: a part of the choices that has a name.

A type of game registers how it divides its moves. A game that does not has no such parts, and a
hint then names a few moves to compare.
"""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from numduel.game import AnyGame
from numduel.games.divisor_duel import DivisorDuel, DivisorState
from numduel.games.grundys_game import GrundysGame, HeapsState, Split


class Region(NamedTuple):
    """Some of the moves, and what they are, as in "a multiple of 6"."""

    name: str
    moves: tuple[Any, ...]


@singledispatch
def regions_of(_game: AnyGame, _state: Any) -> Sequence[Region]:
    """The parts into which the legal moves of a position fall."""
    return ()


@regions_of.register(DivisorDuel)
def _(game: DivisorDuel, state: DivisorState) -> Sequence[Region]:
    last = state.last
    if last is None:
        return ()
    moves = game.legal_moves(state)
    return (
        Region(f"a divisor of {last}", tuple(move for move in moves if move < last)),
        Region(f"a multiple of {last}", tuple(move for move in moves if move > last)),
    )


@regions_of.register(GrundysGame)
def _(game: GrundysGame, state: HeapsState) -> Sequence[Region]:
    splits: dict[int, list[Split]] = {}
    for split in game.legal_moves(state):
        splits.setdefault(split.heap, []).append(split)
    return [Region(f"a split of {heap}", tuple(moves)) for heap, moves in splits.items()]
