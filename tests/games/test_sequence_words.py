"""Sequence Builder: what players read, and what is said to a wrong entry."""

import pytest

from numduel import IllegalMove, Player, UnreadableMove

ALL_EVEN = "with five numbers whose adjacent pairs all sum to even numbers"


MORE_PAIRS = "with more valid adjacent pairs"


TIE = "the tie by completing a sequence first"


def test_the_sample_of_the_book_is_told_to_the_letter(tell):
    sample = """\
Current Number Pool: [1, 2, 3, 4, 5, 6, 7, 8, 9]

Player 1, it's your turn.
Available Numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9]
Enter your chosen number: 6

Player 1's Sequence: [6]
Remaining Numbers: [1, 2, 3, 4, 5, 7, 8, 9]

---

Player 2, it's your turn.
Available Numbers: [1, 2, 3, 4, 5, 7, 8, 9]
Enter your chosen number: 5

Player 2's Sequence: [5]
Remaining Numbers: [1, 2, 3, 4, 7, 8, 9]

---

Player 1, it's your turn.
Available Numbers: [1, 2, 3, 4, 7, 8, 9]
Enter your chosen number: 2

Player 1's Sequence: [6, 2]
Adjacent Pair Sums: [6 + 2 = 8 (Even)]
Remaining Numbers: [1, 3, 4, 7, 8, 9]

---

"""
    assert tell("sequence-builder", "6\n5\n2") == sample


def test_ruling_s5_the_final_sequences_and_who_has_more_pairs(tell):
    assert tell("sequence-builder", "6\n5\n2\n3\n7\n1\n4\n8\n9").endswith("""\
Remaining Numbers: []

---

Final Sequences:

Player 1's Sequence: [6, 2, 7, 4, 9]
Adjacent Pair Sums:
- 6 + 2 = 8 (Even)
- 2 + 7 = 9 (Odd)
- 7 + 4 = 11 (Odd)
- 4 + 9 = 13 (Odd)

Player 2's Sequence: [5, 3, 1, 8]
Adjacent Pair Sums:
- 5 + 3 = 8 (Even)
- 3 + 1 = 4 (Even)
- 1 + 8 = 9 (Odd)

Winner: Player 2 wins with more valid adjacent pairs.
""")


def test_ruling_s5_a_win_at_once_shows_the_final_sequences_too(tell):
    assert tell("sequence-builder", "1\n2\n3\n4\n5\n6\n7\n8\n9").endswith("""\
Final Sequences:

Player 1's Sequence: [1, 3, 5, 7, 9]
Adjacent Pair Sums:
- 1 + 3 = 4 (Even)
- 3 + 5 = 8 (Even)
- 5 + 7 = 12 (Even)
- 7 + 9 = 16 (Even)

Player 2's Sequence: [2, 4, 6, 8]
Adjacent Pair Sums:
- 2 + 4 = 6 (Even)
- 4 + 6 = 10 (Even)
- 6 + 8 = 14 (Even)

Winner: Player 1 wins with five numbers whose adjacent pairs all sum to even numbers.
""")


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


@pytest.mark.parametrize(
    ("length", "told"), [(2, "two"), (3, "three"), (10, "ten"), (11, "11"), (12, "12")]
)
def test_ruling_s5_the_length_is_in_words_up_to_ten(play, length, told):
    numbers = 2 * length - 1
    moves = " ".join(map(str, range(1, numbers + 1)))
    outcome = play("sequence-builder", moves, numbers=numbers, length=length).outcome
    reason = f"with {told} numbers whose adjacent pairs all sum to even numbers"
    assert outcome == (Player.ONE, reason)


def test_ruling_s6_several_pairs_stand_on_one_line(tell):
    assert tell("sequence-builder", "6\n5\n2\n3\n7").endswith("""\

Player 1's Sequence: [6, 2, 7]
Adjacent Pair Sums: [6 + 2 = 8 (Even), 2 + 7 = 9 (Odd)]
Remaining Numbers: [1, 4, 8, 9]

---

""")


def test_ruling_s6_the_board_shows_both_sequences(play, read):
    match = play("sequence-builder", "6 5 2")
    assert read(match.game.words.board(match.state)) == [
        "Player 1's Sequence: [6, 2]",
        "Adjacent Pair Sums: [6 + 2 = 8 (Even)]",
        "Player 2's Sequence: [5]",
        "",
        "Player 2, it's your turn.",
        "Available Numbers: [1, 3, 4, 7, 8, 9]",
    ]


@pytest.mark.parametrize(
    ("moves", "typed", "sentence"),
    [
        ("", "10", "10 is not in the list 1 to 9."),
        ("", "0", "0 is not in the list 1 to 9."),
        ("6 5", "-5", "-5 is not in the list 1 to 9."),
        ("6 5", "5", "5 has been taken by Player 2."),
        ("6 5", "6", "6 has been taken by Player 1."),
        ("6 5 2", "5", "5 has been taken by Player 2."),
    ],
)
def test_ruling_a3_the_first_rule_that_applies_is_named(play, refuse, moves, typed, sentence):
    refused = refuse(play("sequence-builder", moves), typed)
    assert isinstance(refused, IllegalMove)
    assert str(refused) == sentence


def test_ruling_a2_what_is_not_a_number_is_quoted_with_what_may_be_entered(play, refuse):
    refused = refuse(play("sequence-builder", "6 5"), "five")
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == '"five" is not a whole number: enter one of 1, 2, 3, 4, 7, 8, 9.'
