"""Maximum matchings of graphs of any shape, and which vertices one of them can miss.

A matching pairs vertices along edges, each vertex at most once; it is maximum if no other has
more pairs. A vertex is *missable* if some maximum matching leaves it out. One search finds the
matching and all missable vertices together:

1. *Peel.* A leaf may always be matched to its only neighbour, so leaves go first; where there
   are none, the next vertex takes its neighbour of least degree. Little is left to mend.
2. *Search.* From each exposed vertex grows a tree of alternating paths: an edge outside the
   matching leads to an *inner* vertex, an edge of the matching on to an *outer* one. An exposed
   neighbour of an outer vertex ends a path that can be flipped, for one pair more. An edge
   between two outer vertices closes an odd cycle, a blossom, and makes its inner vertices outer,
   since the cycle can be walked either way (H. N. Gabow, Journal of the ACM 23, 1976).
3. *Retire.* A tree that ends nowhere is never entered again: all neighbours of its outer
   vertices are in it, or are inner vertices of earlier such trees.

When all searches are over, the outer vertices of the retired trees are exactly the missable
ones. They can be missed: flip the path from one of them to its root, and it is exposed in the
root's place, with as many pairs. No other can: let A be the inner vertices. Without A, the outer
vertices fall apart into odd pieces, a vertex or a blossom each, since every edge between two
outer vertices of a tree was followed, and none leads from tree to tree. A tree has one piece
more than inner vertices. So *any* matching misses at least (pieces − |A|) vertices of the
pieces, and ours misses no more: it is maximum, and every maximum matching misses vertices of the
pieces only. (This is the decomposition of Gallai and Edmonds; A is the barrier with which Tutte
and Berge certify a matching.)

The kernels below only count, compare and index whole numbers. So they run unchanged on lists, and
numba compiles them for large graphs if it is installed (`numduel[fast]`): see `compiling.py`. The
result is the same, pair by pair. Internally vertices are numbered from 1, and 0 is none; the
neighbours of v are `neighbours[start[v] : start[v + 1]]`, ascending.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType

from numduel.theory.compiling import Ints, choose_twin, ints, zeros

__all__ = [
    "Graph",
    "Matching",
    "divisor_graph",
    "graph_of",
    "ints",
    "maximum_matching",
    "winning_openings",
    "zeros",
]

WIDTH = "int32"  # integer type of compiled code
INNER, OUTER = -1, 1
# Edges from which compiled code pays off: if numba must first be loaded, and if it is loaded.
_WORTH_LOADING, _WORTH_CALLING = 500_000, 5_000
_EDGES_PER_NUMBER = 10  # roughly, in divisor graphs of about that size


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected graph whose vertices are whole numbers; internally they count from 1."""

    vertices: Sequence[int]  # ascending
    start: Ints = field(repr=False)
    neighbours: Ints = field(repr=False)

    @property
    def edge_count(self) -> int:
        return len(self.neighbours) // 2


