"""Counts the complete games of Divisor Duel by a frontier dynamic programme.

A complete game is a path in the divisor graph that has visited all neighbours of its end. For each
end, vertices are processed in a fixed order. A *frontier* vertex is a processed one with a
neighbour that is not; its state is fresh (on no path yet), inside a path, or the end of a piece of
path, with the piece's other end: another frontier vertex, the source (a virtual vertex before the
opening) or the sink (one behind the end). The states of all frontier vertices are one machine word,
counted with the number of ways that lead there. A second pass, backwards, counts the ways on;
together they give the games by opening. Games of odd and even length are told apart by a second
count, in which each visited vertex changes the sign.
"""

from random import Random
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from numba.typed import Dict

WAYS = types.UniTuple(types.int64, 3)  # ways, with sign, longest
BITS, SLOTS = 5, 12  # of a frontier vertex, and how many of these a state has
FRESH, INSIDE, SOURCE, FIRST, SINK = 0, 1, 2, 3, 31  # FIRST + slot of the other end
CLOSED = 1 << 60  # the path from source to sink is complete
ORDERS, EXCHANGES = 50, 1_000  # orders tried, to keep the frontier small


class Counted(NamedTuple):
    """Numbers of games with an odd and with an even number of moves."""

    odd: int
    even: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.odd + self.even


