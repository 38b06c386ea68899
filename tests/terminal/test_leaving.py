"""Ctrl-C and Ctrl-D say goodbye in one line, and nothing is lost."""

import signal
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
ASKED = "Enter the number to remove: "
GOODBYE = "Goodbye. Game saved. Continue with: numduel resume"


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
@pytest.mark.parametrize("answered", range(2))
def test_choosing_a_game_can_be_left_at_any_question(sit, data, answered, key, code):
    sitter = sit("--plain")
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


def make(sit, target, stamp, programs):
    """`make play` or `make serve`, with what is installed already."""
    installed = [f"--old-file=.venv/{stamp}.stamp", f"BIN={programs}"]
    arguments = ["--no-print-directory", "-C", str(PROJECT), *installed, target]
    return sit(*arguments, command="make", width=200, TERM="dumb")


def make_play(sit, script):
    return make(sit, "play", "play", Path(script).parent)


def test_the_last_word_of_make_play_is_the_games_own(sit, script):
    """It tells how to go on in the words in which it was started."""
    sitter = make_play(sit, script)
    for typed in ("1", "1"):
        sitter.answer("]: ", typed)
    sitter.answer("Select a number: ", "6")
    sitter.see("Select a number: ")
    sitter.sendintr()
    sitter.leave()
    assert sitter.rows[-2:] == ["Goodbye. Game saved. Continue with: make play", ""]


def test_the_last_word_of_make_serve_is_the_sites_own(sit, script, tmp_path):
    numduel = tmp_path / "numduel"
    numduel.write_text(f'#!/bin/sh\nexec {script} "$@" --no-open --port 0\n')
    numduel.chmod(0o755)
    sitter = make(sit, "serve", "web", tmp_path)
    sitter.see("(stop with Ctrl-C)")
    sitter.sendintr()
    sitter.leave()
    assert sitter.rows[-2:] == ["Goodbye.", ""]
