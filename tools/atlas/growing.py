"""A maximum matching of the divisor graph of 1 to n, updated as n grows.

The matching of 1 to n − 1 misses n, and is at most one augmenting path short of maximum. So each
size costs one search for the missable numbers, which begins with nearly all of the matching.
"""

from typing import Any

import numpy as np
from numba import njit

from numduel.theory import matching
from numduel.theory.compiling import compiled_twin

_search = compiled_twin(matching).search
_INNER, _OUTER = matching.INNER, matching.OUTER


def missable_kinds(most: int) -> list[tuple[bool, bool, bool]]:
    """Return for each size from 1 on whether some maximum matching misses any number, an even one,
    and an even one below half of the size."""
    graph = matching.divisor_graph(range(1, most + 1), compiled=True)
    room = [np.zeros(most + 1, np.int32) for _ in range(9)]
    found = _grow(graph.start, graph.neighbours, *room)
    return [(bool(kinds & 1), bool(kinds & 2), bool(kinds & 4)) for kinds in found]


@njit
def _grow(
    start: Any,
    neighbours: Any,
    mate: Any,
    kind: Any,
    look: Any,
    before: Any,
    across: Any,
    first: Any,
    mark: Any,
    outer: Any,
    waiting: Any,
) -> Any:
    most = len(mate) - 1
    found = np.zeros(most, np.int8)
    for number in range(1, most + 1):  # numbers above the size count as inner and matched
        mate[number] = number
        kind[number] = _INNER
    for size in range(1, most + 1):
        mate[size] = 0
        for number in range(1, size + 1):
            kind[number] = 0
        _search(start, neighbours, mate, kind, look, before, across, first, mark, outer, waiting)
        for number in range(1, size + 1):
            if kind[number] == _OUTER:
                is_even = number % 2 == 0
                found[size - 1] |= 1 | is_even << 1 | (is_even and 2 * number < size) << 2
    return found
