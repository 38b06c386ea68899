"""The atlas: its first rows are counted anew, by trying everything."""

import csv
import importlib
import sys
from pathlib import Path

import pytest

from numduel.theory.grundy import nim_values
from numduel.theory.matching import divisor_graph, maximum_matching

from ..conftest import mostly_long

ROOT = Path(__file__).parents[2]
OPENINGS = ("any", "even", "even-below-half")


@pytest.fixture(scope="module")
def divisor():
    """The program that makes the tables of Divisor Duel."""
    sys.path.insert(0, str(ROOT / "tools/atlas"))
    try:
        yield importlib.import_module("divisor")
    finally:
        sys.path.remove(str(ROOT / "tools/atlas"))


def rows_of(name):
    """The rows of a file beside the atlas."""
    with (ROOT / "docs" / name).open(newline="") as file:
        return list(csv.reader(file))[1:]


def test_openings_table_agrees_with_brute_force(divisor):
    rows = rows_of("divisor-openings.csv")
    assert [row[0] for row in rows] == [str(size) for size in range(1, 101)]
    for size in range(5, 15):
        found = divisor.try_everything(size)
        told = []
        for rule in OPENINGS:
            some = {one: far for one, far in found.items() if divisor.is_opening(one, size, rule)}
            won = sum(is_won for is_won, _ in some.values())
            told += [f"{won} of {len(some)}", str(divisor.best_play(some))]
        assert rows[size - 1][1:] == [*told, str(max(far for _, far in found.values()))]


@pytest.mark.parametrize("numbers", mostly_long(*range(1, 21), now=(0, 4, 11)))
def test_complete_games_are_as_many_as_the_rules_allow(divisor, numbers):
    games = divisor.count_games("divisor-duel", numbers=numbers)
    told = [[*map(int, row)] for row in rows_of("complete-games-by-opening.csv")]
    assert [each[1:] for each in told if each[0] == numbers] == [
        [one, *ways] for one, ways in games.items()
    ]
    sums = []
    for rule, least in divisor.OPENINGS.items():
        some = [each for one, each in games.items() if divisor.is_opening(one, numbers, rule)]
        sums += map(str, map(sum, zip(*some, strict=True))) if numbers >= least else ["", ""]
    assert rows_of("complete-games.csv")[numbers - 1][1:-1] == sums


@pytest.mark.long
def test_the_programs_agree_with_the_page(divisor):
    rows = rows_of("complete-games.csv")
    for size in (16, 27, 40):
        found, longest = divisor.games_of_divisor_duel(size)
        odd, even = map(sum, zip(*found.values(), strict=True))
        assert rows[size - 1][1:3] == [str(odd), str(even)]
        assert rows[size - 1][-1] == str(longest)
    assert int(rows[39][3]) + int(rows[39][4]) == 258547413103  # another program's


@pytest.mark.long
def test_a_matching_that_grows_knows_who_wins_each_size(divisor):
    for size, (any_wins, even_wins, _) in enumerate(divisor.missable_kinds(120), start=1):
        missable = maximum_matching(divisor_graph(range(1, size + 1))).missable
        assert any_wins == bool(missable)
        assert even_wins == any(one % 2 == 0 for one in missable)


@pytest.mark.long
def test_sparse_nim_values_agree_with_full_search(divisor):
    values, _ = importlib.import_module("others").sparse_nim_values(3_000)
    assert values == [*nim_values(3_000)[:3_001]]


def test_both_programs_must_agree(divisor):
    with pytest.raises(Exception, match=r"^Two ways differ on the sum\.$"):
        divisor.agree(1, 2, "the sum")
