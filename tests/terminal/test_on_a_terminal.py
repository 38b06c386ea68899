"""On a real terminal: the same lines in the same order, coloured, wrapped and edited."""

import re
import signal
from pathlib import Path

import pytest

from numduel.terminal.wrapping import join_paragraphs, wrap
from numduel.words import line

PROJECT = Path(__file__).parents[2]
ASKED = "Enter the number to remove: "
GOODBYE = "Goodbye. The game is saved: numduel resume goes on with it."
BLUE, ORANGE = "\x1b[38;5;33m", "\x1b[38;5;208m"
RICH_BLUE, RICH_ORANGE = "\x1b[38;2;59;130;246m", "\x1b[38;2;234;88;12m"


def play_whole(sitter, transcript):
    """Answer every question of a transcript; returns the exit code."""
    questions = "remove: |inputs: |a number: |Choose a split: |for Player [12]: |chosen number: "
    for typed in transcript.typed.removesuffix("\n").split("\n"):
        sitter.expect(f"(?:{questions})(?:\x1b\\[0m)?")
        sitter.seen += sitter.before + sitter.after
        sitter.sendline(typed)
    return sitter.leave()


# Colour


def test_a_coloured_game_has_the_same_lines_in_the_same_order(transcript, sit):
    sitter = sit(*transcript.arguments, width=500)
    assert play_whole(sitter, transcript) == 0
    assert "\n".join(sitter.rows) == transcript.told
    assert "\x1b[" in sitter.seen


def test_the_players_have_colours_of_their_own(transcript, sit):
    sitter = sit(*transcript.arguments, width=500)
    play_whole(sitter, transcript)
    assert set(re.findall(r"(\x1b\[38;5;\d+m)(?:\x1b\[1m)?Player 1", sitter.seen)) == {BLUE}
    assert set(re.findall(r"(\x1b\[38;5;\d+m)(?:\x1b\[1m)?Player 2", sitter.seen)) == {ORANGE}


@pytest.mark.parametrize("colours", ["truecolor", "24bit"])
def test_a_terminal_with_more_colours_gets_the_exact_ones(transcript, sit, colours):
    sitter = sit(*transcript.arguments, width=500, COLORTERM=colours)
    play_whole(sitter, transcript)
    assert RICH_BLUE in sitter.seen
    assert RICH_ORANGE in sitter.seen
    assert BLUE not in sitter.seen


def test_names_are_in_their_players_colours(sit):
    sitter = sit("play", "sequence-builder", "--names", "Ann,Bob")
    sitter.answer("number: ", "6")
    sitter.see("number: ")
    assert f"{BLUE}\x1b[1mAnn" in sitter.seen
    assert f"{ORANGE}\x1b[1mBob" in sitter.seen


def test_what_is_allowed_is_bright_and_the_rest_is_dim(sit):
    sitter = sit("play", "parity-duel", "--numbers", "5")
    sitter.answer(ASKED, "1")
    sitter.see(ASKED)
    bright, dim = "\x1b[1m{}\x1b[0m", "\x1b[2m{}\x1b[0m"
    row = "  ".join([bright.format(2), dim.format(3), bright.format(4), dim.format(5)])
    assert f"Available Numbers:\r\n{row}\r\n" in sitter.seen


@pytest.mark.parametrize(
    ("arguments", "variables"),
    [(["--plain"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})],
    ids=["--plain", "NO_COLOR", "TERM=dumb"],
)
def test_plain_is_exactly_the_plain_words(transcript, sit, arguments, variables):
    sitter = sit(*transcript.arguments, *arguments, width=500, **variables)
    assert play_whole(sitter, transcript) == 0
    assert "\x1b" not in sitter.seen
    assert sitter.seen.replace("\r\n", "\n") == transcript.told


def test_an_empty_no_color_does_not_count(sit):
    """As https://no-color.org says: when present and not an empty string."""
    sitter = sit("play", "parity-duel", NO_COLOR="")
    sitter.see(ASKED)
    assert BLUE in sitter.seen


def test_notices_are_dim_where_they_are_read(sit):
    sitter = sit("play", "parity-duel")
    sitter.answer(ASKED, "6")
    sitter.answer(ASKED, "quit")
    sitter.leave()
    assert f"\x1b[2m{GOODBYE}\x1b[0m\r\n" in sitter.seen


