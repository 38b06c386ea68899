"""Lines and paragraphs are wrapped to the width of the terminal."""

from itertools import cycle

import pytest

from numduel.tables import cell_width
from numduel.terminal.wrapping import join_paragraphs, wrap
from numduel.words import Role, Span, line

from ..conftest import FIVE

ASKED = "Enter the number to remove: "


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("slug", "width"), [*zip(FIVE, cycle([40, 80]), strict=False)])
def test_1_to_100_is_wrapped_to_the_width(sit, slug, width):
    option = "--start" if slug == "number-split-duel" else "--numbers"
    sitter = sit("play", slug, option, "100", width=width)
    moves = ["99 and 1", "99"] if slug == "number-split-duel" else ["1", "2"]
    for move in moves:
        sitter.expect(r"(?:remove|inputs|number|split|Player 2): ")
        sitter.seen += sitter.before + sitter.after
        sitter.sendline(move)
    sitter.expect(r"(?:remove|inputs|number|split|Player 2): ")
    sitter.seen += sitter.before + sitter.after
    assert max(map(len, sitter.rows)) <= width
    assert max(map(len, sitter.rows)) > width - 8, "and the width is used"
    assert not any(row.startswith(" ") for row in sitter.rows)


def test_a_question_is_wrapped_at_words_and_answered_behind_its_last_one(sit):
    sitter = sit("play", "parity-duel", width=40)
    sitter.answer(ASKED, "resign")
    sitter.answer("yes or no: ", "no")
    sitter.see("You play on.")
    sitter.see(ASKED)
    asked = sitter.rows.index("Player 1, do you resign? Player 2 wins")
    assert sitter.rows[asked + 1 : asked + 3] == ["then. Enter yes or no: no", "You play on."]


def test_what_is_wrapped_is_the_same_list(sit):
    sitter = sit("play", "parity-duel", "--numbers", "100", width=40)
    sitter.see("You may select")
    shown = " ".join(sitter.rows).partition("Available Numbers:")[2].partition("Player")[0]
    assert shown.split() == [str(number) for number in range(1, 101)]


def test_notices_are_wrapped_at_words_too(sit):
    sitter = sit("play", "parity-duel", width=40)
    sitter.answer(ASKED, "6")
    sitter.answer(ASKED, "quit")
    sitter.leave()
    assert sitter.rows[-3:] == [
        "Goodbye. The game is saved: numduel",
        "resume goes on with it.",
        "",
    ]


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colours_words_are_wrapped_all_the_same(sit, variables):
    sitter = sit("play", "parity-duel", width=40, **variables)
    sitter.answer(ASKED, "6")
    sitter.answer(ASKED, "quit")
    sitter.leave()
    assert max(map(len, sitter.rows)) <= 40
    assert sitter.rows[-3:] == [
        "Goodbye. The game is saved: numduel",
        "resume goes on with it.",
        "",
    ]
    assert "\x1b" not in sitter.seen


def test_plain_leaves_the_wrapping_to_the_terminal(sit):
    sitter = sit("play", "parity-duel", "--plain", width=40)
    sitter.see("1  2  3  4  5  6  7  8  9  10  11  12  13  14  15  16  17  18  19  20\r\n")
    sitter.see(ASKED)


def test_a_move_and_its_value_stay_in_one_row():
    told = line("May play: ", Span("10 and 6 ", Role.ALLOWED, 6), Span("▲1", Role.ALLOWED), ", all")
    assert [str(row) for row in wrap(told, 14)] == ["May play:", "10 and 6 ▲1,", "all"]


@pytest.mark.parametrize("width", [1, 5, 20, 21, 22, 200])
def test_wrapping_breaks_at_spaces_only(width):
    text = "  You must select   an odd number."
    rows = [str(row) for row in wrap(line(text), width)]
    assert " ".join(rows).split() == text.split()
    assert all(len(row) <= width or " " not in row.strip() for row in rows)
    assert rows[0].startswith("  ")


def test_a_row_that_is_set_in_goes_on_below_its_last_column():
    def rows(text, width):
        return [str(row) for row in wrap(line(text), width)]

    assert rows("  2  easy   Compares two moves.", 24) == [
        "  2  easy   Compares two",
        "            moves.",
    ]
    assert rows("  decisions that matter   0 of 1 (0%)", 32) == [
        "  decisions that matter   0 of 1",
        "    (0%)",
    ]
    assert rows("  Parity Duel: worth 0.15", 20) == ["  Parity Duel: worth", "    0.15"]
    assert rows("Which game do you want?", 20) == ["Which game do you", "want?"]


@pytest.mark.usefixtures("undrawn")
def test_a_narrow_window_says_the_same(sit, transcript, play_whole):
    sitter = sit(*transcript.arguments, width=40)
    play_whole(sitter)
    assert "\n".join(sitter.rows).split() == transcript.told.split()


@pytest.mark.parametrize(("slug", "width"), [*zip(FIVE, cycle([80, 40]), strict=False)])
def test_rules_are_wrapped_by_paragraphs(sit, here, slug, width):
    sitter = sit("rules", slug, "--rulings", width=width)
    sitter.leave()
    assert "\n".join(sitter.rows).split() == here("rules", slug, "--rulings").out.split()
    assert max(map(len, sitter.rows)) <= width
    for row, following in zip(sitter.rows, sitter.rows[1:], strict=False):
        if row and following.strip() and not following.startswith("- "):
            word = following.split()[0]
            assert len(row) + 1 + len(word) > width, "a row is filled before the next one begins"


def test_rules_in_a_game_are_wrapped_by_paragraphs_too(sit):
    sitter = sit("play", "parity-duel")
    sitter.answer(ASKED, "rules")
    sitter.see("removing any one of\r\nthem. From then on a player")
    sitter.see(ASKED)
    assert max(map(len, sitter.rows)) <= 80


def test_what_is_set_in_and_the_entries_of_a_list_stay_apart():
    text = "One\ntwo.\n\n- First\n  entry.\n- Second.\n\nAs in:\n\n    1 2\n    3 4\nand so on."
    joined = ["One two.", "", "- First entry.", "- Second.", "", "As in:", ""]
    assert join_paragraphs(text) == [*joined, "    1 2", "    3 4", "and so on."]


def test_wide_characters_take_two_columns():
    rows = [str(row) for row in wrap(line("漢字 removes 7, and 漢字漢字 is next"), 16)]
    assert rows == ["漢字 removes 7,", "and 漢字漢字 is", "next"]
    assert max(map(cell_width, rows)) <= 16
