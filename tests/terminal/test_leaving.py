"""At a terminal: lines can be edited, and Ctrl-C, Ctrl-D and Ctrl-Z lose nothing."""

import signal
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
ASKED = "Enter the number to remove: "
GOODBYE = "Goodbye. Game saved. Continue with: numduel resume"


@pytest.mark.parametrize(("key", "code"), [("c", 130), ("d", 3)])
def test_ctrl_c_and_ctrl_d_say_goodbye_in_one_line(sit, key, code):
    sitter = sit("play", "parity-duel", "--plain")
    sitter.answer(ASKED, "6")
    sitter.see(ASKED)
    sitter.sendcontrol(key)
    assert sitter.leave() == code
    assert sitter.rows[-3:] == [ASKED, GOODBYE, ""]


@pytest.mark.parametrize(("key", "code"), [("c", 130), ("d", 0)])
def test_choosing_a_game_can_be_left(sit, data, key, code):
    sitter = sit("--plain")
    sitter.answer("]: ", "")
    sitter.see("]: ")
    sitter.sendcontrol(key)
    assert sitter.leave() == code
    assert sitter.rows[-2:] == ["Goodbye.", ""]
    assert not data.exists()


@pytest.mark.parametrize(("key", "code"), [("c", 130), ("d", 0)])
def test_leaving_finished_game_does_not_mention_resume(sit, records, key, code):
    sitter = sit("play", "number-split-duel", "--start", "3", "--plain")
    sitter.answer("a split: ", "2 1")
    sitter.answer("for Player 2: ", "1")
    sitter.see("or nothing to leave: ")
    sitter.sendcontrol(key)
    assert sitter.leave() == code
    assert "resume" not in sitter.seen
    assert len(records("finished")) == 1


def test_ctrl_c_is_the_same_through_a_pipe(begin, records):
    process = begin("play", "parity-duel")
    process.stdin.write(b"6\n")
    process.stdin.flush()
    told = b""
    while told.count(ASKED.encode()) < 2:
        told += process.stdout.read1()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert said.decode().endswith(f"\n{GOODBYE}\n")
    assert process.returncode == 130
    assert records("unfinished")[0].match.moves == (6,)


def test_the_last_word_of_make_play_is_the_games_own(sit, script):
    """It tells how to go on in the words in which it was started."""
    installed = ["--old-file=.venv/play.stamp", f"BIN={Path(script).parent}"]
    arguments = ["--no-print-directory", "-C", str(PROJECT), *installed, "play"]
    sitter = sit(*arguments, command="make", width=200, TERM="dumb")
    for typed in ("1", "1"):
        sitter.answer("]: ", typed)
    sitter.answer("Select a number: ", "6")
    sitter.see("Select a number: ")
    sitter.sendintr()
    sitter.leave()
    # A make that wakes only when the game is over says of its own that it has no child any more.
    rows = [row for row in sitter.rows if "wait: No child processes." not in row]
    assert rows[-2:] == ["Goodbye. Game saved. Continue with: make play", ""]


def test_arrow_up_recalls_what_was_typed(sit):
    sitter = sit("play", "parity-duel")
    sitter.answer(ASKED, "12")
    sitter.answer(ASKED, "12")
    sitter.see("12 has been removed.")
    sitter.see(ASKED)
    sitter.send("\x1b[A")
    sitter.see("12")
    sitter.sendline("")
    sitter.see("12 has been removed.")


def test_a_line_can_be_edited(sit):
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


def at_a_shell(sit, script, *arguments):
    """A shell with job control, and numduel started in it."""
    sitter = sit("--norc", "--noprofile", "-i", command="/bin/bash", PS1="shell> ")
    sitter.answer("shell> ", " ".join([script, *arguments]))
    return sitter


def test_line_is_restored_after_ctrl_z(sit, script):
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
