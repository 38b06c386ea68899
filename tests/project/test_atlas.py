"""The atlas: its first rows are counted anew, by trying everything."""

import importlib
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/atlas.md"
OPENINGS = ("any", "even", "even-below-half")


@pytest.fixture(scope="module")
def divisor():
    """The program that makes the tables of Divisor Duel."""
    sys.path.insert(0, str(ROOT / "tools/atlas"))
    try:
        yield importlib.import_module("divisor")
    finally:
        sys.path.remove(str(ROOT / "tools/atlas"))


def rows_below(heading):
    """The rows of the table below a heading, by their first cell."""
    _, _, below = PAGE.read_text().partition(f"{heading}\n")
    lines = re.search(r"(^\|.*\n)+", below, re.MULTILINE)[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {int(row[0]): row[1:] for row in rows}


def test_winning_openings_and_lengths_are_those_found_by_trying_everything(divisor):
    rows = rows_below("### Winning openings, and the length of best play")
    assert [*rows] == list(range(1, 101))
    for size in range(5, 15):
        found = divisor.try_everything(size)
        told = []
        for rule in OPENINGS:
            some = {one: far for one, far in found.items() if divisor.is_opening(one, size, rule)}
            won = sum(is_won for is_won, _ in some.values())
            told += [f"{won} of {len(some)}", str(divisor.best_play(some))]
        assert rows[size] == [*told, str(max(far for _, far in found.values()))]


def test_complete_games_are_as_many_as_the_rules_allow(divisor):
    rows = rows_below("### Complete games")
    for size in range(5, 13):
        games = divisor.count_games("divisor-duel", numbers=size)
        assert rows[size][:3] == [
            str(sum(many for one, many in games.items() if divisor.is_opening(one, size, rule)))
            for rule in OPENINGS
        ]


@pytest.mark.long
def test_the_program_that_counts_games_agrees_with_the_page(divisor):
    rows = rows_below("### Complete games")
    for size in (16, 18):
        found = divisor.games_of_divisor_duel(size, 10**6)
        assert str(sum(each.games for each in found.values())) == rows[size][0]
        assert str(max(each.longest for each in found.values())) == rows[size][3]
    assert divisor.games_of_divisor_duel(18, 10) is None


def test_both_programs_must_agree(divisor):
    with pytest.raises(Exception, match=r"^Two ways differ on the sum\.$"):
        divisor.agree(1, 2, "the sum")
