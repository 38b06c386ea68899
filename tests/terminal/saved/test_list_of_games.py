"""Several unfinished games are listed: one is chosen, any can be discarded."""

import os
import re

import pytest

from numduel.tables import cell_width

PARITY = ["play", "parity-duel", "--numbers", "9"]
ASKED = "Enter the number to remove: "


@pytest.mark.parametrize(("choice", "shown"), [("", "6"), ("1", "6"), ("2", "1 (odd)")])
def test_on_a_terminal_there_is_a_list_to_choose_from(here, sit, choice, shown, make_older):
    here(*PARITY, typed=["1"])
    make_older()
    here("play", "divisor-duel", "--names", "Ann,Bob", typed=["3", "6"])
    sitter = sit("resume", "--plain")
    sitter.see("\r\n  1  Divisor Duel            Ann against Bob  2 moves  today ")
    sitter.see("\r\n  2  Parity Duel, numbers 9  two people       1 move   ")
    sitter.answer("Which game? [1]: ", choice)
    sitter.see("Previous number was " if shown == "6" else "Removed by Player 1: ")
    sitter.see(f"{shown}\r\n")


def test_the_list_has_columns_however_long_it_is(sit, data, save_games):
    save_games(11, options={"numbers": 30, "jokers": 2})
    os.utime(data / "unfinished" / "1.jsonl")
    sitter = sit("resume")
    sitter.see("Which game? [1]: ")
    rows = [row for row in sitter.rows if "Parity Duel" in row]
    assert rows[0].startswith("   1  Parity Duel, numbers 30, jokers 2  two people  1 move  today ")
    assert re.fullmatch(r"  11  .+  two people  1 move  \d+ [A-Z][a-z]{2} \d{4}", rows[10])
    assert len({row.index("two people") for row in rows}) == 1


def test_when_a_game_was_last_played_is_told_in_local_time(sit, data, save_games):
    save_games(2)
    os.utime(data / "unfinished" / "2.jsonl", (1_000_000_000,) * 2)
    sitter = sit("resume", TZ="Pacific/Kiritimati")
    sitter.see("9 Sep 2001\r\n")
    sitter.see("Which game? [1]: ")


def test_who_plays_is_told_in_few_words(here, sit):
    here(*PARITY, "--vs", "random", "--names", "Ann", typed=["1"])
    here("play", "divisor-duel", "--vs", "random", "--first", "2", typed=[])
    sitter = sit("resume")
    sitter.see("Which game? [1]: ")
    assert "Ann against random" in sitter.seen
    assert "random against you" in sitter.seen


def test_columns_are_straight_under_wide_names(here, sit, make_older):
    here(*PARITY, "--names", "漢字,ひらがな", typed=["1"])
    make_older()
    here(*PARITY, "--names", "Ann,Bob", typed=["1"])
    sitter = sit("resume", "--plain")
    sitter.see("Which game? [1]: ")
    rows = [row for row in sitter.rows if "Parity Duel" in row]
    columns = [cell_width(row[: row.index("1 move")]) for row in rows]
    assert len(columns) == 2
    assert columns[0] == columns[1]


def test_a_game_can_be_discarded_from_the_list(sit, data, save_games):
    save_games(3)
    sitter = sit("resume", "--plain")
    sitter.see("Enter discard and a number to drop one, or discard all.")
    sitter.answer("Which game? [1]: ", "discard 2")
    sitter.see("Parity Duel, Player 1 against Player 2, 1 move. It cannot be brought back.")
    sitter.answer("Discard it? Enter yes or no: ", "no")
    sitter.see("It stays.")
    sitter.answer("Which game? [1]: ", "DISCARD  2")
    sitter.answer("Enter yes or no: ", "yes")
    sitter.see("Discarded.")
    assert "  3  " not in sitter.answer("Which game? [1]: ", "discard 2")
    sitter.answer("Enter yes or no: ", "y")
    sitter.answer("Which game? [1]: ", "quit")
    assert sitter.leave() == 0
    assert [path.name for path in (data / "unfinished").iterdir()] == ["1.jsonl"]


