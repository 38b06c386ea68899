"""During a game: hints, reasons and the value of each move."""

import re

import pytest

from numduel.catalogue import list_games

DIVISOR = ["play", "divisor-duel"]


def test_hint_names_best_move_and_how_it_goes_on(here):
    lost = here(*DIVISOR, typed=["6", "i"]).out
    told = "You are losing; 18 is your best try.\nYour opponent takes 2, you take 12, "
    assert told in lost
    won = here(*DIVISOR, typed=["6", "18", "hint"]).out
    assert "Play 9: you win in 11 moves.\nYour opponent takes 3, " in won


def test_why_gives_the_pairing_in_sentences(here):
    told = here(*DIVISOR, typed=["6", "3", "why"])
    assert "Pair up the numbers. When they take one, you take its partner: " in told.out
    assert "Your opponent took 3; its partner is 12. Take 12.\n" in told.out


def test_show_values_marks_moves_with_distance(here):
    told = here(*DIVISOR, "--show-values", typed=["6", "3"])
    values = "Valid selections: 1 ▼2, 9 ▲11, 12 ▲9, 15 ▲11, 18 ▼4\n"
    assert values in told.out
    assert values in here("resume", "--show-values").out


def test_a_legend_says_what_the_values_mean(here):
    told = here(*DIVISOR, "--show-values", typed=["6", "3"]).err
    assert told.count("▲3: wins in 3 moves. ▼2: loses in 2. ") == 1
    assert "▲" not in here(*DIVISOR, typed=["6", "3"]).err


def test_show_values_marks_both_parts_of_a_split(here):
    told = here("play", "number-split-duel", "--start", "5", "--show-values", typed=[])
    assert "(4 ▼2, 1 ▲1), (3 ▼2, 2 ▲1)" in told.out


@pytest.mark.parametrize("word", ["board", "moves"])
def test_board_and_moves_keep_the_values(here, word):
    shown = here(
        *["play", "parity-duel", "--numbers", "5", "--jokers", "1", "--show-values"],
        typed=["1", word],
    ).out
    told = shown.partition(f": {word}\n")[2]
    assert "Available Even Numbers: 2 ▼4  4 ▼4\nWith a joker (1 left): 3 ▼4  5 ▼4\n" in told


def test_moves_lists_choices_of_second_question(here):
    split = ["play", "number-split-duel", "--start", "10", "--names", "Ann,Bob"]
    told = here(*split, typed=["9 1", "moves"]).out
    assert ": moves\n- Possible new N for Bob: 9, 1\n- Select new N for Bob: " in told
    told = here(*split, "--show-values", typed=["9 1", "moves"]).out
    assert ": moves\n- Possible new N for Bob: 9 ▼2, 1 ▲1\n" in told
    told = here("play", "grundys-game", typed=["9 7", "7", "moves"]).out
    listed = told.rpartition(": moves\n")[2]
    assert listed.startswith("- Possible Splits of 7: (6,1), (5,2), (4,3)\n- Choose a split of 7: ")


@pytest.mark.parametrize(
    ("slug", "typed", "told"),
    [
        (
            "divisor-duel",
            ["6", "3", "why 1"],
            "1 loses in 2 moves: your opponent takes 11, and wins",
        ),
        ("divisor-duel", ["6", "3", "why 5"], "5 is neither a divisor nor a multiple of 3."),
        ("divisor-duel", ["why banana"], '"banana" is not a whole number: enter one of 1, 2, '),
        ("grundys-game", ["why 3"], '"3" is not a split: write the two parts'),
        ("grundys-game", ["why 16 into 14 and 2"], "16 into 14 and 2 loses in 10 moves: your"),
        ("number-split-duel", ["why 7"], "9 and 7 (hand over 7) loses in 2 moves: your"),
        ("number-split-duel", ["why 10 6 6"], "10 and 6 (hand over 6) loses in 2 moves: your"),
        ("number-split-duel", ["why 10 6 5"], "5 is not part of your split: the new N must be 10"),
        (
            "number-split-duel",
            ["why 10 and 6"],
            '"10 and 6" is only a part of a move: name all of it, as 10 and 6, then 6.',
        ),
        ("grundys-game", ["9 7", "why 7 6 1"], "7 into 6 and 1 "),
    ],
)
def test_why_explains_given_move(here, slug, typed, told):
    assert told in here("play", slug, typed=typed).out


@pytest.mark.parametrize("game_class", list_games(), ids=lambda game_class: game_class.slug)
def test_move_may_be_entered_by_displayed_name(here, game_class):
    game = game_class()
    state = game.start()
    name = game.words.name_move(state, game.legal_moves(state)[-1])
    told = here("play", game.slug, typed=[name, "undo"])
    assert told.notices.startswith(f"Taken back: {name}.\n")


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


GOODBYE = "Goodbye. Game saved. Continue with: numduel resume"


def ask_what_takes_long(sit, request):
    """Play to a position whose distances take half a second, and ask there."""
    options = "--numbers", "100", "--plain"
    sitter = sit("play", "divisor-duel", *options, NUMDUEL_PATIENCE="0.001")
    for typed in ("75", "5", "30", "60", "6", request):
        sitter.answer("Select a number: ", typed)
    return sitter


def test_a_long_hint_shows_that_it_is_being_worked_on(sit):
    sitter = ask_what_takes_long(sit, "hint")
    sitter.see("Thinking …\r          \rPlay ")
    sitter.see("Select a number: ")


def test_ctrl_c_while_it_thinks_says_goodbye_as_ever(sit):
    sitter = ask_what_takes_long(sit, "why")
    sitter.see("Thinking …")
    sitter.ptyproc.write(b"\x03")
    assert sitter.leave() == 130
    assert sitter.rows[-2:] == [GOODBYE, ""]
