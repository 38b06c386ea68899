"""Games of a thousand and of a million numbers."""

import re
import resource

import pytest

from ...conftest import mostly_long


def test_over_a_thousand_choices_are_shortened_and_counted(here):
    told = here("play", "parity-duel", "--numbers", "5000")
    listed = told.out.split("\n")[1]
    assert listed.startswith("1  2  3  4  5  6  7")
    assert listed.endswith("999  1000  … (5000 in all; enter moves to see what is allowed)")


@pytest.mark.parametrize(
    ("arguments", "typed", "choices"),
    [
        (["parity-duel", "--numbers", "5000"], [], range(1, 5001)),
        (["parity-duel", "--numbers", "5000"], ["2"], range(1, 5001, 2)),
        (["even-odd-match", "--numbers", "5000"], ["1"], range(2, 5001, 2)),
        (["divisor-duel", "--numbers", "5000"], ["1"], range(2, 5001)),
        (["sequence-builder", "--numbers", "5000"], ["1"], range(2, 5001)),
        (["number-split-duel", "--start", "5000"], [], range(4999, 2500, -1)),
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


def test_exactly_a_thousand_choices_are_all_shown(here):
    told = here("play", "even-odd-match", "--numbers", "1000")
    assert told.out.split("\n")[0].endswith("998, 999, 1000]")


def little_work():
    """Allow the program that is started a minute of processor time, however long that takes."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


@pytest.mark.parametrize(
    ("slug", "typed"),
    mostly_long(
        ("divisor-duel", ["6", "x", "3", "1", "1000000"]),
        ("even-odd-match", ["6", "x", "3", "1000000", "1"]),
        ("parity-duel", ["6", "x", "3", "1000000", "1"]),
        ("sequence-builder", ["6", "x", "3", "1000000", "1"]),
        now=(0, 3),
    ),
)
def test_a_million_numbers_are_still_quick(run, records, slug, typed):
    told = run("play", slug, "--numbers", "1000000", typed=typed, preexec_fn=little_work)
    assert told.code == 3
    [record] = records("unfinished")
    assert record.match.moves == tuple(int(move) for move in typed if move != "x")


def test_a_split_of_a_million_is_still_quick(run, records):
    splits = ["999999 1", "999999", "999998 1", "999998", "x", "999990 8", "8"]
    sizes = ["--start", "1000000"]
    told = run("play", "number-split-duel", *sizes, typed=splits, preexec_fn=little_work)
    assert told.code == 3
    assert records("unfinished")[0].match.moves == (999999, 999998, 8)
