"""Divisor Duel: how far away the end is with each move, or between which bounds.

Who wins is known from a matching (see `divisor.py`), so the search for *within how many moves*
follows only the winner's winning moves, and all moves of the loser: first within one or two moves,
then within two more, and so on, until every distance is known or the budget is used up. What is
then not known exactly lies at or above what was refuted last, and at or below what the pairing
promises: whoever always answers with the partner needs at most one move more than two for each
pair.

What decides the future is the set of numbers within reach and the set of those that may be taken
now; for each such pair a lower and an upper bound of the distance are kept. A set is a whole
number, a bit for each vertex, so that the kernels run on numbers of any length, and numba compiles
them for up to 63 vertices (see `compiling.py`). `near[v]` is the set of neighbours of vertex v, and
`index[bit % len(index)]` is the vertex that a single bit stands for.
"""

import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from numduel.games.divisor_duel import DivisorDuel, DivisorState
from numduel.pool import numbers_in
from numduel.theory.compiling import choose_twin, ints, zeros
from numduel.theory.matching import INNER, OUTER, Graph, divisor_graph, search

__all__ = ["Bounds", "Deepening", "bound_distances", "deepen", "ints", "zeros"]

WIDTH = "int64"  # of a number in compiled code
YES, NO, GAVE_UP = 1, 0, -1
_BOUND = 1 << 12  # no game is as long: bounds are kept as lower × _BOUND + upper, 0 if unknown
_MOVES_A_POSITION = 16  # roughly; a budget counts moves
_SIZE = 45  # numbers; a position among twice as many takes twice as long, and so on
_MOST_SEARCHED = 130  # numbers within reach; among more, only ends at once are seen
_MOST_COMPILED = 63  # numbers, a bit of a machine word each
_FEW = 24  # numbers; among fewer, plain Python is as quick
_WORTH_LOADING = 2_000_000  # moves of a budget for which it pays to load numba
_PRIMES = (67, 131, 269, 523, 1061)  # modulo p, the first p − 1 powers of 2 all differ


class Bounds(NamedTuple):
    """The least and the most moves until the end, counting the move itself."""

    at_least: int
    at_most: int


class Deepening:
    """The search among the numbers within reach of a position. Nothing is kept for the next search,
    so an answer does not depend on what was asked before."""

    def __init__(self, numbers: Sequence[int], positions: int, work: ModuleType) -> None:
        self.work = work
        self.place = {number: place for place, number in enumerate(numbers)}
        near, index = graph_among(tuple(numbers))
        self.near, self.index, self.budget = map(work.ints, (near, index, [positions]))
        self.matching = matching_arrays(divisor_graph(numbers), work)
        self.stack = tuple(work.zeros(len(numbers) + 2) for _ in range(3))
        tables: tuple[Any, Any] = ({}, {}) if work is _plain() else _compiled_tables()
        self.bounds, self.winning = tables

    def pool(self, numbers: Any) -> int:
        """A set of numbers as bits."""
        return sum(1 << self.place[number] for number in numbers)

    def after(self, reach: int, number: int) -> tuple[int, int]:
        """What is within reach, and what is allowed, after a number was taken."""
        bit = 1 << self.place[number]
        allowed = int(self.near[self.place[number]]) & reach & ~bit
        return int(self.work.spread(reach & ~bit, allowed, self.near, self.index)), allowed

    def wins_within(self, reach: int, allowed: int, moves: int) -> int:
        """Whether the winner wins within this many moves; GAVE_UP when the budget is used up."""
        answer: int = self.work.wins_within(
            reach,
            allowed,
            moves,
            self.near,
            self.index,
            self.bounds,
            self.winning,
            self.budget,
            self.matching,
            self.stack,
        )
        return answer