@dataclass(frozen=True, eq=False)
class Matching:
    """A maximum matching of a graph, with the vertices that another one can miss."""

    graph: Graph
    _partners: list[int] = field(repr=False)
    _kinds: list[int] = field(repr=False)

    @cached_property
    def size(self) -> int:
        """The number of pairs."""
        return (len(self._partners) - self._partners.count(0)) // 2

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs, ascending, each with the smaller vertex first."""
        vertices = self.graph.vertices
        return tuple(
            (vertices[place - 1], vertices[partner - 1])
            for place, partner in enumerate(self._partners)
            if place < partner
        )

    @cached_property
    def missable(self) -> tuple[int, ...]:
        """The vertices that some maximum matching misses, ascending."""
        return self._of_kind(OUTER)

    @cached_property
    def barrier(self) -> tuple[int, ...]:
        """Vertices whose removal leaves so many odd components that no matching can be larger (the
        barrier of Tutte and Berge)."""
        return self._of_kind(INNER)

    def _of_kind(self, wanted: int) -> tuple[int, ...]:
        vertices = self.graph.vertices
        return tuple(vertices[i - 1] for i, kind in enumerate(self._kinds) if kind == wanted)


def maximum_matching(graph: Graph, *, compiled: bool | None = None) -> Matching:
    """Return a maximum matching: the same one for the same graph, compiled or not."""
    work = _kernels_for(graph.edge_count, compiled)
    start, neighbours = work.ints(graph.start), work.ints(graph.neighbours)
    size = len(graph.vertices) + 1
    partners, kinds = work.zeros(size), work.zeros(size)
    work.peel(start, neighbours, partners, work.zeros(size), work.zeros(2 * size))
    work.search(start, neighbours, partners, kinds, *(work.zeros(size) for _ in range(7)))
    return Matching(graph, ints(partners), ints(kinds))


def divisor_graph(numbers: Iterable[int], *, compiled: bool | None = None) -> Graph:
    """Return the divisor graph of these numbers: edges join each number with its multiples."""
    vertices = numbers if isinstance(numbers, range) and numbers.step == 1 else sorted({*numbers})
    if vertices and vertices[0] < 1:
        raise ValueError(f"a divisor graph is made of numbers from 1 on, not of {vertices[0]}")
    work = _kernels_for(_EDGES_PER_NUMBER * len(vertices), compiled)
    values = work.ints([0, *vertices])
    last = vertices[-1] if vertices else 0
    # A table of places makes multiples quick to look up, but is too large for a few sparse numbers.
    places = work.zeros(last + 1 if last < len(vertices) ** 2 else 0)
    room = work.most_divisors(values)
    lower, upper = work.zeros(room), work.zeros(room)
    count = work.list_divisors(values, places, lower, upper)
    return _linked(vertices, lower, upper, count, work)


def winning_openings(numbers: int, *, compiled: bool | None = None) -> list[int]:
    """List the winning openings of Divisor Duel on 1 to `numbers`, ascending, for any size."""
    graph = divisor_graph(range(1, numbers + 1), compiled=compiled)
    return list(maximum_matching(graph, compiled=compiled).missable)


def graph_of(
    edges: Iterable[tuple[int, int]], vertices: Iterable[int] = (), *, compiled: bool | None = None
) -> Graph:
    """Return the graph of these edges and further vertices. Loops are left out, because no matching
    can use them."""
    distinct = {(min(edge), max(edge)) for edge in edges}
    named = sorted({*vertices}.union(*distinct))
    places = {vertex: place for place, vertex in enumerate(named, 1)}
    ends = sorted((places[low], places[high]) for low, high in distinct if low != high)
    lower, upper = [low for low, _ in ends], [high for _, high in ends]
    return _linked(named, lower, upper, len(ends), _kernels_for(len(ends), compiled))


def _linked(
    vertices: Sequence[int], lower: Ints, upper: Ints, count: int, work: ModuleType
) -> Graph:
    start, neighbours = work.zeros(len(vertices) + 2), work.zeros(2 * count)
    work.link(work.ints(lower), work.ints(upper), count, start, neighbours)
    return Graph(vertices, start, neighbours)


def _kernels_for(edges: int, compiled: bool | None) -> ModuleType:
    """Return this module or its compiled twin: as requested, otherwise whichever is faster."""

    def is_worth_it(is_loaded: bool) -> bool:
        return edges >= (_WORTH_CALLING if is_loaded else _WORTH_LOADING)

    return choose_twin(sys.modules[__name__], is_worth_it, compiled)


# Kernels


def most_divisors(numbers: Ints) -> int:
    """Return an upper bound for the edges of the divisor graph of these numbers (a 0, then
    ascending)."""
    size = len(numbers)
    most = 0
    for place in range(1, size):
        most += min(numbers[size - 1] // numbers[place], size - place) - 1
    return most


def list_divisors(numbers: Ints, places: Ints, lower: Ints, upper: Ints) -> int:
    """Write each edge of the divisor graph as the places of its ends; return their number."""
    size, last, count = len(numbers), numbers[len(numbers) - 1], 0
    if len(places):
        for place in range(1, size):
            places[numbers[place]] = place
    for place in range(1, size):
        number = numbers[place]
        if len(places) and last // number < size - place:
            for multiple in range(2 * number, last + 1, number):
                if places[multiple]:
                    lower[count] = place
                    upper[count] = places[multiple]
                    count += 1
        else:
            for other in range(place + 1, size):
                if numbers[other] % number == 0:
                    lower[count] = place
                    upper[count] = other
                    count += 1
    return count


def link(lower: Ints, upper: Ints, count: int, start: Ints, neighbours: Ints) -> None:
    """List the neighbours of every vertex, given `count` edges by their ends, ascending."""
    for edge in range(count):
        start[lower[edge]] += 1
        start[upper[edge]] += 1
    for vertex in range(1, len(start)):
        start[vertex] += start[vertex - 1]
    # Each start still holds the end of its range; filling backwards brings it down.
    for edge in range(count - 1, -1, -1):
        low, up = lower[edge], upper[edge]
        start[low] -= 1
        neighbours[start[low]] = up
        start[up] -= 1
        neighbours[start[up]] = low


def leave(
    vertex: int, start: Ints, neighbours: Ints, mate: Ints, degree: Ints, stack: Ints, top: int
) -> int:
    """Remove a matched vertex from the degrees, and stack the new leaves."""
    for other in neighbours[start[vertex] : start[vertex + 1]]:
        if mate[other] == 0:
            degree[other] -= 1
            if degree[other] == 1:
                stack[top] = other
                top += 1
    return top


def peel(start: Ints, neighbours: Ints, mate: Ints, degree: Ints, stack: Ints) -> None:
    """Match leaves while there are any, then the next vertex, and leaves again."""
    size, top = len(mate), 0
    degree[0] = size
    for vertex in range(size - 1, 0, -1):
        degree[vertex] = start[vertex + 1] - start[vertex]
        stack[top] = vertex
        top += 1
    for vertex in range(1, size):
        if degree[vertex] == 1:
            stack[top] = vertex
            top += 1
    while top:
        top -= 1
        vertex = stack[top]
        if mate[vertex] or degree[vertex] == 0:
            continue
        least = 0
        for other in neighbours[start[vertex] : start[vertex + 1]]:
            if mate[other] == 0 and degree[other] < degree[least]:
                least = other
        mate[vertex] = least
        mate[least] = vertex
        top = leave(vertex, start, neighbours, mate, degree, stack, top)
        top = leave(least, start, neighbours, mate, degree, stack, top)


def exposed_neighbour(
    vertex: int, start: Ints, neighbours: Ints, mate: Ints, kind: Ints, look: Ints
) -> int:
    """Return an exposed neighbour that no search has begun from, or 0. Such vertices only get
    fewer, so each look continues where the last one ended."""
    place, end = look[vertex], start[vertex + 1]
    while place < end and (mate[neighbours[place]] or kind[neighbours[place]]):
        place += 1
    look[vertex] = place
    return neighbours[place] if place < end else 0


def first_inner(vertex: int, kind: Ints, first: Ints) -> int:
    """Return the first inner vertex on the path from an outer vertex to the root."""
    inner = first[vertex]
    while kind[inner] == OUTER:
        first[vertex] = first[inner]
        vertex, inner = inner, first[inner]
    return inner


def shrink(
    one: int,
    other: int,
    mate: Ints,
    kind: Ints,
    before: Ints,
    across: Ints,
    first: Ints,
    mark: Ints,
    outer: Ints,
    found: int,
) -> int:
    """Make the inner vertices of a blossom outer; the edge between these two outer vertices closes
    it."""
    left, right = first_inner(one, kind, first), first_inner(other, kind, first)
    stamp = found  # increases with every blossom of a search
    mark[left] = stamp
    mark[right] = stamp
    # Climb both paths alternately until one reaches a vertex of the other: the base.
    base, waiting = left, right
    while True:
        if waiting:
            base, waiting = waiting, base
        base = first_inner(before[mate[base]], kind, first)
        if mark[base] == stamp:
            break
        mark[base] = stamp
    for end in (left, right):
        inner = end
        while inner != base:
            kind[inner] = OUTER
            before[inner] = one
            across[inner] = other
            first[inner] = base
            outer[found] = inner
            found += 1
            inner = first_inner(before[mate[inner]], kind, first)
    return found


def augment(one: int, other: int, mate: Ints, before: Ints, across: Ints, stack: Ints) -> None:
    """Match an outer vertex to another and flip its path to the root."""
    top = 0
    while True:
        freed = mate[one]
        mate[one] = other
        if mate[freed] != one:
            if top == 0:
                return
            top -= 1
            one, other = across[stack[top]], before[stack[top]]
        elif across[one]:  # its path crosses an edge of a blossom: flip this side, then that
            stack[top] = one
            top += 1
            one, other = before[one], across[one]
        else:
            mate[freed] = before[one]
            one, other = before[one], freed


def search(
    start: Ints,
    neighbours: Ints,
    mate: Ints,
    kind: Ints,
    look: Ints,
    before: Ints,
    across: Ints,
    first: Ints,
    mark: Ints,
    outer: Ints,
    waiting: Ints,
) -> None:
    """Search from each exposed vertex; flip the path found, or retire the tree."""
    for vertex in range(1, len(mate)):
        look[vertex] = start[vertex]
    for root in range(1, len(mate)):
        if mate[root]:
            continue
        kind[root] = OUTER
        first[root] = 0
        mark[0] = 0
        outer[0] = root
        waiting[0] = root
        found, left = 1, 1
        end, exposed = root, exposed_neighbour(root, start, neighbours, mate, kind, look)
        while left and exposed == 0:
            left -= 1
            vertex = waiting[left]
            for other in neighbours[start[vertex] : start[vertex + 1]]:
                if kind[other] == INNER:
                    continue
                fresh = found
                if kind[other] == OUTER:
                    if first_inner(vertex, kind, first) != first_inner(other, kind, first):
                        found = shrink(
                            vertex, other, mate, kind, before, across, first, mark, outer, found
                        )
                else:
                    kind[other] = INNER
                    mark[other] = 0
                    beyond = mate[other]
                    kind[beyond] = OUTER
                    before[beyond] = vertex
                    across[beyond] = 0
                    first[beyond] = other
                    outer[found] = beyond
                    found += 1
                while fresh < found and exposed == 0:
                    end = outer[fresh]
                    waiting[left] = end
                    left += 1
                    fresh += 1
                    exposed = exposed_neighbour(end, start, neighbours, mate, kind, look)
                if exposed:
                    break
        if exposed:
            mate[exposed] = end
            augment(end, exposed, mate, before, across, waiting)
            for place in range(found):
                kind[outer[place]] = 0
                kind[mate[outer[place]]] = 0
