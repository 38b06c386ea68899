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

The work is done by `blossom.py`: as plain Python or, on large graphs and where numba is
installed (`numduel[fast]`), compiled. The result is the same, pair by pair.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType

from numduel.theory.graphs import blossom
from numduel.theory.graphs.blossom import INNER, OUTER, Ints
from numduel.theory.graphs.compiling import choose_twin

# How many edges make compiled code worth it: if numba must first be loaded, and if it is loaded.
_WORTH_LOADING, _WORTH_CALLING = 500_000, 5_000
_EDGES_PER_NUMBER = 10  # roughly, in divisor graphs of about that size


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected graph whose vertices are whole numbers; inside, they count from 1."""

    vertices: Sequence[int]  # ascending
    start: Ints = field(repr=False)
    neighbours: Ints = field(repr=False)

    @property
    def edge_count(self) -> int:
        return len(self.neighbours) // 2

    def place_of(self, vertex: int) -> int:
        """The number of a vertex inside, from 1."""
        place = bisect_left(self.vertices, vertex)
        if place == len(self.vertices) or self.vertices[place] != vertex:
            raise ValueError(f"{vertex} is not in this graph")
        return place + 1


@dataclass(frozen=True, eq=False)
class Matching:
    """A maximum matching of a graph, and the vertices that another one can miss."""

    graph: Graph
    _partners: list[int] = field(repr=False)
    _kinds: list[int] = field(repr=False)

    @cached_property
    def size(self) -> int:
        """How many pairs it has."""
        return (len(self._partners) - self._partners.count(0)) // 2

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs, ascending, in each the smaller vertex first."""
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
        """A set of vertices whose removal leaves so many odd components that no matching can be
        larger (the barrier of Tutte and Berge)."""
        return self._of_kind(INNER)

    def partner(self, vertex: int) -> int | None:
        """The vertex that this matching pairs with the given one, or None if it misses it."""
        partner = self._partners[self.graph.place_of(vertex)]
        return self.graph.vertices[partner - 1] if partner else None

    def _of_kind(self, wanted: int) -> tuple[int, ...]:
        vertices = self.graph.vertices
        return tuple(vertices[i - 1] for i, kind in enumerate(self._kinds) if kind == wanted)


def maximum_matching(graph: Graph, *, compiled: bool | None = None) -> Matching:
    """A maximum matching: always the same one for the same graph, compiled or not."""
    work = _blossom_for(graph.edge_count, compiled)
    start, neighbours = work.ints(graph.start), work.ints(graph.neighbours)
    size = len(graph.vertices) + 1
    partners, kinds = work.zeros(size), work.zeros(size)
    work.peel(start, neighbours, partners, work.zeros(size), work.zeros(2 * size))
    work.search(start, neighbours, partners, kinds, *(work.zeros(size) for _ in range(7)))
    return Matching(graph, blossom.ints(partners), blossom.ints(kinds))


def divisor_graph(numbers: Iterable[int], *, compiled: bool | None = None) -> Graph:
    """The graph of these numbers, joined if one divides the other. They may be a range or any
    numbers."""
    vertices = numbers if isinstance(numbers, range) and numbers.step == 1 else sorted({*numbers})
    if vertices and vertices[0] < 1:
        raise ValueError(f"a divisor graph is made of numbers from 1 on, not of {vertices[0]}")
    work = _blossom_for(_EDGES_PER_NUMBER * len(vertices), compiled)
    values = work.ints([0, *vertices])
    last = vertices[-1] if vertices else 0
    # A table of places makes multiples quick to look up; it pays unless the pairs are few.
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
    """The graph of these edges. Further vertices need not have any. Loops are left out, because no
    matching can use them."""
    distinct = {(min(edge), max(edge)) for edge in edges}
    named = sorted({*vertices}.union(*distinct))
    places = {vertex: place for place, vertex in enumerate(named, 1)}
    ends = sorted((places[low], places[high]) for low, high in distinct if low != high)
    lower, upper = [low for low, _ in ends], [high for _, high in ends]
    return _linked(named, lower, upper, len(ends), _blossom_for(len(ends), compiled))


def _linked(
    vertices: Sequence[int], lower: Ints, upper: Ints, count: int, work: ModuleType
) -> Graph:
    start, neighbours = work.zeros(len(vertices) + 2), work.zeros(2 * count)
    work.link(work.ints(lower), work.ints(upper), count, start, neighbours)
    return Graph(vertices, start, neighbours)


def _blossom_for(edges: int, compiled: bool | None) -> ModuleType:
    """The functions of `blossom.py`, plain or compiled: as requested, otherwise whichever is
    faster."""

    def is_worth_it(is_loaded: bool) -> bool:
        return edges >= (_WORTH_CALLING if is_loaded else _WORTH_LOADING)

    return choose_twin(blossom, is_worth_it, compiled)
