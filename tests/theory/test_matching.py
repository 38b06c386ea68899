"""Matchings, checked against other programs, by brute force and by their own certificates."""

import random
import shutil
import subprocess
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import combinations
from pathlib import Path

import pytest
from graphs import (
    PETERSEN,
    Edge,
    cactus,
    certified,
    cycle,
    edges_of,
    flower,
    random_graphs,
    shuffled,
    strip,
    triangles_in_a_row,
)
from hypothesis import given
from hypothesis import strategies as st

import numduel
from numduel.theory.matching import (
    Graph,
    Matching,
    divisor_graph,
    graph_of,
    maximum_matching,
    search,
)

from ..conftest import run_python

SOURCE = Path(numduel.__file__).parents[1]


def largest_matchings(edges: Iterable[Edge], vertices: range) -> Callable[[int], int]:
    """A brute-force oracle: the size of the largest matching among a set of vertices."""
    joined = dict.fromkeys(vertices, 0)
    for one, other in edges:
        joined[one] |= 1 << other
        joined[other] |= 1 << one

    @cache
    def largest(among: int) -> int:
        if not among:
            return 0
        vertex = among.bit_length() - 1
        rest = among ^ 1 << vertex
        best, partners = largest(rest), joined[vertex] & rest
        while partners:
            partner = partners & -partners
            partners ^= partner
            best = max(best, 1 + largest(rest ^ partner))
        return best

    return largest


def check_by_brute_force(edges: list[Edge], vertices: range) -> None:
    matching = certified(graph_of(edges, vertices))
    largest = largest_matchings(edges, vertices)
    everyone = sum(1 << vertex for vertex in vertices)
    missable = [v for v in vertices if largest(everyone ^ 1 << v) == matching.size]
    assert matching.size == largest(everyone)
    assert list(matching.missable) == missable


def test_perfect_matchings_exist_only_for_2_4_6_and_10() -> None:
    perfect = [n for n in range(1, 101) if not certified(divisor_graph(range(1, n + 1))).missable]
    assert perfect == [2, 4, 6, 10]


@given(st.sets(st.integers(1, 300), max_size=60))
def test_the_divisor_graph_of_any_numbers_joins_divisors(numbers: set[int]) -> None:
    expected = [(low, high) for low, high in combinations(sorted(numbers), 2) if high % low == 0]
    graph = divisor_graph(numbers)
    assert list(graph.vertices) == sorted(numbers)
    assert edges_of(graph) == expected
    assert graph.edge_count == len(expected)


def test_graphs_without_edges_have_empty_matchings() -> None:
    for graph in (divisor_graph([]), divisor_graph([7]), graph_of([]), graph_of([], [3, 5])):
        matching = certified(graph)
        assert matching.size == 0
        assert matching.missable == tuple(graph.vertices)


def test_loops_and_repeated_edges_do_not_count() -> None:
    graph = graph_of([(2, 1), (1, 2), (3, 3), (1, 2)])
    assert edges_of(graph) == [(1, 2)]
    assert certified(graph).missable == (3,)


def test_only_numbers_from_1_have_a_divisor_graph() -> None:
    with pytest.raises(ValueError, match=r"is made of numbers from 1 on, not of 0$"):
        divisor_graph([0, 1, 2])


@pytest.mark.untraced
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, pytest.param(6, marks=pytest.mark.long)])
def test_all_graphs_of_few_vertices_agree_with_brute_force(size: int) -> None:
    possible = list(combinations(range(size), 2))
    for chosen in range(1 << len(possible)):
        edges = [edge for i, edge in enumerate(possible) if chosen >> i & 1]
        check_by_brute_force(edges, range(size))


@pytest.mark.untraced
def test_random_graphs_agree_with_brute_force() -> None:
    for size, edges in random_graphs(1_500, 12, seed=1):
        check_by_brute_force(edges, range(size))


@pytest.mark.untraced
def test_random_graphs_agree_with_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    for size, edges in random_graphs(60, 60, seed=2):
        peer = networkx.Graph(edges)
        pairs = networkx.max_weight_matching(peer, maxcardinality=True)
        assert certified(graph_of(edges, range(size))).size == len(pairs)


@given(st.integers(2, 40), st.data())
def test_graphs_of_any_shape_have_certified_matchings(size: int, data: st.DataObject) -> None:
    vertex = st.integers(0, size - 1)
    edges = data.draw(st.lists(st.tuples(vertex, vertex), max_size=4 * size))
    certified(graph_of(edges, range(size)))


