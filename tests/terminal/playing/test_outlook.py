"""Before a game that is decided, whatever anybody plays, it is said so."""

import pytest

PARITY = ["play", "parity-duel"]
CANNOT_WIN = "As Player 1 you cannot win this one, whatever you do."
CANNOT_LOSE = "As Player 2 you cannot lose this one, whatever you do."
COUNT = "Choices count with --jokers 1.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], f"Player 2 wins this one, whatever anybody plays. {COUNT}"),
        (
            ["--vs", "easy"],
            f"{CANNOT_WIN} With --first computer you sit in the other seat. {COUNT}",
        ),
        (["--vs", "easy", "--first", "computer"], f"{CANNOT_LOSE} {COUNT}"),
    ],
)
def test_a_notice_says_who_wins_and_which_options_help(here, arguments, said):
    assert here(*PARITY, *arguments, typed=["quit"]).err.startswith(said)


def test_outlook_recommends_usual_settings(here):
    told = here("play", "divisor-duel", "--numbers", "1", typed=["quit"]).err
    assert "Choices count with the usual settings" in told


@pytest.mark.parametrize(
    "arguments",
    [
        [*PARITY, "--jokers", "1"],
        ["play", "divisor-duel"],
    ],
)
def test_where_choices_count_nothing_is_said(here, arguments):
    assert here(*arguments, typed=["quit"]).err == "Goodbye.\n"


def test_decided_for_player_1_the_other_is_told_to_begin(here):
    three = ["play", "number-split-duel", "--start", "3", "--vs", "easy", "--first", "2"]
    said = "As Player 2 you cannot win this one, whatever you do. With --first 1 you sit in the"
    assert here(*three).err.startswith(said)
