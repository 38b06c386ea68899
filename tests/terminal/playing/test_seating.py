"""Who plays under which name, and who begins."""

import re

import pytest


def test_names_are_in_the_refusals_too(here):
    told = here("play", "sequence-builder", "--names", "Ann,Bob", typed=["6", "5", "5"])
    assert "Enter your chosen number: 5\n5 has been taken by Bob.\n" in told.out
    assert "Player" not in told.out


@pytest.mark.parametrize("first", [" BOB ", "2", "B"])
def test_whoever_is_named_first_begins(here, first):
    told = here("play", "sequence-builder", "--names", "Ann,Bob", "--first", first)
    assert "\nBob, it's your turn.\n" in told.out


def toss(here, seed, *arguments):
    told = here("play", "sequence-builder", "--first", "random", "--seed", str(seed), *arguments)
    coin = re.match(r"Coin toss: (.+) begins?\.\n", told.err)
    return told, coin[1]


def test_the_coin_says_who_begins_and_it_is_so(here):
    begun = set()
    for seed in range(8):
        told, who = toss(here, seed, "--names", "Ann,Bob")
        assert f"\n{who}, it's your turn.\n" in told.out
        begun.add(who)
    assert begun == {"Ann", "Bob"}


def test_coin_toss_without_names_says_first_or_second(here):
    said = {toss(here, seed)[1] for seed in range(8)}
    assert said == {"the first player", "the second player"}


@pytest.mark.parametrize("name", ["player 2", "Ｐlayer ②"])
def test_nobody_may_be_called_like_a_seat(here, name):
    told = here("play", "parity-duel", "--names", f"Ann,{name}")
    assert told.code == 2
    assert "is reserved for a seat" in told.err


@pytest.mark.parametrize(
    ("first", "begins"), [("computer", False), ("COMPUTER", False), ("you", True)]
)
def test_the_computer_may_be_named_as_what_it_is(here, records, first, begins):
    here(
        "play", "divisor-duel", "--vs", "random", "--names", "Ann,Bob", "--first", first, typed="6"
    )
    assert records("unfinished")[0].match.seats[0].is_person is begins


def test_without_a_computer_nobody_is_one(here):
    told = here("play", "divisor-duel", "--first", "computer")
    assert told.code == 2
    assert "There is no computer player. Add --vs easy to play against one.\n" in told.err
