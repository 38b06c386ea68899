"""Divisor Duel with a rule for the first number: an even one, or an even one below half."""

import pytest

from numduel import BadOption, load_game


def legal(match):
    return list(match.game.legal_moves(match.state))


def test_ruling_v2_even_opening_restricts_first_number(play, refuse):
    assert play("divisor-duel").game.options == {"numbers": 20, "opening": "any"}
    match = play("divisor-duel", opening="even", numbers=6)
    assert legal(match) == [2, 4, 6]
    assert str(refuse(match, "3")) == "3 is odd: the first number must be even."
    assert str(refuse(match, "7")) == "7 is not in the list 1 to 6."


def test_ruling_v2_an_even_opening_needs_at_least_2_numbers(play):
    assert legal(play("divisor-duel", opening="even", numbers=2)) == [2]
    with pytest.raises(BadOption) as refused:
        load_game("divisor-duel", opening="even", numbers=1)
    assert str(refused.value) == (
        "opening=even needs at least 2 numbers: 1 alone has no even number."
    )


def test_ruling_v4_opening_is_even_and_below_half(play, refuse):
    for numbers, openings in [(5, [2]), (8, [2]), (9, [2, 4]), (20, [2, 4, 6, 8])]:
        assert legal(play("divisor-duel", opening="even-below-half", numbers=numbers)) == openings
    match = play("divisor-duel", opening="even-below-half")
    rule = "the first number must be even and less than half of 20."
    assert str(refuse(match, "3")) == f"3 is odd: {rule}"
    assert str(refuse(match, "10")) == f"10 is not less than half of 20: {rule}"


def test_ruling_v4_opening_below_half_needs_5_numbers():
    with pytest.raises(BadOption) as refused:
        load_game("divisor-duel", opening="even-below-half", numbers=4)
    assert str(refused.value) == (
        "opening=even-below-half needs at least 5 numbers: no even number is less than half of 4."
    )
