"""The app in a real terminal: whole visits, driven by keys in tmux."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from numduel.journal import load
from numduel.study import find_lesson

from ...conftest import PATIENCE

NUMDUEL = Path(sys.executable).with_name("numduel")
pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """numduel in a terminal of tmux."""

    def __init__(self, folder, *arguments, **variables):
        self.socket = folder / "tmux"
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("TMUX", "NO_COLOR", "COLORFGBG")
        } | {"XDG_DATA_HOME": str(folder / "data"), "LC_ALL": "C.UTF-8", **variables}
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", str(NUMDUEL), *arguments)

    def tmux(self, *words):
        done = subprocess.run(
            ["tmux", "-S", str(self.socket), "-f", "/dev/null", *words],
            env=self.environment,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def press(self, *keys):
        for key in keys:
            self.tmux("send-keys", key)

    @property
    def text(self):
        return self.tmux("capture-pane", "-p")

    def see(self, text):
        """Wait until a text is on the screen."""
        until = time.monotonic() + PATIENCE
        while text not in (shown := self.text):
            assert time.monotonic() < until, f"{text!r} is not in\n{shown}"
            time.sleep(0.05)
        return shown

    def kill(self):
        """Kill numduel as a power cut would."""
        pid = int(self.tmux("display-message", "-p", "#{pane_pid}"))
        os.kill(pid, signal.SIGKILL)

    def is_over(self):
        return not self.tmux("list-sessions")


@pytest.fixture
def open_terminal(tmp_path):
    opened = []

    def begin(*arguments, **variables):
        terminal = Terminal(tmp_path, *arguments, **variables)
        opened.append(terminal)
        return terminal

    yield begin
    for terminal in opened:
        terminal.tmux("kill-server")


def wait_for(happened):
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_whole_game_a_rematch_and_a_review(open_terminal, tmp_path):
    terminal = open_terminal()
    terminal.see("Divisor Duel")
    terminal.press("Enter")
    terminal.see("Your turn: take any number.")
    terminal.press("1", "1", "Enter")
    terminal.see("11  1")  # nothing else may follow
    terminal.press("1", "9", "Enter")
    terminal.see("You won!")
    terminal.press("v")
    terminal.see("Review: Divisor Duel")
    terminal.press("Left", "Left")
    terminal.see("Move 1 of 3")
    terminal.press("Escape")
    terminal.see("You won!")
    terminal.press("Enter")
    terminal.see("Computer (easy) against You")
    terminal.press("Escape")
    terminal.see("Puzzle of the day")
    terminal.press("q")
    wait_for(terminal.is_over)
    assert len([*(tmp_path / "data/numduel/finished").glob("*.jsonl")]) == 1


def test_a_game_goes_on_after_kill_9(open_terminal, tmp_path):
    terminal = open_terminal()
    terminal.see("Divisor Duel")
    terminal.press("Enter")
    terminal.see("Your turn: take any number.")
    terminal.press("6", "Enter")
    terminal.see("Your turn: take a divisor")
    [path] = (tmp_path / "data/numduel/unfinished").glob("*.jsonl")
    before = load(path).match.written_moves
    terminal.kill()
    wait_for(terminal.is_over)
    terminal = open_terminal("resume")
    terminal.see("2 moves")
    terminal.press("Enter")
    terminal.see("Your turn: take a divisor")
    assert "  ".join(before) in terminal.text


def test_lesson_is_solved_in_a_real_terminal(open_terminal):
    terminal = open_terminal("learn", "pairing")
    lesson = find_lesson("pairing")
    for number, step in enumerate(lesson.steps, start=1):
        terminal.see(f"step {number} of {len(lesson.steps)}")
        terminal.see("Find the move that wins.")
        terminal.press(*step.answers[0], "Enter")
        terminal.see("Right! Press Enter to go on.")
        terminal.press("Enter")
    terminal.see("Now play Divisor Duel")


def test_a_puzzle(open_terminal):
    terminal = open_terminal("puzzle", "--date", "2026-11-16")
    terminal.see("Puzzle of 16 Nov")
    terminal.press("h")
    terminal.see("Hint 1 of 3")
    terminal.press("w")
    terminal.see("Press Enter to go on.")
    terminal.press("Enter")
    terminal.see("Puzzle of the day")


def test_ctrl_c_leaves(open_terminal):
    terminal = open_terminal("stats")
    terminal.see("There is no finished game yet.")
    terminal.press("C-c")
    wait_for(terminal.is_over)
