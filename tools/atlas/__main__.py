"""Writes docs/atlas.md: tables of what is true of each game, size by size (`make atlas`).

Most terms are found by two programs that share nothing but the rules, or not even these; where it
was one program only, the atlas says so. `--positions` is how many positions counting complete games
may keep at once, a hundred bytes each.
"""

import argparse
from pathlib import Path

from divisor import divisor_tables
from others import other_tables

PAGE = Path(__file__).parents[2] / "docs/atlas.md"
LEAD = """\
# Atlas

What is true of each game, size by size; made by `make atlas`. Numbers such as A348842 are those of
the [On-Line Encyclopedia of Integer Sequences](https://oeis.org).
"""

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=30_000_000)
    most = parser.parse_args().positions
    text = "\n".join([LEAD, *divisor_tables(most), *other_tables()])
    PAGE.write_text(text.rstrip("\n") + "\n")