def test_notices_in_a_file_are_plain(sit, script, tmp_path):
    sitter = sit("-c", f"'{script}' play parity-duel 2>notices", command="/bin/sh")
    sitter.answer(ASKED, "6")
    sitter.answer(ASKED, "quit")
    sitter.leave()
    assert (tmp_path / "notices").read_text() == f"{GOODBYE}\n"


def test_plain_notices_are_plain_on_a_terminal_too(sit):
    sitter = sit("play", "parity-duel", "--plain")
    sitter.answer(ASKED, "6")
    sitter.answer(ASKED, "quit")
    sitter.leave()
    assert sitter.rows[-2:] == [GOODBYE, ""]
    assert "\x1b" not in sitter.seen


def test_what_is_shown_in_a_pager_is_all_there_is(sit):
    sitter = sit("play", "parity-duel", "--numbers", "2000", PAGER="cat")
    sitter.answer(ASKED, "1")
    sitter.answer(ASKED, "moves")
    shown = sitter.see(ASKED)
    rows = shown.partition("moves\r\n")[2].split("\r\n")
    assert max(map(len, rows)) <= 80
    listed = " ".join(rows).partition("Available Even Numbers: ")[2].partition("\x1b")[0]
    assert listed.split() == [str(number) for number in range(2, 2001, 2)]
    sitter.sendline("quit")
    assert sitter.leave() == 0


def test_a_screenful_needs_no_pager(sit):
    sitter = sit("play", "parity-duel", "--numbers", "100", PAGER="false")
    sitter.answer(ASKED, "1")
    sitter.answer(ASKED, "moves")
    assert "100" in sitter.see(ASKED)


# Wrapping


@pytest.mark.parametrize("width", [40, 80])
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


# Keys


def test_ctrl_c_says_goodbye_in_one_line(sit):
    sitter = sit("play", "parity-duel", "--plain")
    sitter.answer(ASKED, "6")
    sitter.see(ASKED)
    sitter.sendintr()
    assert sitter.leave() == 130
    assert sitter.rows[-3:] == [ASKED, GOODBYE, ""]


def test_ctrl_d_says_goodbye_in_one_line(sit):
    sitter = sit("play", "parity-duel", "--plain")
    sitter.answer(ASKED, "6")
    sitter.see(ASKED)
    sitter.sendeof()
    assert sitter.leave() == 3
    assert sitter.rows[-3:] == [ASKED, GOODBYE, ""]


@pytest.mark.parametrize("key", ["c", "d"])
def test_after_ctrl_c_and_ctrl_d_the_game_goes_on(sit, key):
    sitter = sit("play", "parity-duel")
    sitter.answer(ASKED, "6")
    sitter.see(ASKED)
    sitter.sendcontrol(key)
    sitter.leave()
    resumed = sit("resume", "--plain")
    resumed.see("Resumed: Parity Duel, Player 1 against Player 2, 1 move.\r\n")
    resumed.see("Last Number Removed by Player 1: 6 (even)\r\n")


@pytest.mark.parametrize(("key", "code"), [("c", 130), ("d", 0)])
@pytest.mark.parametrize("answered", range(4))
def test_the_menu_can_be_left_at_any_question(sit, data, answered, key, code):
    sitter = sit(NO_COLOR="1")
    for _ in range(answered):
        sitter.answer("]: ", "")
    sitter.see("]: ")
    sitter.sendcontrol(key)
    assert sitter.leave() == code
    assert sitter.rows[-2:] == ["Goodbye.", ""]
    assert not data.exists()


def test_ctrl_c_leaves_a_question_of_resign_too(sit):
    sitter = sit("play", "parity-duel")
    sitter.answer(ASKED, "resign")
    sitter.see("Enter yes or no: ")
    sitter.sendintr()
    assert sitter.leave() == 130


