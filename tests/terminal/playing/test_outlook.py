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
        (
            ["--vs", "easy", "--series", "2"],
            f"Player 2 wins this one, whatever anybody plays. {COUNT}",
        ),
        (["--numbers", "1000"], f"Player 2 wins this one, whatever anybody plays. {COUNT}"),
    ],
)
def test_a_notice_says_who_wins_and_which_options_help(here, arguments, said):
    assert here(*PARITY, *arguments, typed=["quit"]).err.startswith(said)


def test_where_only_the_settings_of_the_book_help_they_are_called_the_usual_ones(here):
    told = here("play", "divisor-duel", "--numbers", "1", typed=["quit"]).err
    assert "Choices count with the usual settings" in told


@pytest.mark.parametrize(
    "arguments",
    [
        [*PARITY, "--jokers", "1"],
        [*PARITY, "--numbers", "21"],
        ["play", "divisor-duel"],
        ["play", "number-split-duel"],
        ["play", "sequence-builder"],
    ],
)
def test_where_choices_count_nothing_is_said(here, arguments):
    assert here(*arguments, typed=["quit"]).err == "Goodbye.\n"


def test_where_player_1_always_wins_the_other_is_told_how_to_begin(here):
    three = ["play", "number-split-duel", "--start", "3", "--vs", "easy", "--first", "2"]
    said = "As Player 2 you cannot win this one, whatever you do. With --first 1 you sit in the"
    assert here(*three).err.startswith(said)


TO_PARITY = ["parity", "computer", "random", "you", "as written"]


def test_the_menu_says_so_and_offers_the_other_seat_or_better_settings(here, records):
    told = here(typed=TO_PARITY)
    said = f'{CANNOT_WIN}\nSwap seats, or play it "with a joker"?\n'
    assert f"\n{said}\n  1  with a joker    Choices count.\n" in told.out
    assert told.out.endswith("  4  play it anyway\nWhich? [1]: \n")
    assert records("unfinished") == []


@pytest.mark.parametrize(
    ("chosen", "jokers", "person"),
    [(["", "1"], 1, 0), (["swap seats"], 0, 1), (["play it anyway", "1"], 0, 0)],
)
def test_what_is_chosen_then_is_played(here, records, chosen, jokers, person):
    here(typed=[*TO_PARITY, *chosen])
    [record] = records("unfinished")
    assert record.match.game.jokers == jokers
    assert record.match.seats[person].is_person
    assert not record.match.seats[1 - person].is_person


def test_other_settings_may_be_decided_too_and_then_it_is_said_again(here):
    told = here(typed=[*TO_PARITY, "your own", "30", "0", "", "", "your own", "21", "0", "", ""])
    assert told.out.count(CANNOT_WIN) == 2
    assert "You may select any number.\n" in told.out


def test_two_people_are_told_who_wins(here):
    told = here(typed=["parity", "two", "Ann,Bob", "", "as written"])
    assert "\nPlayer 2 wins this one, whatever anybody plays.\n" in told.out
