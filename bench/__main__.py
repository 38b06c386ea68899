"""Runs every benchmark, each side by side with its peer, and writes docs/benchmarks.md.

python -m bench [--short]     a short run only prints
"""

import argparse
import platform
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BENCHMARKS = {
    "matching": "Matching of divisor graphs",
    "solving": "Solving a game whole",
    "scalar": "One game at a time: random moves a second",
    "batch": "Many games at once: random moves a second",
}
SPEEDS = ("task", "peer", "numduel, moves/s", "peer, moves/s", "ratio")


def table_of(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [columns, ("---",) * 2 + ("---:",) * (len(columns) - 2), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def cells_of(row: Any) -> tuple[str, ...]:
    """A measurement as the cells of its table."""
    if hasattr(row, "cells"):
        return tuple(row.cells)
    return (row.task, row.peer, f"{row.ours:,.0f}", f"{row.theirs:,.0f}", f"{row.ratio:,.1f}")


def chapter(name: str, title: str, short: bool) -> str:
    """One benchmark, run now: what is measured, the table, and what could not be measured."""
    benchmark = import_module(f"bench.{name}")
    about = (benchmark.__doc__ or "").split("\n\n", 1)[-1].strip()
    measured = list(benchmark.rows(short))
    columns = getattr(benchmark, "COLUMNS", SPEEDS)
    table = table_of(columns, (cells_of(row) for row in measured if not isinstance(row, str)))
    missing = "".join(f"\n{row}\n" for row in measured if isinstance(row, str))
    return f"## {title}\n\n{about}\n\n{table}{missing}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    short = parser.parse_args().short
    page = [
        "# Benchmarks\n",
        "Made by `make bench`: every row is ours and a peer's, measured in the same run on the"
        f" same machine (Python {platform.python_version()}, {platform.machine()}, two shared"
        " cores). Read the ratios; the seconds are this machine's.\n",
    ]
    for name, title in BENCHMARKS.items():
        page.append(chapter(name, title, short))
        print(page[-1], flush=True)
    if not short:
        PAGE.write_text("\n".join(page))


if __name__ == "__main__":
    main()
