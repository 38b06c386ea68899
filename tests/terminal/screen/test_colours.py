"""On a terminal a game has the same lines, with colours unless they are unwanted."""

import re

import pytest

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
