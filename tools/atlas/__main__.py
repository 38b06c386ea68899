"""Writes docs/atlas.md: tables of exact results for each game, size by size (`make atlas`).

Most figures are found by two independent programs; where there is only one, the atlas says so.
Complete games by opening go to complete-games.csv beside it. `--workers` and `--cluster` are those
of docs/arena.md.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import divisor
import others
import tables

from numduel.errors import NumduelError
from numduel.workers import Workers, open_workers

PAGE = Path(__file__).parents[2] / "docs/atlas.md"
LEAD = """\
# Atlas

What is true of each game, size by size; made by `make atlas`. Figures are found in two independent
ways unless they are marked as found by **one program**. A348842 and the like are sequences of the
[OEIS](https://oeis.org).
"""


def make_atlas(workers: Workers, files: divisor.Files) -> Iterator[str]:
    """Yield the lines of the atlas. Compiled code cannot be pickled, so it runs in this process."""
    whole = (others.parity, others.number_split, others.sequence)
    rest = [workers.submit(tables.lines_of, make) for make in whole]
    yield LEAD
    yield "## Divisor Duel\n"
    yield from divisor.divisor_losses(workers, files)
    yield from divisor.divisor_lengths(workers, files)
    yield from divisor.divisor_games(files)
    yield from others.grundy()
    for table in rest:
        yield from workers.result(table)


def send_whole() -> None:
    """Send this folder's modules to a cluster, whose workers do not have them."""
    import cloudpickle

    for module in (tables, divisor, others):
        cloudpickle.register_pickle_by_value(module)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--cluster", metavar="ADDRESS")
    parser.add_argument("--out", type=Path, default=PAGE)
    given = parser.parse_args()
    try:
        with open_workers(given.workers, given.cluster, print) as opened:
            if opened.is_elsewhere:
                send_whole()
            files: divisor.Files = {}
            text = "\n".join(make_atlas(opened, files))
    except NumduelError as error:
        sys.exit(str(error))
    given.out.write_text(text.rstrip("\n") + "\n")
    for name, lines in files.items():
        given.out.with_name(name).write_text("\n".join(lines) + "\n")
