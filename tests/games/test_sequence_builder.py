"""Sequence Builder, read from its rule book."""

import pytest

from numduel import BadOption, IllegalMove, Player, load_game

ALL_EVEN = "with five numbers whose adjacent pairs all sum to even numbers"
MORE_PAIRS = "with more valid adjacent pairs"
TIE = "the tie by completing a sequence first"


def legal(match):
    return list(match.game.legal_moves(match.state))


def rows(match):
    return [list(sequence) for sequence in match.state.sequences]


def test_move_appends_number_from_pool_to_sequence(play):
    match = play("sequence-builder", "6 5 2")
    assert rows(match) == [[6, 2], [5]]
    assert legal(match) == [1, 3, 4, 7, 8, 9]
    assert match.state.to_move is Player.TWO


def test_five_numbers_with_all_pairs_even_win_at_once(play):
    match = play("sequence-builder", "1 2 3 4 5 6 7 8 9")
    assert match.outcome == (Player.ONE, ALL_EVEN)
    match = play("sequence-builder", "1 2 3 4 5 6 7 8 9", numbers=12)
    assert match.outcome == (Player.ONE, ALL_EVEN)
    assert legal(match) == []


def test_four_numbers_with_all_pairs_even_do_not_win_yet(play):
    assert play("sequence-builder", "1 2 3 4 5 6 7").outcome is None


def test_more_valid_pairs_win_for_player_1_too(play):
    match = play("sequence-builder", "1 2 3 5 7 4 6 9 8")
    assert rows(match) == [[1, 3, 7, 6, 8], [2, 5, 4, 9]]
    assert match.outcome == (Player.ONE, MORE_PAIRS)


def test_ruling_s1_player_1_wins_ties(play):
    match = play("sequence-builder", "1 5 2 3 4 8 7 6 9")
    assert rows(match) == [[1, 2, 4, 7, 9], [5, 3, 8, 6]]
    assert match.outcome == (Player.ONE, TIE)


@pytest.mark.parametrize(("numbers", "length"), [(8, 5), (3, 3)])
def test_ruling_s2_too_small_pool_is_refused(numbers, length):
    with pytest.raises(BadOption) as refused:
        load_game("sequence-builder", numbers=numbers, length=length)
    assert str(refused.value) == (
        f"length {length} needs at least {2 * length - 1} numbers: with {numbers} nobody could"
        " complete a sequence, and a game could be a draw."
    )


def test_ruling_s2_smallest_game_has_three_numbers(play):
    assert play("sequence-builder", "1 2 3", numbers=3, length=2).outcome.winner is Player.ONE
    with pytest.raises(BadOption, match="length must be a whole number from 2 to 500, not 1"):
        load_game("sequence-builder", length=1)
    with pytest.raises(BadOption, match="numbers must be a whole number from 3 to 1000, not 2"):
        load_game("sequence-builder", numbers=2)


def test_ruling_s3_game_ends_with_both_sequences_full(play):
    match = play("sequence-builder", "1 2 4 3", numbers=9, length=3)
    assert match.outcome is None
    match.play(5)
    assert match.outcome is None, "Player 2 still has a number to come"
    match.play(6)
    assert rows(match) == [[1, 4, 5], [2, 3, 6]]
    assert match.outcome == (Player.ONE, TIE)
    assert legal(match) == []
    assert match.game.view(match.state)["remaining"] == [7, 8, 9]


def test_ruling_s3_full_sequences_are_scored(play):
    match = play("sequence-builder", "1 3 2 4 5 6", numbers=20, length=3)
    assert rows(match) == [[1, 2, 5], [3, 4, 6]]
    assert match.outcome == (Player.TWO, MORE_PAIRS)


def test_ruling_s3_after_the_end_nothing_may_be_taken(play):
    match = play("sequence-builder", "1 3 2 4 5 6", numbers=20, length=3)
    with pytest.raises(IllegalMove, match="The match is over"):
        match.play(7)


def test_ruling_s4_all_even_sequence_wins_for_player_2(play):
    match = play("sequence-builder", "1 2 3 4 5 6 7 8 12 10", numbers=12)
    assert rows(match)[1] == [2, 4, 6, 8, 10]
    assert match.outcome == (Player.TWO, ALL_EVEN)


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