def test_gallai_edmonds_sets_ignore_initial_matching() -> None:
    source = random.Random(3)
    for size, edges in random_graphs(400, 40, seed=4):
        graph = graph_of(edges, range(size))
        mate = [0] * (size + 1)
        for low, high in source.sample(edges, source.randint(0, len(edges))):
            if mate[low + 1] == mate[high + 1] == 0:
                mate[low + 1], mate[high + 1] = high + 1, low + 1
        work = [[0] * (size + 1) for _ in range(8)]
        search(graph.start, graph.neighbours, mate, *work)
        matching, reached = maximum_matching(graph), Matching(graph, mate, work[0])
        assert (reached.size, reached.missable) == (matching.size, matching.missable)
        assert reached.barrier == matching.barrier


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("edges", "size", "missable"),
    [
        *((cycle(n), n // 2, n % 2 * n) for n in (3, 5, 7, 8, 31, 101)),
        *((triangles_in_a_row(n), 3 * n // 2, n % 2 * (2 * n + 1)) for n in (2, 3, 10, 31)),
        *((cactus(n), n, 2 * n + 1) for n in (1, 2, 7, 40)),
        *((strip(n), n, 2 * n + 1) for n in (1, 2, 9, 40)),
        *((flower(n), 2 * n + 2, 0) for n in (1, 2, 9)),
        *((list(combinations(range(n), 2)), n // 2, n % 2 * n) for n in (4, 5, 9, 12)),
        (PETERSEN, 5, 0),
    ],
)
def test_blossoms_of_every_kind_are_found(
    edges: list[Edge], size: int, missable: int, seed: int
) -> None:
    edges = shuffled(edges, seed)
    graph = graph_of(edges)
    matching = certified(graph)
    assert matching.size == size
    assert len(matching.missable) == missable
    if len(graph.vertices) < 13:
        check_by_brute_force(edges, range(len(graph.vertices)))


@pytest.mark.untraced
@pytest.mark.parametrize("edges", [strip(10_000)])
def test_no_graph_is_too_deep(edges: list[Edge]) -> None:
    matching = maximum_matching(graph_of(shuffled(edges, seed=5)), compiled=False)
    assert matching.size == len(matching.graph.vertices) // 2


@pytest.mark.untraced
def test_compiled_or_plain_the_matching_is_the_same() -> None:
    pytest.importorskip("numba")
    lists = [range(1, 301), range(1, 20_001), range(7, 3_000, 3), [1, 6, 12, 10**6]]
    builders: list[Callable[..., Graph]] = [
        *(partial(divisor_graph, numbers) for numbers in lists),
        *(partial(graph_of, edges, range(60)) for _, edges in random_graphs(200, 60, seed=6)),
    ]
    for build in builders:
        plain, compiled = build(compiled=False), build(compiled=True)
        assert edges_of(plain) == edges_of(compiled)
        expected = maximum_matching(plain, compiled=False)
        for graph, is_compiled in ((compiled, True), (plain, True), (compiled, False)):
            matching = maximum_matching(graph, compiled=is_compiled)
            assert (matching.pairs, matching.missable) == (expected.pairs, expected.missable)
            assert matching.barrier == expected.barrier


@pytest.mark.untraced
def test_large_lists_are_judged_by_compiled_code() -> None:
    pytest.importorskip("numba")
    graph = divisor_graph(range(1, 60_001))
    assert not isinstance(graph.neighbours, list)
    assert certified(graph).size == 26_228


def output_of(program: str, source: Path = SOURCE, **environment: str) -> str:
    return run_python(program, PYTHONPATH=str(source), **environment).stdout


TWENTY = """
import sys
from numduel.theory.matching import divisor_graph, maximum_matching
print(maximum_matching(divisor_graph(range(1, 21), compiled={0}), compiled={0}).size)
"""


def test_small_graphs_do_not_load_numba() -> None:
    program = TWENTY.format(None) + "print({'numba', 'numpy'} & {*sys.modules})"
    assert output_of(program).split() == ["8", "set()"]


def test_without_numba_large_graphs_are_matched_as_well(untraced: dict[str, str]) -> None:
    program = "import sys; sys.modules['numba'] = None" + TWENTY.format(None)
    assert output_of(program.replace("21", "60_001"), **untraced).split() == ["26228"]


def test_compiled_code_that_is_asked_for_needs_numba() -> None:
    program = "import sys; sys.modules['numba'] = None" + TWENTY.format(True)
    with pytest.raises(subprocess.CalledProcessError) as failed:
        output_of(program)
    assert "pip install '.[fast]'" in failed.value.stderr


@pytest.mark.long  # it is compiled anew
def test_compiled_code_works_without_cache(tmp_path: Path, untraced: dict[str, str]) -> None:
    pytest.importorskip("numba")
    shutil.copytree(SOURCE, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "src" / "numduel" / "theory" / "__pycache__").write_text("not a directory")
    nowhere = {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null/cache"}
    assert output_of(TWENTY.format(True), tmp_path / "src", **nowhere, **untraced).split() == ["8"]