@pytest.mark.parametrize(("key", "code"), [("c", 130), ("d", 0)])
def test_after_the_end_of_a_game_nothing_is_said_of_resuming(sit, records, key, code):
    sitter = sit("play", "number-split-duel", "--start", "3", "--plain")
    sitter.answer("a split: ", "2 1")
    sitter.answer("for Player 2: ", "1")
    sitter.see("just Enter to go on: ")
    assert len(records("finished")) == 1
    sitter.sendcontrol(key)
    assert sitter.leave() == code
    assert "resume" not in sitter.seen


def test_ctrl_c_is_the_same_through_a_pipe(begin, records):
    process = begin("play", "parity-duel")
    process.stdin.write(b"6\n")
    process.stdin.flush()
    told = b""
    while told.count(ASKED.encode()) < 2:
        told += process.stdout.read1()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert said.decode() == f"{GOODBYE}\n"
    assert process.returncode == 130
    assert records("unfinished")[0].match.moves == (6,)


def test_arrow_up_recalls_what_was_typed(sit, records):
    sitter = sit("play", "parity-duel")
    sitter.answer(ASKED, "12")
    sitter.answer(ASKED, "12")
    sitter.see("12 has been removed.")
    sitter.see(ASKED)
    sitter.send("\x1b[A")
    sitter.see("12")
    sitter.sendline("")
    sitter.see("12 has been removed.")


def test_a_line_can_be_edited(sit, records):
    sitter = sit("play", "parity-duel", "--plain")
    sitter.see(ASKED)
    sitter.send("7")
    sitter.see("7")
    sitter.send("\x1b[D1")
    sitter.sendline("")
    sitter.see("Player 1 removes 17 (odd).")


def test_a_prompt_is_as_wide_as_it_looks(sit):
    """Its colours do not count: a row is typed full before the next one begins."""
    sitter = sit("play", "parity-duel", width=40)
    sitter.see(f"\x1b[1m{ASKED}\x1b[0m")
    for digit in "1234567890":
        sitter.send(digit)
        assert sitter.see(digit) == ""


def make_play(sit, script):
    """`make play`, with what is installed already."""
    installed = ["--old-file=.venv/play.stamp", f"BIN={Path(script).parent}"]
    make = ["--no-print-directory", "-C", str(PROJECT), *installed, "play"]
    return sit(*make, command="make", width=200)


def test_the_last_word_of_make_play_is_the_games_own(sit, script):
    """It tells how to go on in the words in which it was started."""
    sitter = make_play(sit, script)
    for typed in ("parity", "", "", ""):
        sitter.answer("]: ", typed)
    sitter.answer(ASKED, "6")
    sitter.see(ASKED)
    sitter.sendintr()
    sitter.leave()
    assert sitter.rows[-2:] == ["Goodbye. The game is saved: make play goes on with it.", ""]
    again = make_play(sit, script)
    again.see("Go on with the unfinished game (Parity Duel).")
    again.answer("]: ", "quit")
    assert again.leave() == 0


def at_a_shell(sit, script, *arguments):
    """A shell with job control, and numduel started in it."""
    sitter = sit("--norc", "--noprofile", "-i", command="/bin/bash", PS1="shell> ")
    sitter.answer("shell> ", " ".join([script, *arguments]))
    return sitter


def test_whoever_comes_back_after_ctrl_z_sees_what_they_had_typed(sit, script):
    sitter = at_a_shell(sit, script, "play", "parity-duel", "--plain")
    sitter.see(ASKED)
    sitter.send("1")
    sitter.see("1")
    sitter.sendcontrol("z")
    sitter.answer("shell> ", "fg")
    sitter.see(f"{ASKED}1")
    sitter.sendline("2")
    sitter.see("Player 1 removes 12 (even).")
    sitter.see(ASKED)
    sitter.sendcontrol("z")
    sitter.answer("shell> ", "fg")
    sitter.answer(ASKED, "7")
    sitter.see("Player 2 removes 7 (odd).")


def test_what_was_typed_before_ctrl_z_can_be_taken_away_again(sit, script):
    sitter = at_a_shell(sit, script, "play", "parity-duel")
    sitter.see(ASKED)
    sitter.send("19")
    sitter.see("19")
    sitter.sendcontrol("z")
    sitter.answer("shell> ", "fg")
    sitter.see(ASKED)
    sitter.see("19")
    sitter.send("\x7f")
    sitter.sendline("")
    sitter.expect("removes .*1.* [(]odd[)]")


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_the_menu_is_plain_too(sit, variables):
    sitter = sit(width=200, **variables)
    for typed in ["parity", "", "Ann,Bob", "Bob"]:
        sitter.answer("]: ", typed)
    sitter.see(ASKED)
    assert "\x1b" not in sitter.seen
    assert "Bob's Turn" in sitter.seen


