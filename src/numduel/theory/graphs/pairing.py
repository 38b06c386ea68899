"""Pairings of the numbers of Divisor Duel, and a plan that stays the same while it is followed.

A plan is a maximum pairing that is carried along the moves. A number that is taken leaves it, with
its pair. If that number could have been left out by another maximum pairing, its partner is paired
anew along one alternating path: the plan changes by as little as possible. Otherwise the partner
stays unpaired: it is the answer to the number that was taken. Whoever answers with it changes
nothing, so a plan that is followed only loses the pairs that are used or out of reach.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from numduel.games.divisor_duel import DivisorDuel
from numduel.pool import everything, numbers_in
from numduel.theory.graphs import deepening
from numduel.theory.graphs.compiling import ints
from numduel.theory.graphs.matching import Graph, divisor_graph, maximum_matching
from numduel.theory.graphs.paths import graph_among, matching_arrays


class Pairing(NamedTuple):
    """A maximum pairing of some numbers, the numbers that some other one leaves out, and those
    with which a game is over within three moves, with how many it takes."""

    pairs: tuple[tuple[int, int], ...]
    missable: frozenset[int]
    soon_over: dict[int, int]


class PairingPlan(NamedTuple):
    """A pairing of what is within reach, and the partner of the number taken last, or None if it
    has none."""

    pairs: tuple[tuple[int, int], ...]
    partner: int | None


@lru_cache(maxsize=256)
def pair_up(pool: int) -> Pairing:
    """Return a maximum pairing of a set of numbers."""
    graph = divisor_graph(numbers_in(pool))
    matching = maximum_matching(graph)
    return Pairing(matching.pairs, frozenset(matching.missable), _soon_over(graph))


def _soon_over(graph: Graph) -> dict[int, int]:
    """The numbers with which a game is over within three moves, and how many it takes.

    One move: a number without neighbours. Two: a number with a *leaf*, whose only neighbour it is;
    the opponent takes the leaf. Three: every neighbour of the number has another leaf, so whatever
    the opponent takes, there is one to take next. Every win in one and every loss in two is found,
    and some wins in three.
    """
    vertices, neighbours = graph.vertices, graph.neighbours
    _, *starts = ints(graph.start)
    degrees = [behind - first for first, behind in pairwise(starts)]
    edges = zip(degrees, starts, strict=False)
    leaves_of = Counter(int(neighbours[first]) for degree, first in edges if degree == 1)
    answered: Counter[int] = Counter()  # how many neighbours have another leaf
    for place, leaves in leaves_of.items():
        for near in ints(neighbours[starts[place - 1] : starts[place]]):
            answered[near] += leaves > 1 or degrees[near - 1] > 1
    soon = {number: 1 for number, degree in zip(vertices, degrees, strict=True) if not degree}
    soon |= {vertices[place - 1]: 2 for place in leaves_of}
    return soon | {
        vertices[place - 1]: 3 for place, met in answered.items() if met == degrees[place - 1]
    }


def pair_around(pool: int, number: int | None) -> tuple[tuple[int, int], ...]:
    """The pairs of a maximum pairing that leaves out this number. Some maximum pairing must leave
    it out."""
    pairs = pair_up(pool).pairs
    if number is not None and any(number in pair for pair in pairs):
        return pair_up(pool ^ 1 << number).pairs
    return pairs


def carry_plan(game: DivisorDuel, moves: Sequence[int]) -> PairingPlan:
    """Return the plan after some moves, at least one. It begins as a pairing of the start that
    leaves out the first number, if some maximum pairing does. That needs no distances."""
    start = everything(game.numbers)
    first = moves[0] if moves[0] in pair_up(start).missable else None
    pairs = pair_around(start, first)
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
