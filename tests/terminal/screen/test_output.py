"""What reaches a terminal: no control characters but our own, and a sentence if it cannot."""

import json
import subprocess

import pytest

from numduel import Match, Seat, load_game
from numduel.game import Player
from numduel.journal import entries_of, write_lines

EVIL = "by \x1b]0;owned\x07 \x9b31m \u202e\ud800 magic"
SHOWN = r"by \x1b]0;owned\x07 \x9b31m \u202e\ud800 magic"
NAME = "Ann\u202e\u2028"


@pytest.fixture
def evil(tmp_path):
    """A record in which the reason of the ending and a name are meant for a terminal."""
    match = Match(load_game("parity-duel", numbers=9), (Seat(name=NAME), Seat(name="Bob")))
    match.play("1")
    match.end(Player.TWO, EVIL)
    path = tmp_path / "evil.jsonl"
    path.write_bytes(write_lines(entries_of(match))[0])
    return path


def is_harmless(text):
    return all(row.isprintable() for row in text.split("\n"))


@pytest.mark.parametrize("command", [["replay"], ["review"], ["review", "--json"]])
def test_a_record_gives_a_terminal_no_orders(run, evil, command):
    told = run(*command, str(evil))
    assert (told.err, told.code) == ("", 0)
    assert is_harmless(told.out)
    assert "202e" in told.out
    if command == ["replay"]:
        assert told.out.endswith(rf"Bob wins {SHOWN}." + "\n")
        assert r"Ann\u202e\u2028 removes 1 (odd)." in told.out
    if command == ["review", "--json"]:
        assert json.loads(told.out)["outcome"]["reason"] == EVIL


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["\x1b[2J"], 2),
        (["play", "parity-duel", "--numbers", "\x1b[2J"], 2),
        (["analyse", "parity-duel", "--moves", "\x1b[2J"], 1),
        (["check", "\x1b[2J:Game"], 2),
    ],
)
def test_no_error_gives_a_terminal_orders(here, arguments, code):
    told = here(*arguments)
    assert told.code == code
    assert "b[2J" in told.err
    assert is_harmless(told.err)


def test_what_is_piped_in_gives_a_terminal_no_orders(here):
    told = here("play", "parity-duel", typed=["\x1b[2J", "1", "quit"])
    assert r"Enter the number to remove: \x1b[2J" in told.out
    assert is_harmless(told.out)


@pytest.mark.parametrize(
    "arguments",
    [
        ["games"],
        ["play", "divisor-duel"],
        ["--help"],
        ["tasks", "make", "divisor-duel", "--count", "2"],
    ],
)
def test_unwritable_output_is_an_error_with_a_sentence(script, environment, arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [script, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
    assert done.stderr == "Error: The output cannot be written: No space left on device.\n"
    assert done.returncode == 1


def test_a_closed_pipe_is_no_reason_to_complain(script, environment):
    process = subprocess.Popen(
        [script, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait()
