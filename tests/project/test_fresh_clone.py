"""From a fresh clone, `make play` sets up and opens; then two games are played to their end
in the dialogue, with every kind of mistake made, closed or killed in the middle and resumed."""

import os
import re
import signal
import subprocess
from typing import NamedTuple

import pexpect
import pytest

SET_UP = 3600  # seconds: packages may come from far away


class Plan(NamedTuple):
    """How one game goes: (what is typed, what is said to it if anything), before and after the
    window is closed; what resuming shows first, and how it ends."""

    title: str
    question: str | list[str]
    before: list[tuple[str, str]]
    shown: str
    after: list[tuple[str, str]]
    ending: str


NOT_WHOLE = "is not a whole number: enter "
REQUESTS = [
    ("help", "Answer the question, or enter one of these:"),
    ("?", "leave; the game is saved"),
    ("rules", "Rulings on unclear points: numduel rules "),
    ("r", "no draw."),
    ("undo", "There is nothing to take back."),
    ("save", "Name the file to save to"),
    ("resign", "do you resign? "),
    ("no", "You play on."),
]
UNREADABLE = [
    ("", "Nothing was typed: enter "),
    ("seven", f'"seven" {NOT_WHOLE}'),
    ("+7", f'"+7" {NOT_WHOLE}'),
    ("1_0", f'"1_0" {NOT_WHOLE}'),
    ("1.5", f'"1.5" {NOT_WHOLE}'),
    ("٧", f'"٧" {NOT_WHOLE}'),
    ("9" * 13, f'"{"9" * 13}" has more than twelve digits: enter '),
    ("x" * 41, f'"{"x" * 40}…" {NOT_WHOLE}'),
]


def taken(numbers, said="{}"):
    return [(number, said.format(number)) for number in numbers.split()]


PLANS = [
    Plan(
        "Number Split Duel",
        ["- Choose a split: ", "- Select new N for Ann: ", "- Select new N for Bob: "],
        [
            *REQUESTS,
            ("", "Nothing was typed: write the two parts, for example 15 and 1."),
            ("6", '"6" is not a split: write the two parts, for example 15 and 1.'),
            ("8 and 8", "Equal splits are not allowed: 8 and 8 are equal."),
            ("10 and 7", "10 and 7 make 17, not 16."),
            ("16 0", "16 and 0 is not a split: both parts must be at least 1."),
            ("10 and 6", ""),
            ("ten", f'"ten" {NOT_WHOLE}10 or 6.'),
            ("7", "7 is not part of your split: the new N must be 10 or 6."),
            ("undo", ""),
            ("(6,10)", ""),
            ("10", "Bob splits 16 into 10 and 6. New N for Ann is 10."),
            ("9 1", ""),
            ("9", "Ann splits 10 into 9 and 1. New N for Bob is 9."),
            ("5, 4", ""),
        ],
        "- Current N: 9",
        [
            ("5 and 4", ""),
            ("5", "Bob splits 9 into 5 and 4. New N for Ann is 5."),
            ("3 2", ""),
            ("2", "Ann splits 5 into 3 and 2. New N for Bob is 2."),
        ],
        "Bob cannot make a valid move. Ann wins the game!",
    ),
    Plan(
        "Divisor Duel",
        "Select a number: ",
        [
            *REQUESTS,
            *UNREADABLE,
            ("21", "21 is not in the list 1 to 20."),
            ("6", "Remaining Numbers: 1-5, 7-20"),
            ("6", "6 has been removed."),
            ("5", "5 is neither a divisor nor a multiple of 6."),
            ("moves", "Valid selections: 1, 2, 3, 12, 18"),
            ("board", "Previous number was 6"),
            *taken("3 9 18 2 12 4 8 16", "Remaining Numbers: "),
        ],
        "Previous number was 16",
        [
            ("20", "20 is neither a divisor nor a multiple of 16."),
            *taken("1 7 14", "Remaining Numbers: "),
        ],
        "Ann wins the game!",
    ),
]


@pytest.fixture
def enter(clone, tmp_path):
    """enter("make", "play"): a terminal in the clone in which this was entered."""
    foreign = ("MAKE", "MFLAGS", "PYTHON", "VIRTUAL_ENV", "COVERAGE", "COLUMNS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    places = {"XDG_DATA_HOME": str(tmp_path / "data"), "LC_ALL": "C.UTF-8"}
    terminals = []

    def open_terminal(command, *arguments, term="xterm"):
        terminal = pexpect.spawn(
            command,
            [*arguments],
            cwd=str(clone),
            env=kept | places | {"TERM": term, "NO_COLOR": "1"},
            encoding="utf-8",
            dimensions=(24, 1000),
            timeout=SET_UP,
        )
        terminal.delaybeforesend = None
        terminals.append(terminal)
        return terminal

    yield open_terminal
    for terminal in terminals:
        terminal.close(force=True)


def answer(terminal, question, typed, said):
    terminal.expect_exact(question)
    terminal.sendline(typed)
    if said:
        terminal.expect_exact(said)


def play(terminal, plan, entries):
    for typed, said in entries:
        answer(terminal, "yes or no: " if typed == "no" else plan.question, typed, said)


def close_window(terminal):
    terminal.close()


def kill_everything(terminal):
    os.killpg(terminal.pid, signal.SIGKILL)
    terminal.close(force=True)


def slug_of(plan):
    return re.sub("[^a-z]", "-", plan.title.lower())


def play_whole(enter, numduel, plan, close):
    terminal = enter(numduel, "play", slug_of(plan), "--names", "Ann,Bob", "--first", "Bob")
    terminal.expect_exact("Enter help at any question to see what else you can enter.")
    play(terminal, plan, plan.before)
    terminal.expect_exact(plan.question)
    close(terminal)

    terminal = enter(numduel, "resume", "--plain")
    terminal.expect_exact(f"Resumed: {plan.title}, Bob against Ann, ")
    terminal.expect_exact(plan.shown)
    play(terminal, plan, plan.after)
    terminal.expect_exact(plan.ending)
    answer(terminal, "or nothing to leave: ", "", "")
    end(terminal)


def end(terminal):
    terminal.expect(pexpect.EOF)
    terminal.wait()
    terminal.close()
    assert terminal.exitstatus == 0


@pytest.mark.long
def test_a_fresh_clone_plays_resumes_and_replays(enter, clone, tmp_path):
    """One test, since there is one set-up."""
    terminal = enter("make", "play", term="dumb")
    answer(terminal, "Which game? 1 to 6 [1]: ", "quit", "Goodbye.")
    end(terminal)
    terminal = enter("make", "play")
    terminal.expect_exact("Puzzle of the day")  # the app
    terminal.send("q")
    end(terminal)
    numduel = str(clone / ".venv" / "bin" / "numduel")
    for number, plan in enumerate(PLANS):
        play_whole(enter, numduel, plan, close_window if number % 2 else kill_everything)

    replay = subprocess.run(
        [numduel, "replay"],
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path / "data")},
        capture_output=True,
        text=True,
    )
    listed = [row for row in replay.stdout.splitlines() if row.startswith("  ")]
    assert sorted(row.split(",")[0].strip() for row in listed) == sorted(
        plan.title for plan in PLANS
    )
    assert all(", Bob against Ann, " in row and ", Ann won " in row for row in listed)
