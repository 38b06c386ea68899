"""What Divisor Duel says, to the letter of its rule book."""

import pytest

from numduel import IllegalMove, UnreadableMove


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


@pytest.mark.parametrize(
    ("moves", "typed", "sentence"),
    [
        ("", "21", "21 is not in the list 1 to 20."),
        ("", "0", "0 is not in the list 1 to 20."),
        ("16", "16", "16 has been removed."),
        ("16", "20", "20 is neither a divisor nor a multiple of 16."),
    ],
)
def test_ruling_a3_the_first_rule_that_applies_is_named(play, refuse, moves, typed, sentence):
    refused = refuse(play("divisor-duel", moves), typed)
    assert isinstance(refused, IllegalMove)
    assert str(refused) == sentence


def test_ruling_a2_non_number_is_quoted_with_choices(play, refuse):
    refused = refuse(play("divisor-duel", "9"), "1-2")
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == '"1-2" is not a whole number: enter one of 1, 3, 18.'
