"""Divisor Duel with a rule for the first number: an even one, or an even one below half."""

import pytest

from numduel import BadOption, load_game
from numduel.catalogue import rules_for


def legal(match):
    return list(match.game.legal_moves(match.state))


def test_ruling_v2_the_first_number_may_be_any_unless_an_even_opening_is_chosen(play, refuse):
    assert play("divisor-duel").game.options == {"numbers": 20, "opening": "any"}
    match = play("divisor-duel", opening="even", numbers=6)
    assert legal(match) == [2, 4, 6]
    assert str(refuse(match, "3")) == "3 is odd: the first number must be even."
    assert str(refuse(match, "7")) == "7 is not in the list 1 to 6."


def test_ruling_v2_only_the_first_number_must_be_even(play):
    assert legal(play("divisor-duel", "6", opening="even")) == [1, 2, 3, 12, 18]
    assert legal(play("divisor-duel", "6 3", opening="even")) == [1, 9, 12, 15, 18]


def test_ruling_v2_an_even_opening_needs_at_least_2_numbers(play):
    assert legal(play("divisor-duel", opening="even", numbers=2)) == [2]
    with pytest.raises(BadOption) as refused:
        load_game("divisor-duel", opening="even", numbers=1)
    assert str(refused.value) == (
        "opening=even needs at least 2 numbers: 1 alone has no even number."
    )


def test_ruling_v2_other_openings_are_refused():
    with pytest.raises(BadOption, match="opening must be one of any, even, even-below-half"):
        load_game("divisor-duel", opening="odd")


def test_ruling_v2_the_opening_turn_tells_the_rule(play, read):
    match = play("divisor-duel", opening="even", numbers=6)
    assert read(match.game.words.turn(match.state)) == [
        "Player 1's Turn:",
        "The first number must be even.",
        "Valid selections: 2, 4, 6",
    ]


def test_ruling_v4_the_first_number_is_even_and_twice_as_much_is_less_than_the_last(play, refuse):
    for numbers, openings in [(5, [2]), (8, [2]), (9, [2, 4]), (20, [2, 4, 6, 8])]:
        assert legal(play("divisor-duel", opening="even-below-half", numbers=numbers)) == openings
    match = play("divisor-duel", opening="even-below-half")
    rule = "the first number must be even and less than half of 20."
    assert str(refuse(match, "3")) == f"3 is odd: {rule}"
    assert str(refuse(match, "10")) == f"10 is not less than half of 20: {rule}"


def test_ruling_v4_only_the_first_number_is_restricted(play):
    assert legal(play("divisor-duel", "6", opening="even-below-half")) == [1, 2, 3, 12, 18]


def test_ruling_v4_the_opening_rule_is_told(play, read):
    match = play("divisor-duel", opening="even-below-half")
    words = match.game.words
    assert read(words.turn(match.state)) == [
        "Player 1's Turn:",
        "The first number must be even and less than half of 20.",
        "Valid selections: 2, 4, 6, 8",
    ]
    assert words.task(match.state) == "take any even number less than half of 20"
    assert rules_for(match.game).endswith(
        "- Player 1 must begin with an even number that is less than half of the last number of"
        " the list."
    )


def test_ruling_v4_an_opening_below_half_needs_at_least_5_numbers():
    with pytest.raises(BadOption) as refused:
        load_game("divisor-duel", opening="even-below-half", numbers=4)
    assert str(refused.value) == (
        "opening=even-below-half needs at least 5 numbers: no even number is less than half of 4."
    )
