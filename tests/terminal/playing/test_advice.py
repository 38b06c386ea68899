"""During a game: hints, reasons and the value of each move."""

import pytest

DIVISOR = ["play", "divisor-duel"]


def test_hint_names_the_best_move_and_how_far_the_end_is(here):
    told = here(*DIVISOR, typed=["6", "3", "hint"])
    assert (
        "Select a number: hint\nPlay 12: you win in 9 moves. That is the fastest way; " in told.out
    )


def test_hint_in_a_lost_position_says_so_and_what_holds_out(here):
    told = here(*DIVISOR, typed=["6", "i"])
    assert "You lose in 12 moves against best play; " in told.out


def test_why_gives_the_pairing_in_sentences(here):
    told = here(*DIVISOR, typed=["6", "3", "why"])
    assert "Whatever your opponent takes then, answer with its partner: " in told.out
    assert "Your opponent took 3; its partner is 9. Take 9.\n" in told.out


def test_show_values_marks_every_allowed_move_with_its_value_and_distance(here):
    told = here(*DIVISOR, "--show-values", typed=["6", "3"])
    assert "Valid selections: 1▼2, 9▲11, 12▲9, 15▲11, 18▼4\n" in told.out


def test_show_values_also_marks_an_opening_that_lists_no_choices(here):
    told = here("play", "parity-duel", "--numbers", "3", "--show-values", typed=[])
    assert "Available Numbers: 1▲3  2▼2  3▲3\n" in told.out


def test_show_values_marks_both_parts_of_a_split(here):
    told = here("play", "number-split-duel", "--start", "5", "--show-values", typed=[])
    assert "(4▼2,1▲1), (3▼2,2▲1)" in told.out


@pytest.mark.parametrize("word", ["board", "moves", "m", "b"])
def test_board_and_moves_keep_the_values(here, word):
    shown = here(
        *["play", "parity-duel", "--numbers", "5", "--jokers", "1", "--show-values"],
        typed=["1", word],
    ).out
    told = shown.partition(f": {word}\n")[2]
    assert "Available Even Numbers: 2▼4  4▼4\nWith a joker (1 left): 3▼4  5▼4\n" in told


def test_moves_without_values_have_no_marks(here):
    told = here(*DIVISOR, typed=["6", "3", "moves"]).out
    assert "Valid selections: 1, 9, 12, 15, 18\n" in told.partition(": moves\n")[2]
