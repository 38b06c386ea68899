"""Rulings A2 and A3: the first rule that applies is named, and what is no number is quoted."""

import pytest

from numduel import IllegalMove, UnreadableMove


@pytest.mark.parametrize(
    ("slug", "moves", "typed", "sentence"),
    [
        ("divisor-duel", "", "21", "21 is not in the list 1 to 20."),
        ("divisor-duel", "16", "16", "16 has been removed."),
        ("divisor-duel", "16", "20", "20 is neither a divisor nor a multiple of 16."),
        ("parity-duel", "", "0", "0 is not in the list 1 to 20."),
        ("parity-duel", "7", "7", "7 has been removed."),
        ("parity-duel", "10", "8", "8 is even: you must remove an odd number."),
        ("sequence-builder", "6 5", "5", "5 has been taken by Player 2."),
        ("sequence-builder", "6 5", "6", "6 has been taken by Player 1."),
    ],
)
def test_ruling_a3_the_first_rule_that_applies_is_named(play, refuse, slug, moves, typed, sentence):
    match = play(slug, moves)
    refused = refuse(match, typed)
    assert isinstance(refused, IllegalMove)
    assert str(refused) == match.game.refusal(match.state, int(typed)) == sentence


@pytest.mark.parametrize(
    ("slug", "numbers", "choices"),
    [
        ("divisor-duel", 20, "1, 2, 3, 12, 18"),
        ("even-odd-match", 6, "1, 3, 5"),
        ("parity-duel", 10, "1  3  5  7  9"),
    ],
)
def test_ruling_a2_non_number_is_quoted_with_choices(play, refuse, slug, numbers, choices):
    refused = refuse(play(slug, "6", numbers=numbers), "1-2")
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == f'"1-2" is not a whole number: enter one of {choices}.'
