"""Games of a thousand numbers, the largest there are."""

import re

import pytest


@pytest.mark.parametrize(
    ("arguments", "typed", "choices"),
    [
        (["even-odd-match", "--numbers", "1000"], ["1"], range(2, 1001, 2)),
        (["divisor-duel", "--numbers", "1000"], ["1"], range(2, 1001)),
        (["number-split-duel", "--start", "1000"], [], range(999, 500, -1)),
    ],
)
def test_moves_gives_all_of_them(here, arguments, typed, choices):
    """Ruling A9."""
    told = here("play", *arguments, typed=[*typed, "moves"])
    asked = told.out.partition(": moves\n")[2].partition("\n")[0]
    label, _, listed = asked.partition(": ")
    assert "…" not in asked
    assert label
    numbers = re.findall(r"\((\d+),\d+\)|(\d+)", listed)
    assert [int(split or number) for split, number in numbers] == list(choices)


def test_a_thousand_numbers_are_all_shown(here):
    told = here("play", "even-odd-match", "--numbers", "1000")
    assert told.out.split("\n")[0].endswith("998, 999, 1000]")
