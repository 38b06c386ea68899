"""Wrong entries: one sentence, the same question, nothing else (rulings A2, A3 and N2)."""

import pytest

from numduel.words import printable

PARITY = ["play", "parity-duel", "--numbers", "5"]
NOT_WHOLE = "is not a whole number: enter one of 2  4."
TOO_LONG = "has more than twelve digits: enter one of 2  4."

UNREADABLE = {
    "": "Nothing was typed: enter one of 2  4.",
    "seven": f'"seven" {NOT_WHOLE}',
    "2 4": f'"2 4" {NOT_WHOLE}',
    "\xa02": f'"\\xa02" {NOT_WHOLE}',
    "9" * 5000: f'"{"9" * 40}…" {TOO_LONG}',
    "a" * 1_000_000: f'"{"a" * 40}…" {NOT_WHOLE}',
    "\x1b[2J": f'"\\x1b[2J" {NOT_WHOLE}',
}


def lines_for(here, wrong, arguments=PARITY, before=("1",), after=("2",)):
    """The lines that a wrong entry adds to a game, which goes on as if nothing had happened."""
    right = here(*arguments, typed=[*before, *after]).out.split("\n")
    told = here(*arguments, typed=[*before, wrong, *after])
    rows = told.out.split("\n")
    place = next(i for i, row in enumerate(rows) if row not in right[i : i + 1])
    added = len(rows) - len(right)
    assert rows[:place] + rows[place + added :] == right
    return rows[place : place + added]


@pytest.mark.parametrize(
    ("wrong", "sentence"), UNREADABLE.items(), ids=lambda part: ascii(part)[:30]
)
def test_what_is_not_a_move_gets_one_sentence(here, wrong, sentence):
    """Ruling A2."""
    asked, said = lines_for(here, wrong)
    echoed = printable(wrong[:65536], keep="\t")
    assert asked == f"Enter the number to remove: {echoed}"
    assert said == sentence


def test_bytes_that_are_no_text_are_shown_as_escapes(run):
    told = run(*PARITY, typed=b"1\n\xff\xfe2\n2\n")
    said = f'"\\xff\\xfe2" {NOT_WHOLE}\nEnter the number to remove: 2\n'
    assert said in told.out
    assert told.code == 3


def test_a_megabyte_without_an_end_is_one_line_too(run):
    told = run(*PARITY, typed=b"1\n" + b"x" * 1_000_000)
    assert told.out.count("is not a whole number") == 1
    assert told.code == 3


def test_wrong_entry_truncates_long_list(here):
    """The turn itself lists everything (ruling A9)."""
    large = ["play", "parity-duel", "--numbers", "1000"]
    [_, said] = lines_for(here, "", large)
    assert said.startswith("Nothing was typed: enter one of 2  4  6  8  10  ")
    assert said.endswith(" … Enter moves to see all of them.")
    assert len(said) < 400
    assert "  998  1000\n" in here(*large, typed=["1"]).out


@pytest.mark.parametrize(
    ("game", "before", "wrong", "after", "said"),
    [
        ("parity-duel", ["1"], "3", ["2"], "3 is odd: you must remove an even number."),
        ("divisor-duel", ["6", "12"], "6", ["4"], "6 has been removed."),
        ("sequence-builder", ["6", "5"], "5", ["1"], "5 has been taken by Player 2."),
        ("number-split-duel", [], "10 and 7", ["10 6", "6"], "10 and 7 make 17, not 16."),
        ("number-split-duel", ["10 6"], "", ["6"], "Nothing was typed: enter 10 or 6."),
        ("grundys-game", ["10 6"], "2", ["6", "5 1"], "There is no heap of 2."),
    ],
)
def test_illegal_entry_gets_one_sentence_and_the_question_again(
    here, game, before, wrong, after, said
):
    """Rulings A3 and N2."""
    _, told = lines_for(here, wrong, ["play", game], before, after)
    assert told.startswith(said)