def bound_distances(
    game: DivisorDuel,
    state: DivisorState,
    reach: int,
    winning: Sequence[bool],
    pairs: int,
    budget: int,
    compiled: bool | None = None,
) -> list[Bounds]:
    """The bounds of the distance for each legal move, ascending; equal where it is known.

    `winning` says which of the moves win, and `pairs` how many pairs a maximum pairing of what is
    within reach has.
    """
    moves = game.legal_moves(state)
    won, lost = Bounds(1, 2 * pairs + 1), Bounds(2, 2 * pairs)
    found = [won if wins else lost for wins in winning]
    positions = budget // _MOVES_A_POSITION // (1 + reach.bit_count() // _SIZE)
    if not positions or reach.bit_count() > _MOST_SEARCHED:
        return found
    numbers = numbers_in(reach)
    search = Deepening(numbers, positions, _choose_work(len(numbers), budget, compiled))
    deepen(search, moves, winning, found)
    return found


def deepen(
    search: Deepening, moves: Sequence[int], winning: Sequence[bool], found: list[Bounds]
) -> None:
    """Narrow the bounds of each move, until all are exact or the search's budget is used up."""
    everything = (1 << len(search.place)) - 1
    afters = [search.after(everything, move) for move in moves]
    open_places = list(range(len(moves)))
    far = 0
    while open_places:
        far += 1
        for place in [place for place in open_places if winning[place] == (far % 2 == 1)]:
            answer = search.wins_within(*afters[place], far - 1)
            if answer == GAVE_UP:
                return
            if answer == YES:
                found[place] = Bounds(far, far)
                open_places.remove(place)
            else:
                found[place] = found[place]._replace(at_least=far + 2)


def _choose_work(numbers: int, budget: int, compiled: bool | None) -> ModuleType:
    if numbers > _MOST_COMPILED:
        return _plain()
    is_large = numbers >= _FEW
    return choose_twin(
        _plain(),
        lambda is_loaded: is_large and (is_loaded or budget >= _WORTH_LOADING),
        compiled,
    )


def _compiled_tables() -> tuple[Any, Any]:
    """Empty dictionaries as compiled code wants them: by position, and by set."""
    numba = import_module("numba")
    whole = numba.int64
    position = numba.types.UniTuple(whole, 2)
    return numba.typed.Dict.empty(position, whole), numba.typed.Dict.empty(whole, whole)


