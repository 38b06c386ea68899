"""On a terminal a game has the same lines, with colours unless they are unwanted."""

import re

import pytest

ASKED = "Enter the number to remove: "
GOODBYE = "Goodbye. Game saved. Continue with: numduel resume"
BLUE, ORANGE = "\x1b[38;5;63m", "\x1b[38;5;130m"
RICH_BLUE, RICH_ORANGE = "\x1b[38;2;27;110;244m", "\x1b[38;2;202;77;11m"
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def luminance(colour):
    """As https://www.w3.org/TR/WCAG22/#dfn-relative-luminance has it."""
    shares = [value / 255 for value in colour]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def shown_as(code):
    """The red, green and blue of a colour code; those of 256 are a cube of six steps each."""
    kind, *numbers = map(int, re.findall(r"\d+", code)[1:])
    if kind == 2:
        return tuple(numbers)
    place = numbers[0] - 16
    return tuple(
        (0, 95, 135, 175, 215, 255)[step] for step in (place // 36, place // 6 % 6, place % 6)
    )


@pytest.mark.parametrize("code", [BLUE, ORANGE, RICH_BLUE, RICH_ORANGE])
def test_the_colours_of_the_players_can_be_read_on_white_and_on_black(code):
    assert contrast(shown_as(code), WHITE) >= 4.5
    assert contrast(shown_as(code), BLACK) >= 4.4


@pytest.mark.parametrize(
    ("variables", "colours"),
    [
        ({"COLORFGBG": "15;0"}, ["\x1b[38;5;75m", "\x1b[38;5;208m"]),
        ({"COLORFGBG": "7;default;8"}, ["\x1b[38;5;75m", "\x1b[38;5;208m"]),
        ({"COLORFGBG": "0;15"}, [BLUE, ORANGE]),
        ({"COLORFGBG": "default"}, [BLUE, ORANGE]),
        (
            {"COLORFGBG": "15;0", "COLORTERM": "truecolor"},
            ["\x1b[38;2;96;165;250m", "\x1b[38;2;251;146;60m"],
        ),
    ],
)
def test_a_terminal_that_says_that_it_is_dark_has_brighter_colours(sit, variables, colours):
    sitter = sit("play", "sequence-builder", **variables)
    sitter.answer("number: ", "6")
    sitter.see("number: ")

    assert {*re.findall(r"(\x1b\[38;[0-9;]*m)", sitter.seen)} == {*colours}


def test_a_coloured_game_has_the_same_lines_in_the_same_order(transcript, sit, play_whole):
    sitter = sit(*transcript.arguments, width=500)
    assert play_whole(sitter) == 0
    assert "\n".join(sitter.rows) == transcript.told
    assert "\x1b[" in sitter.seen


def test_the_players_have_colours_of_their_own(transcript, sit, play_whole):
    sitter = sit(*transcript.arguments, width=500)
    play_whole(sitter)
    assert set(re.findall(r"(\x1b\[38;5;\d+m)(?:\x1b\[1m)?Player 1", sitter.seen)) == {BLUE}
    assert set(re.findall(r"(\x1b\[38;5;\d+m)(?:\x1b\[1m)?Player 2", sitter.seen)) == {ORANGE}


@pytest.mark.parametrize("colours", ["truecolor", "24bit"])
def test_a_terminal_with_more_colours_gets_the_exact_ones(sit, colours):
    sitter = sit("play", "sequence-builder", COLORTERM=colours)
    sitter.answer("number: ", "6")
    sitter.see("number: ")
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


def test_without_colours_a_game_is_exactly_the_plain_words(transcript, sit, play_whole):
    sitter = sit(*transcript.arguments, width=500, NO_COLOR="1")
    assert play_whole(sitter) == 0
    assert sitter.seen.replace("\r\n", "\n") == transcript.told


def test_plain_is_exactly_the_plain_words(transcript, sit, play_whole):
    sitter = sit(*transcript.arguments, "--plain", width=500)
    assert play_whole(sitter) == 0
    assert sitter.seen.replace("\r\n", "\n") == transcript.told


@pytest.mark.parametrize("slug", ["divisor-duel"])
def test_so_it_is_on_a_terminal_that_can_do_nothing(transcript, sit, play_whole):
    sitter = sit(*transcript.arguments, width=500, TERM="dumb")
    assert play_whole(sitter) == 0
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
    told = (tmp_path / "notices").read_text()
    assert told.endswith(f"\n{GOODBYE}\n")
    assert "\x1b" not in told


def test_plain_notices_are_plain_on_a_terminal_too(sit):
    sitter = sit("play", "parity-duel", "--plain")
    sitter.answer(ASKED, "6")
    sitter.answer(ASKED, "quit")
    sitter.leave()
    assert sitter.rows[-2:] == [GOODBYE, ""]
    assert "\x1b" not in sitter.seen


def test_without_a_real_terminal_a_game_is_chosen_by_number(sit):
    sitter = sit(TERM="dumb")
    sitter.answer("Which game? 1 to 6 [1]: ", "3")
    sitter.answer("Who plays? 1 to 2 [1]: ", "2")
    sitter.see(ASKED)
    assert "\x1b" not in sitter.seen
