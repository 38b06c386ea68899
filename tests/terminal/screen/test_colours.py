"""What reaches a terminal: the same lines with colours, and no control characters but our own."""

import json
import re
import subprocess

import pexpect
import pytest

from numduel import Match, Seat, load_game
from numduel.game import Player
from numduel.journal import entries_of, write_lines

ASKED = "Enter the number to remove: "
GOODBYE = "Goodbye. Game saved. Continue with: numduel resume"
BLUE, ORANGE = "\x1b[38;5;63m", "\x1b[38;5;130m"
RICH_BLUE, RICH_ORANGE = "\x1b[38;2;27;110;244m", "\x1b[38;2;202;77;11m"


@pytest.mark.parametrize(
    ("variables", "colours"),
    [
        ({"COLORFGBG": "15;0"}, ["\x1b[38;5;75m", "\x1b[38;5;208m"]),
        ({"COLORFGBG": "0;15", "NO_COLOR": ""}, [BLUE, ORANGE]),  # as https://no-color.org says
        ({"COLORTERM": "truecolor"}, [RICH_BLUE, RICH_ORANGE]),
        (
            {"COLORFGBG": "15;0", "COLORTERM": "truecolor"},
            ["\x1b[38;2;96;165;250m", "\x1b[38;2;251;146;60m"],
        ),
    ],
)
def test_player_colours_match_terminal_capability(sit, variables, colours):
    sitter = sit("play", "sequence-builder", **variables)
    sitter.answer("number: ", "6")
    sitter.see("number: ")

    assert {*re.findall(r"(\x1b\[38;[0-9;]*m)", sitter.seen)} == {*colours}


def test_colour_does_not_change_lines(transcript, sit, play_whole):
    sitter = sit(*transcript.arguments, width=500)
    assert play_whole(sitter) == 0
    assert "\n".join(sitter.rows) == transcript.told
    assert "\x1b[" in sitter.seen


def test_what_is_allowed_is_bright_and_the_rest_is_dim(sit):
    sitter = sit("play", "parity-duel", "--numbers", "5")
    sitter.answer(ASKED, "1")
    sitter.see(ASKED)
    bright, dim = "\x1b[1m{}\x1b[0m", "\x1b[2m{}\x1b[0m"
    row = "  ".join([bright.format(2), dim.format(3), bright.format(4), dim.format(5)])
    assert f"Available Numbers:\r\n{row}\r\n" in sitter.seen


@pytest.mark.parametrize("slug", ["divisor-duel"])
@pytest.mark.parametrize("plain", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
def test_without_colours_a_game_is_exactly_the_plain_words(transcript, sit, play_whole, plain):
    arguments = [] if plain else ["--plain"]
    sitter = sit(*transcript.arguments, *arguments, width=500, **plain)
    assert play_whole(sitter) == 0
    assert sitter.seen.replace("\r\n", "\n") == transcript.told


def test_notices_in_a_file_are_plain(sit, script, tmp_path):
    sitter = sit("-c", f"'{script}' play parity-duel 2>notices", command="/bin/sh")
    sitter.answer(ASKED, "6")
    sitter.answer(ASKED, "quit")
    sitter.leave()
    told = (tmp_path / "notices").read_text()
    assert told.endswith(f"\n{GOODBYE}\n")
    assert "\x1b" not in told


def test_without_a_real_terminal_a_game_is_chosen_by_number(sit):
    sitter = sit(TERM="dumb")
    sitter.answer("Which game? 1 to 6 [1]: ", "3")
    sitter.answer("Who plays? 1 to 2 [1]: ", "2")
    sitter.see(ASKED)
    assert "\x1b" not in sitter.seen


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


@pytest.mark.parametrize("width", [40, 80])
def test_long_texts_break_between_words(here, sit, width):
    command = ["rules", "divisor-duel", "--rulings"]
    sitter = sit(*command, width=width)
    sitter.expect(pexpect.EOF)
    rows = sitter.before.splitlines()
    assert max(map(len, rows)) <= width
    assert " ".join(rows).split() == here(*command).out.split()
