"""Graphs to try matchings on, and how a matching is certified."""

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

from numduel.theory.compiling import ints
from numduel.theory.matching import Graph, Matching, maximum_matching

Edge = tuple[int, int]


def joined_in(graph: Graph) -> dict[int, list[int]]:
    """The vertices that each vertex is joined to, ascending."""
    vertices, start, joined = [*graph.vertices], ints(graph.start), ints(graph.neighbours)
    return {
        vertex: [vertices[other - 1] for other in joined[start[place] : start[place + 1]]]
        for place, vertex in enumerate(vertices, 1)
    }


def edges_of(graph: Graph) -> list[Edge]:
    joined = joined_in(graph)
    return [(v, other) for v in graph.vertices for other in joined[v] if v < other]


def odd_pieces(joined: dict[int, list[int]], removed: Iterable[int]) -> int:
    """How many components of odd size a graph has without some vertices."""
    seen, odd = set(removed), 0
    for vertex in joined:
        stack, size = [vertex] if vertex not in seen else [], 0
        seen.add(vertex)
        while stack:
            size += 1
            fresh = [other for other in joined[stack.pop()] if other not in seen]
            seen.update(fresh)
            stack += fresh
        odd += size % 2
    return odd


def certified(graph: Graph, compiled: bool | None = None) -> Matching:
    """The matching of a graph, after proof that it is one and that none is larger."""
    matching = maximum_matching(graph, compiled=compiled)
    paired = [vertex for pair in matching.pairs for vertex in pair]
    assert len(set(paired)) == len(paired) == 2 * matching.size
    joined = joined_in(graph)
    assert all(high in joined[low] for low, high in matching.pairs)
    assert {*graph.vertices} - {*paired} <= {*matching.missable}
    assert not {*matching.missable} & {*matching.barrier}
    barrier = matching.barrier
    missed = odd_pieces(joined, barrier) - len(barrier)
    assert 2 * matching.size == len(graph.vertices) - missed
    return matching


def random_edges(size: int, density: float, source: random.Random) -> list[Edge]:
    return [pair for pair in combinations(range(size), 2) if source.random() < density]


def random_graphs(count: int, largest: int, seed: int) -> Iterator[tuple[int, list[Edge]]]:
    source = random.Random(seed)
    for _ in range(count):
        size = source.randint(1, largest)
        density = source.choice((1 / size, 2 / size, 3 / size, 0.1, 0.3, 0.5, 0.8))
        yield size, random_edges(size, density, source)


def shuffled(edges: Iterable[Edge], seed: int) -> list[Edge]:
    """The same graph with its vertices renamed, so that luck with their order cannot help."""
    edges = list(edges)
    names = sorted({vertex for edge in edges for vertex in edge})
    others = random.Random(seed).sample(names, len(names))
    renamed = dict(zip(names, others, strict=True))
    return [(renamed[one], renamed[other]) for one, other in edges]


def cycle(size: int) -> list[Edge]:
    return [(v, (v + 1) % size) for v in range(size)]


def triangles_in_a_row(count: int) -> list[Edge]:
    row = [edge for v in range(0, 3 * count, 3) for edge in combinations(range(v, v + 3), 2)]
    return row + [(v + 2, v + 3) for v in range(0, 3 * count - 3, 3)]


def cactus(count: int) -> list[Edge]:
    """Triangles of which each shares a vertex with the next."""
    return [e for v in range(0, 2 * count, 2) for e in combinations(range(v, v + 3), 2)]


def flower(petals: int) -> list[Edge]:
    """Cycles of five through one vertex, at the end of a stem."""
    edges = [(0, 1), (1, 2), (2, 3)]
    for first in range(4, 4 + 4 * petals, 4):
        edges += pairwise([3, first, first + 1, first + 2, first + 3, 3])
    return edges


def strip(depth: int) -> list[Edge]:
    """Triangles that overlap, each sharing an edge with the next: blossoms within blossoms."""
    return [(v, v + step) for v in range(2 * depth) for step in (1, 2) if v + step <= 2 * depth]


PETERSEN = [
    *cycle(5),
    *((v, v + 5) for v in range(5)),
    *((v + 5, (v + 2) % 5 + 5) for v in range(5)),
]
