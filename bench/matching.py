"""Matching, side by side with other programs: `python -m bench matching`.

Two programs match the same graph, by turns; the best run counts, without building the graph. Ours
also finds the vertices that a maximum matching can miss. "All openings" goes from the numbers to
the winning openings of Divisor Duel. Compiling and loading have rows of their own. Seconds are
processor time on one core.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.rows import Time
from numduel.theory.matching import Graph, divisor_graph, maximum_matching


def rows(short: bool = False) -> Iterator[Time | str]:
    """Yield the measurements, and a sentence for each that cannot be taken."""
    has_numba = find_spec("numba") is not None
    if not has_numba:
        yield "numba is not installed: compiled code is left out."
    for peer, numbers in (("networkx", 1_000), ("rustworkx", 1_000), ("rustworkx", 10_000)):
        if find_spec(peer) is None:
            yield f"{peer} is not installed: its comparison on 1..{numbers:,} is left out."
        elif not (short and numbers > 1_000):
            yield from _against(peer, numbers, (False, True) if has_numba else (False,))
    for numbers in (10_000,) if short else (10_000, 100_000):
        yield _all_openings(numbers, is_compiled=False)
    if has_numba:
        for numbers in (10_000, 100_000) if short else (10_000, 100_000, 1_000_000):
            yield _all_openings(numbers, is_compiled=True)
        if not short:
            yield from _loading()


def _against(peer: str, numbers: int, modes: tuple[bool, ...]) -> Iterator[Time]:
    competitors: list[Callable[[], int]] = [_matcher_of(peer, numbers)]
    competitors += [_our_matcher(numbers, is_compiled) for is_compiled in modes]
    best = [float("inf")] * len(competitors)
    for round_ in range(5):
        sizes = set()
        for place, match in enumerate(competitors):
            if round_ and place == 0 and best[0] > 1:
                continue  # a slow peer runs once: noise is small beside its time
            begin = time.process_time()
            sizes.add(match())
            best[place] = min(best[place], time.process_time() - begin)
        if len(sizes) != 1:
            raise AssertionError(f"{peer} and numduel disagree on 1..{numbers}: {sizes}")
    for is_compiled, seconds in zip(modes, best[1:], strict=True):
        yield Time(f"matching 1..{numbers:,}, {_mode(is_compiled)}", seconds, peer, best[0])


def _our_matcher(numbers: int, is_compiled: bool) -> Callable[[], int]:
    graph = divisor_graph(range(1, numbers + 1), compiled=is_compiled)
    maximum_matching(graph, compiled=is_compiled)
    return lambda: maximum_matching(graph, compiled=is_compiled).size


def _matcher_of(peer: str, numbers: int) -> Callable[[], int]:
    edges = [(v, w) for v in range(1, numbers + 1) for w in range(2 * v, numbers + 1, v)]
    library: Any = import_module(peer)
    if peer == "networkx":
        drawn = library.Graph(edges)
        return lambda: len(library.max_weight_matching(drawn, maxcardinality=True))
    drawn = library.PyGraph()
    drawn.add_nodes_from(range(numbers + 1))
    drawn.add_edges_from_no_data(edges)
    return lambda: len(library.max_weight_matching(drawn, max_cardinality=True))


def _all_openings(numbers: int, is_compiled: bool) -> Time:
    told = json.loads(_in_new_process("--openings", str(numbers), *["--compiled"] * is_compiled))
    return Time(f"all openings of 1..{numbers:,}, {_mode(is_compiled)}", **told)


def _measure_openings(numbers: int, is_compiled: bool) -> dict[str, float]:
    def judge(numbers: int) -> Graph:
        graph = divisor_graph(range(1, numbers + 1), compiled=is_compiled)
        if not maximum_matching(graph, compiled=is_compiled).missable:
            raise AssertionError(f"there is a winning opening on 1..{numbers}")
        return graph

    judge(20)
    seconds = []
    for _ in range(3):
        begin = time.process_time()
        edges = judge(numbers).edge_count
        seconds.append(time.process_time() - begin)
    return {"seconds": min(seconds), "edges": edges, "peak_megabytes": _peak_megabytes()}


def _peak_megabytes() -> float:
    """Return the peak memory of this process. On Linux a child inherits its parent's `ru_maxrss`,
    so there /proc is read instead."""
    status = Path("/proc/self/status")
    if status.exists():
        marks = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(marks["VmHWM"].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _loading() -> Iterator[Time]:
    """Yield the cost of compiled code for a process that uses it for the first time."""
    with tempfile.TemporaryDirectory() as empty:
        for task in ("the first ever: numba compiles", "the first of a process: numba loads"):
            seconds = _in_new_process(NUMBA_CACHE_DIR=empty)
            yield Time(f"compiled code, {task}", float(seconds))


def _measure_loading() -> float:
    begin = time.process_time()
    maximum_matching(divisor_graph(range(1, 21), compiled=True), compiled=True)
    return time.process_time() - begin


def _in_new_process(*arguments: str, **environment: str) -> str:
    command = [sys.executable, "-m", "bench.matching", *arguments]
    done = subprocess.run(
        command,
        cwd=Path(__file__).parents[1],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout.decode()


def _mode(is_compiled: bool) -> str:
    return "compiled" if is_compiled else "plain Python"


def main() -> None:
    """Run one measurement in a process of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--openings", type=int)
    parser.add_argument("--compiled", action="store_true")
    asked = parser.parse_args()
    if asked.openings:
        print(json.dumps(_measure_openings(asked.openings, asked.compiled)))
    else:
        print(_measure_loading())


if __name__ == "__main__":
    main()
