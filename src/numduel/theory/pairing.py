"""Pairings of the numbers of Divisor Duel, and a plan that stays the same while it is followed.

A plan is a maximum pairing that is carried along the moves. A number that is taken leaves it, with
its pair. If that number could have been left out by another maximum pairing, its partner is paired
anew along one alternating path: the plan changes by as little as possible. Otherwise the partner
stays unpaired: it is the answer to the number that was taken. Whoever answers with it changes
nothing, so a plan that is followed only loses the pairs that are used or out of reach.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from numduel.games.divisor_duel import DivisorDuel
from numduel.pool import everything, numbers_in
from numduel.theory import deepening
from numduel.theory.compiling import ints
from numduel.theory.matching import divisor_graph, maximum_matching
from numduel.theory.paths import MOST_PLACES, graph_among, matching_arrays

_MANY = 4_000  # numbers; of larger pairings only the last two are kept, with and without a move


class Pairing(NamedTuple):
    """A maximum pairing of some numbers, the numbers that some other one leaves out, and those
    that have no divisor or multiple among them."""

    pairs: tuple[tuple[int, int], ...]
    missable: frozenset[int]
    alone: frozenset[int]


class PairingPlan(NamedTuple):
    """A pairing of what is within reach, and the partner of the number taken last, or None if it
    has none."""

    pairs: tuple[tuple[int, int], ...]
    partner: int | None


def pair_up(pool: int) -> Pairing:
    """A maximum pairing of a set of numbers."""
    return _pair_few(pool) if pool.bit_count() <= _MANY else _pair_many(pool)


def _pair(pool: int) -> Pairing:
    graph = divisor_graph(numbers_in(pool))
    matching = maximum_matching(graph)
    _, *starts = ints(graph.start)
    ends = zip(graph.vertices, starts, starts[1:], strict=False)
    alone = frozenset(number for number, first, behind in ends if first == behind)
    return Pairing(matching.pairs, frozenset(matching.missable), alone)


_pair_few, _pair_many = lru_cache(maxsize=256)(_pair), lru_cache(maxsize=2)(_pair)


def pair_around(pool: int, number: int | None) -> tuple[tuple[int, int], ...]:
    """The pairs of a maximum pairing that leaves out a number which one can leave out."""
    pairs = pair_up(pool).pairs
    if number is not None and any(number in pair for pair in pairs):
        return pair_up(pool ^ 1 << number).pairs
    return pairs


def carry_plan(game: DivisorDuel, opening: int | None, moves: Sequence[int]) -> PairingPlan:
    """The plan after some moves. It begins as a pairing that leaves out `opening`, the number that
    Player 1 should open with, or any if there is none."""
    pairs = pair_around(everything(game.numbers), opening)
    if game.numbers > MOST_PLACES:
        return _carry_large(game, pairs, moves)
    near, index = graph_among(tuple(game.all_moves()))
    matching = matching_arrays(game.numbers)
    mate = matching[0]
    for low, high in pairs:
        mate[low - 1], mate[high - 1] = high - 1, low - 1
    left, partner = (1 << game.numbers) - 1, -1
    for move in moves:
        left ^= 1 << move - 1
        partner = mate[move - 1]
        if partner >= 0:
            mate[move - 1] = mate[partner] = -1
            deepening.missable(left, near, index, *matching)
            partner = partner if mate[partner] < 0 else -1
    kept = tuple((low + 1, high + 1) for low, high in enumerate(mate) if low < high)
    return PairingPlan(kept, partner + 1 if partner >= 0 else None)


def _carry_large(
    game: DivisorDuel, pairs: tuple[tuple[int, int], ...], moves: Sequence[int]
) -> PairingPlan:
    """The same among many numbers, where a plan that somebody leaves is made anew."""
    mates = dict(pairs) | {high: low for low, high in pairs}
    left, partner = everything(game.numbers), None
    for move in moves:
        partner = mates.pop(move, None)
        if partner is not None:
            del mates[partner]
            if move in pair_up(left).missable:
                pairs = pair_up(left ^ 1 << move).pairs
                mates = dict(pairs) | {high: low for low, high in pairs}
                partner = None
        left ^= 1 << move
    return PairingPlan(
        tuple(sorted((low, high) for low, high in mates.items() if low < high)), partner
    )
