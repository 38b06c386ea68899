"""Divisor Duel: how far away the end is with each move, or between which bounds.

The winner of a position is known from a pairing (see `theory/divisor.py`), and `deepening.py` asks
for each move within how many moves that winner wins: first within one or two, then within two
more, and so on, until every distance is known or the budget is used up. What is then not known
exactly lies at or above what was refuted last, and at or below what the pairing promises: whoever
always answers with the partner needs at most one move more than two for each pair.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from numduel.games.divisor_duel import DivisorDuel, DivisorState
from numduel.pool import numbers_in
from numduel.theory.graphs import deepening
from numduel.theory.graphs.compiling import choose_twin
from numduel.theory.graphs.deepening import GAVE_UP, YES

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
        self.matching = matching_arrays(len(numbers), work)
        self.stack = tuple(work.zeros(len(numbers) + 2) for _ in range(3))
        tables: tuple[Any, Any] = ({}, {}) if work is deepening else _compiled_tables()
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
    found = [won if wins else lost for wins in winning]  # not a million tuples alike
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
        return deepening
    is_large = numbers >= _FEW
    return choose_twin(
        deepening,
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
    """`near` and `index` of `deepening.py` for some numbers, ascending; not to be changed."""
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


def matching_arrays(size: int, work: ModuleType = deepening) -> tuple[Any, ...]:
    """The arrays in which `deepening.missable` keeps a matching, which is empty at first."""
    return (work.ints([-1] * size), *(work.zeros(size + 1) for _ in range(4)))