def games_of_divisor_duel(size: int) -> tuple[dict[int, Counted], int]:
    """Return the counts by opening, the opening included in the length, and the longest game."""
    near = {
        one: {two for two in range(1, size + 1) if one != two and not max(one, two) % min(one, two)}
        for one in range(1, size + 1)
    }
    order = _arrange(near)
    totals, longest = np.zeros((size + 1, 2), np.int64), 0
    for end in near:
        longest = max(longest, _count(near, order, end, totals))
    found = {}
    for opening in near:
        games, signed = map(int, totals[opening])
        found[opening] = Counted((games - signed) // 2, (games + signed) // 2)
    return found, longest


def _arrange(near: dict[int, set[int]]) -> list[int]:
    """Return an order of the vertices with a small frontier: the best of some greedy ones, improved
    by moving single vertices."""
    random = Random(0)

    def cost(order: list[int]) -> float:
        left, frontier, total = {*near}, set[int](), 0.0
        for vertex in order:
            left.remove(vertex)
            frontier = (frontier | near[vertex]) & left
            total += 3.0 ** len(frontier)
        return total

    def greedy() -> list[int]:
        order: list[int] = []
        left, frontier = {*near}, set[int]()
        while left:
            new = {one: len((frontier | near[one]) & left - {one}) for one in left}
            order.append(min(new, key=lambda one: new[one] + random.uniform(0, 1.5)))
            left.remove(order[-1])
            frontier = (frontier | near[order[-1]]) & left
        return order

    best = min((greedy() for _ in range(ORDERS)), key=cost)
    for _ in range(EXCHANGES):
        changed = best.copy()
        changed.insert(random.randrange(len(best)), changed.pop(random.randrange(len(best))))
        best = min(changed, best, key=cost)
    return best


def _count(near: dict[int, set[int]], order: list[int], end: int, totals: Any) -> int:
    """Add the games with this end to the totals of their openings; return the longest."""
    slots: dict[int, int] = {}
    steps, done = [], set[int]()
    for vertex in order:
        done.add(vertex)
        new = sorted((near[vertex] | {vertex}) - {*slots} - (done - {vertex}))
        for one in new:
            slots[one] = min({*range(SLOTS)} - {*slots.values()})
        entering = np.array([slots[one] for one in new if one == end], np.int64)
        later = np.array([slots[one] for one in near[vertex] if one not in done], np.int64)
        must = vertex == end or vertex in near[end]
        steps.append((slots.pop(vertex), later, entering, must))
    layers = [Dict.empty(types.int64, WAYS)]
    layers[0][0] = (1, 1, 0)
    room = tuple(np.zeros(len(near) ** 2, np.int64) for _ in range(3))
    for step in steps:
        layers.append(_forward(layers[-1], Dict.empty(types.int64, WAYS), *step, room))
    ends = Dict.empty(types.int64, WAYS)
    ends[CLOSED] = (1, 1, 0)
    longest = layers[-1][CLOSED][2] if CLOSED in layers[-1] else 0
    for vertex, step in zip(reversed(order), reversed(steps), strict=True):
        layers.pop()
        ends = _backward(
            layers[-1], ends, Dict.empty(types.int64, WAYS), totals[vertex], *step, room
        )
    return int(longest)


@njit
def _get(state: int, slot: int) -> int:
    value: int = state >> BITS * slot & 31
    return value


@njit
def _put(state: int, slot: int, value: int) -> int:
    changed: int = state ^ (_get(state, slot) ^ value) << BITS * slot
    return changed


@njit
def _has_end(state: int, least: int, most: int) -> bool:
    """Return whether a frontier vertex has such a value."""
    for slot in range(SLOTS):  # noqa: SIM110 (numba compiles no generators)
        if least <= _get(state, slot) <= most:
            return True
    return False


@njit
def _reach(state: int, slot: int) -> tuple[int, int]:
    """Add an edge to a frontier vertex; return the state, and the new end of the piece."""
    value = _get(state, slot)
    if value == FRESH:
        return state, FIRST + slot
    return _put(state, slot, INSIDE), value


@njit
def _join(state: int, left: int, right: int) -> int:
    """Join two pieces by their ends; -1 if the path is then complete and other pieces are left."""
    if left > right:
        left, right = right, left
    if left == SOURCE and right == SINK:
        return -1 if _has_end(state, SOURCE, SINK) else state | CLOSED
    if right != SINK:
        state = _put(state, right - FIRST, left)
    if left != SOURCE:
        state = _put(state, left - FIRST, right)
    return state


@njit
def _expand(state: int, slot: int, later: Any, entering: Any, must: bool, room: Any) -> int:
    """List the states after a vertex, each with its sign and whether the game begins there."""
    states, signs, begins = room
    for new in entering:
        state = _put(state, new, SINK)
    here = _get(state, slot)
    is_begun = _has_end(state, SOURCE, SOURCE)
    state = _put(state, slot, FRESH)
    count = 0
    if here == INSIDE or (here == FRESH and not must):
        states[0], signs[0], begins[0] = state, (-1 if here == INSIDE else 1), 0
        count = 1
    if here == INSIDE or state & CLOSED:
        return count
    for place in range(is_begun - 1, len(later)):  # -1 is the source
        first, left = state, SOURCE
        if place >= 0:
            value = _get(state, later[place])
            if value == INSIDE or value == FIRST + slot:
                continue
            first, left = _reach(state, later[place])
        for other in range(place + 1 if here == FRESH else len(later) - 1, len(later)):
            second, right = first, here
            if here == FRESH:
                value = _get(first, later[other])
                if value == INSIDE or left == FIRST + later[other]:
                    continue
                second, right = _reach(first, later[other])
            second = _join(second, left, right)
            if second >= 0:
                states[count], signs[count], begins[count] = second, -1, place < 0
                count += 1
    return count


@njit
def _forward(
    layer: Any, following: Any, slot: int, later: Any, entering: Any, must: bool, room: Any
) -> Any:
    states, signs, _ = room
    for state, ways in layer.items():
        for place in range(_expand(state, slot, later, entering, must, room)):
            key, sign = states[place], signs[place]
            old = (0, 0, 0)
            if key in following:
                old = following[key]
            longest = max(old[2], ways[2] + (sign < 0))
            following[key] = (old[0] + ways[0], old[1] + sign * ways[1], longest)
    return following


@njit
def _backward(
    layer: Any,
    ends: Any,
    found: Any,
    totals: Any,
    slot: int,
    later: Any,
    entering: Any,
    must: bool,
    room: Any,
) -> Any:
    states, signs, begins = room
    for state, ways in layer.items():
        games, signed = 0, 0
        for place in range(_expand(state, slot, later, entering, must, room)):
            if states[place] in ends:
                rest, sign = ends[states[place]], signs[place]
                games += rest[0]
                signed += sign * rest[1]
                if begins[place]:
                    totals[0] += ways[0] * rest[0]
                    totals[1] += ways[1] * sign * rest[1]
        if games:
            found[state] = (games, signed, 0)
    return found
