"""On a real terminal every turn shows the position as a drawing, which can be switched off."""

import json

import pytest

ASKED = "Select a number: "
OPENING = "  [1]  [2]  [3]  [4]  [5]  [6]  [7]  [8]  [9] [10]"
AFTER_6 = "  [1]  [2]  [3]   4    5   ›6¹   7    8    9   10"


def test_a_drawing_stands_above_the_lines_of_every_turn(sit):
    sitter = sit("play", "divisor-duel", "--names", "Ann,Bob")
    sitter.answer(ASKED, "6")
    sitter.see(ASKED)
    assert sitter.rows[3] == OPENING
    turn = sitter.rows.index("Bob's Turn:")
    assert sitter.rows[turn - 4 : turn] == [
        AFTER_6,
        "  11  [12]  13   14   15   16   17  [18]  19   20",
        "  [ ] allowed   ¹ Ann   › last",
        "",
    ]


def test_between_the_drawings_are_the_lines_of_the_rule_book(transcript, sit, play_whole):
    sitter = sit(*transcript.arguments, width=200)
    assert play_whole(sitter) == 0
    seen = iter(sitter.rows)
    assert all(row in seen for row in transcript.told.split("\n"))
    assert len(sitter.rows) > len(transcript.told.split("\n")) + 12


def test_what_is_allowed_is_bright_and_what_was_taken_has_the_colour_of_its_taker(sit):
    sitter = sit("play", "divisor-duel")
    sitter.answer(ASKED, "6")
    sitter.see(ASKED)
    assert "\x1b[1m  [3]\x1b[0m\x1b[2m   4 \x1b[0m" in sitter.seen
    assert "\x1b[38;5;63m\x1b[1m  ›6¹\x1b[0m" in sitter.seen


def test_without_colours_there_is_the_same_drawing(sit):
    sitter = sit("play", "divisor-duel", NO_COLOR="1")
    sitter.answer(ASKED, "6")
    sitter.see(ASKED)
    assert AFTER_6 in sitter.rows
    assert "\x1b" not in sitter.seen


@pytest.mark.parametrize(
    ("arguments", "variables"),
    [(["--plain"], {}), ([], {"TERM": "dumb"}), ([], {"PYTHONIOENCODING": "latin-1"})],
)
def test_a_plain_terminal_has_no_drawing(sit, arguments, variables):
    sitter = sit("play", "divisor-duel", *arguments, **variables)
    sitter.answer(ASKED, "board")
    sitter.answer(ASKED, "board on")
    sitter.see("This terminal shows no drawings: they need one with UTF-8, and no --plain.")
    sitter.see(ASKED)
    assert "[1]" not in sitter.seen


def test_board_shows_the_drawing_again(sit):
    sitter = sit("play", "divisor-duel")
    sitter.answer(ASKED, "6")
    sitter.answer(ASKED, "board")
    sitter.see(ASKED)
    assert sitter.rows.count(AFTER_6) == 2
    assert sitter.rows[sitter.rows.index(AFTER_6, sitter.rows.index(AFTER_6) + 1) + 4].startswith(
        "Remaining Numbers: "
    )


def test_board_off_holds_for_the_games_to_come_and_board_on_ends_it(sit, data):
    sitter = sit("play", "divisor-duel")
    sitter.answer(ASKED, "board off")
    sitter.answer(ASKED, "6")
    sitter.see(ASKED)
    assert "Drawings are off." in sitter.rows
    assert sitter.rows.count(OPENING) == 1
    assert AFTER_6 not in sitter.rows
    again = sit("play", "divisor-duel")
    again.answer(ASKED, "board on")
    again.answer(ASKED, "6")
    again.see(ASKED)
    assert OPENING not in again.rows
    assert AFTER_6 in again.rows
    assert json.loads((data / "settings.json").read_text()) == {"drawing": True}


def test_board_with_anything_else_gets_one_sentence(sit):
    sitter = sit("play", "divisor-duel")
    sitter.answer(ASKED, "board maybe")
    sitter.see("Enter board on or board off to have drawings or none.")
    sitter.see(ASKED)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"drawing": 7}', "\x00"])
def test_settings_that_cannot_be_read_are_as_if_there_were_none(sit, data, text):
    data.mkdir(parents=True)
    (data / "settings.json").write_text(text)
    sitter = sit("play", "divisor-duel")
    sitter.see(ASKED)
    assert OPENING in sitter.rows


def test_a_setting_that_cannot_be_kept_holds_until_one_leaves(sit, data):
    data.mkdir(parents=True)
    (data / "settings.new").mkdir()
    sitter = sit("play", "divisor-duel")
    sitter.answer(ASKED, "board off")
    sitter.see("This holds until you leave, for it could not be kept: Is a directory.")
    sitter.answer(ASKED, "6")
    sitter.see(ASKED)
    assert AFTER_6 not in sitter.rows


def test_the_computer_needs_no_drawing_but_its_move_is_in_the_next_one(sit):
    sitter = sit("play", "number-split-duel", "--vs", "random", "--seed", "1", width=100)
    sitter.answer("a split: ", "15 and 1")
    sitter.answer("for Player 2: ", "15")
    sitter.see("- Choose a split: ")
    sitter.see("- Choose a split: ")
    drawn = [row for row in sitter.rows if "■" in row]
    assert drawn[0].startswith("  16  ■¦■")
    assert drawn[1].startswith("  15  ■ ■")
    assert "□" in drawn[1]
    assert len(drawn) == 3


def test_the_end_of_a_game_is_drawn_too(sit):
    sitter = sit("play", "divisor-duel", "--numbers", "3")
    for typed in ["2", "1", "3"]:
        sitter.answer(ASKED, typed)
    sitter.leave()
    assert "  1²  2¹ ›3¹" in sitter.rows


def test_a_replay_has_drawings(sit, data, run, only):
    run("play", "divisor-duel", "--numbers", "3", typed=["2", "1", "3"])
    sitter = sit("replay", str(only(data / "finished")))
    sitter.see("0 of 3: ")
    sitter.send("a")
    sitter.leave()
    assert [row for row in sitter.rows if "[" in row and "]" in row and "a" not in row] == [
        " [1] [2] [3]",
        " [1] ›2¹  3",
        " ›1²  2¹ [3]",
    ]


def test_a_puzzle_has_a_drawing(sit):
    sitter = sit("puzzle", "divisor-duel", "--seed", "1")
    sitter.see(ASKED)
    assert any("¹" in row and "[" in row for row in sitter.rows)
