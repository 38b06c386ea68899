"""Divisor Duel, read from its rule book."""

import pytest

from numduel import BadOption, IllegalMove, Player, load_game


@pytest.mark.parametrize("numbers", [1, 12, 36])
def test_the_rule_holds_for_every_previous_number(numbers):
    game = load_game("divisor-duel", numbers=numbers)
    for previous in range(1, numbers + 1):
        assert list(game.legal_moves(game.play(game.start(), previous))) == [
            number
            for number in range(1, numbers + 1)
            if number != previous and (number % previous == 0 or previous % number == 0)
        ]


def test_ruling_d4_player_without_move_loses(play):
    match = play("divisor-duel", "1 11")
    assert not match.game.legal_moves(match.state)
    assert match.outcome == (Player.TWO, "because no divisor or multiple of 11 is left")
    with pytest.raises(IllegalMove):
        match.play(12)


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


def test_ruling_d3_empty_list_is_none_ruling_a7_loss(tell):
    sample = """\
Available Numbers: 1

Player 1's Turn:
Select a number: 1
Remaining Numbers: None

Player 2's Turn:
Previous number was 1
Valid selections: None
Player 2 cannot make a valid move and loses the game.
Player 1 wins the game!
"""
    assert tell("divisor-duel", "1", numbers=1) == sample