def test_a_newcomer_is_in_a_game_with_four_times_enter(sit):
    sitter = sit()
    for _ in range(4):
        sitter.answer("]: ", "")
    sitter.see("enter help to see what else you can enter.")
    sitter.answer("Select a number: ", "help")
    sitter.see("undo, u")


def test_a_narrow_window_says_the_same(sit, transcript):
    sitter = sit(*transcript.arguments, width=40)
    play_whole(sitter, transcript)
    assert "\n".join(sitter.rows).split() == transcript.told.split()


def test_garbage_at_a_terminal_gets_one_sentence_each(sit):
    sitter = sit("play", "parity-duel", "--plain", width=300)
    for typed, shown in [
        ("", '""'),
        ("x" * 500, f'"{"x" * 40}…"'),
        ("٧", '"٧"'),
        ("7.5", '"7.5"'),
        ("é ü 🎲", '"é ü 🎲"'),
    ]:
        sitter.answer(ASKED, typed)
        sitter.see(f"{shown} is not a whole number: enter one of 1  2  3")
    sitter.see(ASKED)


def test_bytes_that_are_no_text_do_no_harm_at_a_terminal(sit):
    sitter = sit("play", "parity-duel", "--plain")
    sitter.see(ASKED)
    sitter.ptyproc.write(b"\xff\xfe\n")
    sitter.see("is not a whole number")
    sitter.answer(ASKED, "6")
    sitter.see("Player 1 removes 6 (even).")


# Rules


@pytest.mark.parametrize("width", [40, 80])
def test_rules_are_wrapped_by_paragraphs(sit, here, slug, width):
    sitter = sit("rules", slug, width=width)
    sitter.leave()
    assert "\n".join(sitter.rows).split() == here("rules", slug).out.split()
    assert max(map(len, sitter.rows)) <= width
    for row, following in zip(sitter.rows, sitter.rows[1:], strict=False):
        if row and following.strip() and not following.startswith("- "):
            word = following.split()[0]
            assert len(row) + 1 + len(word) > width, "a row is filled before the next one begins"


def test_rules_in_a_game_are_wrapped_by_paragraphs_too(sit):
    sitter = sit("play", "parity-duel")
    sitter.answer(ASKED, "rules")
    sitter.see("Player 1 begins by removing\r\nany one of them. From then on a player")
    sitter.see("\r\n- P1. ")


def test_what_is_set_in_and_the_entries_of_a_list_stay_apart():
    text = "One\ntwo.\n\n- First\n  entry.\n- Second.\n\nAs in:\n\n    1 2\n    3 4\nand so on."
    joined = ["One two.", "", "- First entry.", "- Second.", "", "As in:", ""]
    assert join_paragraphs(text) == [*joined, "    1 2", "    3 4", "and so on."]


# Patience


def test_a_long_hint_shows_that_it_is_being_worked_on(sit):
    sitter = sit("play", "divisor-duel", "--numbers", "200000", "--plain")
    sitter.answer("Select a number: ", "hint")
    sitter.see("Thinking …\r          \rPlay ")
    sitter.see("Select a number: ")


def test_a_quick_hint_says_nothing_of_it(sit):
    sitter = sit("play", "divisor-duel")
    sitter.answer("Select a number: ", "hint")
    sitter.see("Play ")
    sitter.see("Select a number: ")
    assert "Thinking" not in sitter.seen


def test_ctrl_c_while_it_thinks_says_goodbye_as_ever(sit):
    sitter = sit("play", "divisor-duel", "--numbers", "200000", "--plain")
    sitter.answer("Select a number: ", "2")
    sitter.answer("Select a number: ", "why")
    sitter.see("Thinking …")
    sitter.ptyproc.write(b"\x03")
    assert sitter.leave() == 130
    assert sitter.rows[-2:] == [GOODBYE, ""]
