"""Runs the benchmarks, each side by side with its peer; a full run writes docs/benchmarks.md.

python -m bench [--short] [NAME ...]     a short run, or a run of some, only prints
"""

import argparse
import platform
from importlib import import_module
from pathlib import Path

from bench.rows import table_of

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BENCHMARKS = {
    "matching": "Matching of divisor graphs",
    "solving": "Solving a game whole",
    "distances": "How far away the end of Divisor Duel is",
    "scalar": "One game at a time: random moves a second",
    "batch": "Many games at once: random moves a second",
}


def chapter(name: str, short: bool) -> str:
    """Run a benchmark and return its section of the page: text, table and what could not be
    measured."""
    benchmark = import_module(f"bench.{name}")
    about = (benchmark.__doc__ or "").split("\n\n", 1)[-1].strip()
    told = list(benchmark.rows(short))
    measured = [row for row in told if not isinstance(row, str)]
    missing = "".join(f"\n{row}\n" for row in told if isinstance(row, str))
    table = table_of(measured) if measured else ""
    return f"## {BENCHMARKS[name]}\n\n{about}\n\n{table}{missing}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true", help="a quick run, which only prints")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    asked = parser.parse_args()
    for name in asked.names:
        if name not in BENCHMARKS:
            parser.error(f"there is no benchmark {name!r}: {', '.join(BENCHMARKS)}.")
    page = [
        "# Benchmarks\n",
        "Made by `make bench`: ours beside a peer, in the same run on the same machine"
        f" (Python {platform.python_version()}, {platform.machine()}, two shared cores). Read the"
        " ratios.\n",
    ]
    for name in asked.names or BENCHMARKS:
        page.append(chapter(name, asked.short))
        print(page[-1], flush=True)
    if not asked.short and not asked.names:
        PAGE.write_text("\n".join(page))


if __name__ == "__main__":
    main()
