"""Sequence Builder: texts for players, and replies to wrong entries."""

import pytest

from numduel import IllegalMove, Player


def test_ruling_s5_a_tie_and_a_sequence_without_a_pair(tell):
    assert tell("sequence-builder", "1\n3\n2", numbers=3, length=2).endswith("""\
Final Sequences:

Player 1's Sequence: [1, 2]
Adjacent Pair Sums:
- 1 + 2 = 3 (Odd)

Player 2's Sequence: [3]
Adjacent Pair Sums: None

Winner: Player 1 wins the tie by completing a sequence first.
""")


@pytest.mark.parametrize(("length", "told"), [(2, "two"), (10, "ten"), (11, "11")])
def test_ruling_s5_the_length_is_in_words_up_to_ten(play, length, told):
    numbers = 2 * length - 1
    moves = " ".join(map(str, range(1, numbers + 1)))
    outcome = play("sequence-builder", moves, numbers=numbers, length=length).outcome
    reason = f"with {told} numbers whose adjacent pairs all sum to even numbers"
    assert outcome == (Player.ONE, reason)


@pytest.mark.parametrize(
    ("moves", "typed", "sentence"),
    [
        ("", "10", "10 is not in the list 1 to 9."),
        ("", "0", "0 is not in the list 1 to 9."),
        ("6 5", "5", "5 has been taken by Player 2."),
        ("6 5", "6", "6 has been taken by Player 1."),
    ],
)
def test_ruling_a3_the_first_rule_that_applies_is_named(play, refuse, moves, typed, sentence):
    refused = refuse(play("sequence-builder", moves), typed)
    assert isinstance(refused, IllegalMove)
    assert str(refused) == sentence