def test_help_at_the_question_speaks_of_one_game_or_of_several(sit, save_games):
    save_games(2)
    sitter = sit("resume", "--plain")
    for typed, told in {
        "discard 1": "With yes it is deleted, with no it stays in the list.",
        "discard all": "With yes they are deleted, with no they stay in the list.",
    }.items():
        sitter.answer("Which game? [1]: ", typed)
        sitter.answer("Enter yes or no: ", "help")
        sitter.see(told)
        sitter.answer("Enter yes or no: ", "no")


def test_the_last_game_of_the_list_can_be_discarded_too(sit, data, save_games):
    save_games(2)
    sitter = sit("resume", "--plain")
    for _ in range(2):
        sitter.answer("Which game? [1]: ", "discard 1")
        sitter.answer("Enter yes or no: ", "yes")
    assert sitter.leave() == 0
    assert list((data / "unfinished").iterdir()) == []


def test_all_games_can_be_discarded_at_once(sit, data, save_games):
    save_games(3)
    sitter = sit("resume", "--plain")
    sitter.answer("Which game? [1]: ", "discard all")
    sitter.see("All 3 games. They cannot be brought back.")
    sitter.answer("Discard them? Enter yes or no: ", "no")
    sitter.see("They stay.")
    sitter.answer("Which game? [1]: ", "Discard ALL")
    sitter.answer("Enter yes or no: ", "yes")
    assert sitter.leave() == 0
    assert list((data / "unfinished").iterdir()) == []


@pytest.mark.parametrize("width", [50, 80, 132])
def test_the_row_of_a_game_with_long_names_stays_one_row(sit, save_games, width):
    long = [{"kind": "person", "name": letter * 40} for letter in "AB"]
    save_games(2, seats=long, options={"numbers": 30, "jokers": 2})
    sitter = sit("resume", width=width)
    sitter.see("Which game? [1]: ")
    rows = sitter.rows[sitter.rows.index("") + 1 : -1]
    assert [row[:16] for row in rows] == ["  1  Parity Duel", "  2  Parity Duel"]
    assert all("AAAA" in row and len(row) <= width for row in rows)


@pytest.mark.parametrize("typed", ["discard", "discard 3", "discard 0", "discard x", "discard -1"])
def test_discard_needs_the_number_of_a_game(sit, data, typed, save_games):
    save_games(2)
    sitter = sit("resume", "--plain")
    sitter.answer("Which game? [1]: ", typed)
    sitter.see("Enter discard and a number from 1 to 2, or discard all.")
    sitter.see("Which game? [1]: ")
    assert len(list((data / "unfinished").iterdir())) == 2


@pytest.mark.parametrize("wrong", ["3", "0", "-1", "x", "9" * 5000, "٢"], ids=lambda text: text[:9])
def test_a_wrong_choice_is_asked_for_again(here, sit, wrong):
    here(*PARITY, typed=["1"])
    here(*PARITY, typed=["1"])
    sitter = sit("resume", "--plain", width=200)
    sitter.answer("Which game? [1]: ", wrong)
    sitter.see("is not one of these: enter a number from 1 to 2.\r\n")
    sitter.answer("Which game? [1]: ", "2")
    sitter.see(ASKED)


@pytest.mark.parametrize(("key", "code"), [("d", 0), ("c", 130)])
def test_one_may_leave_without_choosing(here, sit, key, code):
    here(*PARITY, typed=["1"])
    here(*PARITY, typed=["1"])
    sitter = sit("resume", "--plain")
    sitter.see("Which game? [1]: ")
    sitter.sendcontrol(key)
    assert sitter.leave() == code
    assert sitter.rows[-2:] == ["Goodbye.", ""]