@lru_cache(maxsize=64)
def graph_among(numbers: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Return `near` and `index` for some numbers, ascending; not to be changed."""
    bits = {number: 1 << place for place, number in enumerate(numbers)}
    near = [0] * len(numbers)
    for place, number in enumerate(numbers):
        for multiple in range(2 * number, numbers[-1] + 1, number):
            if multiple in bits:
                near[place] |= bits[multiple]
                near[bits[multiple].bit_length() - 1] |= 1 << place
    prime = next(prime for prime in _PRIMES if prime > len(numbers))
    index = [0] * prime
    for place in range(len(numbers)):
        index[(1 << place) % prime] = place
    return near, index


def matching_arrays(graph: Graph, work: ModuleType = sys.modules[__name__]) -> tuple[Any, ...]:
    """Return what `missable` takes: a graph, a matching, which is empty at first, and room."""
    room = [work.zeros(len(graph.vertices) + 1) for _ in range(9)]
    return work.ints(graph.start), work.ints(graph.neighbours), *room


def _plain() -> ModuleType:
    return sys.modules[__name__]


# Kernels


def count(vertices: int) -> int:
    """How many vertices a set has."""
    number = 0
    while vertices:
        vertices &= vertices - 1
        number += 1
    return number


def spread(reach: int, start: int, near: Any, index: Any) -> int:
    """What can be reached from some vertices, within `reach`."""
    reached = start
    waiting = start
    while waiting and reached != reach:
        bit = waiting & -waiting
        new = near[index[bit % len(index)]] & reach & ~reached
        reached |= new
        waiting = (waiting ^ bit) | new
    return reached


def missable(reach: int, matching: Any) -> int:
    """Return the vertices that some maximum matching of a set misses, and keep that matching.

    `matching` has the graph, a matching that may be of another set, and room for the search of
    `matching.py`, in which vertices outside the set count as inner and as their own mates.
    """
    mate, kind = matching[2], matching[3]
    for vertex in range(1, len(mate)):
        other = mate[vertex]
        if not reach >> vertex - 1 & 1:
            mate[vertex] = vertex
            kind[vertex] = INNER
        else:
            kind[vertex] = 0
            if other == vertex or (other and not reach >> other - 1 & 1):
                mate[vertex] = 0
    search(*matching)
    missed = 0
    for vertex in range(1, len(mate)):
        if kind[vertex] == OUTER:
            missed |= 1 << vertex - 1
    return missed


def ends_at_once(reach: int, allowed: int, near: Any, index: Any) -> bool:
    """Whether one of the allowed vertices has no neighbour left."""
    while allowed:
        bit = allowed & -allowed
        allowed ^= bit
        if not near[index[bit % len(index)]] & reach:
            return True
    return False


def has_escape(reach: int, allowed: int, moves: int, near: Any, index: Any, bounds: Any) -> bool:
    """Whether the loser has a move after which the win is known to take more than `moves`."""
    while allowed:
        bit = allowed & -allowed
        allowed ^= bit
        after = near[index[bit % len(index)]] & reach
        position = (spread(reach ^ bit, after, near, index), after)
        if position in bounds and bounds[position] // _BOUND > moves:
            return True
    return False


def with_fewest_replies(reach: int, moves: int, near: Any, index: Any) -> int:
    """The move that leaves the other player the fewest replies, as a bit."""
    best = 0
    fewest = _BOUND
    while moves and fewest > 1:
        bit = moves & -moves
        moves ^= bit
        replies = count(near[index[bit % len(index)]] & reach)
        if replies < fewest:
            fewest = replies
            best = bit
    return best


def wins_within(
    reach: int,
    allowed: int,
    moves: int,
    near: Any,
    index: Any,
    bounds: Any,
    winning: Any,
    budget: Any,
    matching: Any,
    stack: Any,
) -> int:
    """Whether the winner wins within `moves` moves: it is the winner's turn if that is odd, and
    the loser's if it is even. `bounds` and `winning` keep what is found out, by position and by
    set; `budget[0]` counts down the positions that may still be looked at.

    It descends and returns on a stack of its own, since numba keeps no compiled code of a function
    that calls itself.
    """
    reaches, choices, untried = stack
    depth = 0
    reaches[0] = reach
    choices[0] = allowed
    is_new = True
    answer = NO
    while True:
        reach = reaches[depth]
        allowed = choices[depth]
        left = moves - depth
        is_winners = left % 2 == 1
        position = (reach, allowed)
        known = bounds.get(position, 0)
        lower = known // _BOUND
        upper = known % _BOUND
        is_settled = True
        if not is_new:  # `answer` is that of the move tried last
            is_settled = answer == GAVE_UP or answer == (YES if is_winners else NO)
        elif 0 < upper <= left or not allowed:
            answer = YES
        elif lower > left or left == 0:
            answer = NO
        elif budget[0] <= 0:
            answer = GAVE_UP
        else:
            budget[0] -= 1
            untried[depth] = allowed
            if is_winners and ends_at_once(reach, allowed, near, index):
                answer = YES
                left = 1  # which is what is learnt here
            elif left == 1:
                answer = NO
            elif is_winners:
                is_settled = False
                if reach not in winning:
                    winning[reach] = missable(reach, matching)
                untried[depth] = allowed & winning[reach]
            elif has_escape(reach, allowed, left - 1, near, index, bounds):
                answer = NO
            else:
                is_settled = False
        if not is_settled and not untried[depth]:
            answer = NO if is_winners else YES
            is_settled = True
        if not is_settled:
            bit = with_fewest_replies(reach, untried[depth], near, index)
            untried[depth] ^= bit
            after = near[index[bit % len(index)]] & reach
            depth += 1
            reaches[depth] = spread(reach ^ bit, after, near, index)
            choices[depth] = after
            is_new = True
            continue
        if answer == YES and allowed and not 0 < upper <= left:
            bounds[position] = lower * _BOUND + left
        elif answer == NO and lower <= left and left > 0:
            bounds[position] = (left + 2) * _BOUND + upper
        if depth == 0:
            return answer
        depth -= 1
        is_new = False
