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


def who_wins(game, state, known):
    """The winner if both play as well as can be."""
    kind = game.canonical(state), state.to_move
    if kind not in known:
        outcome = game.outcome(state)
        reached = {
            who_wins(game, game.after(state, move), known) for move in game.legal_moves(state)
        }
        best = state.to_move if state.to_move in reached else state.to_move.opponent
        known[kind] = outcome.winner if outcome else best
    return known[kind]


def test_the_pool_is_1_to_9_and_both_sequences_are_empty(play):
    match = play("sequence-builder")
    assert legal(match) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert rows(match) == [[], []]
    assert match.state.to_move is Player.ONE


def test_a_number_goes_to_the_end_of_ones_own_sequence_and_leaves_the_pool(play):
    match = play("sequence-builder", "6 5 2")
    assert rows(match) == [[6, 2], [5]]
    assert legal(match) == [1, 3, 4, 7, 8, 9]
    assert match.state.to_move is Player.TWO


def test_any_number_of_the_pool_may_be_taken_whatever_its_parity(play):
    match = play("sequence-builder", "6 5")
    assert legal(match) == [1, 2, 3, 4, 7, 8, 9]
    for number in legal(match):
        assert rows(play("sequence-builder", f"6 5 {number}")) == [[6, number], [5]]


def test_the_example_move_by_move(play):
    match = play("sequence-builder")
    for mover, number, sequence, pool in [
        (1, 6, [6], [1, 2, 3, 4, 5, 7, 8, 9]),
        (2, 5, [5], [1, 2, 3, 4, 7, 8, 9]),
        (1, 2, [6, 2], [1, 3, 4, 7, 8, 9]),
        (2, 3, [5, 3], [1, 4, 7, 8, 9]),
        (1, 7, [6, 2, 7], [1, 4, 8, 9]),
        (2, 1, [5, 3, 1], [4, 8, 9]),
        (1, 4, [6, 2, 7, 4], [8, 9]),
        (2, 8, [5, 3, 1, 8], [9]),
        (1, 9, [6, 2, 7, 4, 9], []),
    ]:
        assert match.outcome is None
        assert match.state.to_move == mover
        match.play(number)
        assert match.state.sequences[mover - 1] == tuple(sequence)
        assert match.game.view(match.state)["remaining"] == pool
    assert match.outcome == (Player.TWO, MORE_PAIRS)


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


def test_ruling_s1_from_nine_numbers_only_player_1_gets_five(play):
    match = play("sequence-builder", "6 5 2 3 7 1 4 8 9")
    assert [len(row) for row in rows(match)] == [5, 4]


def test_ruling_s1_player_1_wins_with_every_opening_of_1_to_9():
    game, known = load_game("sequence-builder"), {}
    for opening in game.all_moves():
        assert who_wins(game, game.play(game.start(), opening), known) is Player.ONE


@pytest.mark.parametrize(("numbers", "length"), [(8, 5), (5, 4), (3, 3)])
def test_ruling_s2_pools_too_small_to_complete_a_sequence_are_refused(numbers, length):
    with pytest.raises(BadOption) as refused:
        load_game("sequence-builder", numbers=numbers, length=length)
    assert str(refused.value) == (
        f"length {length} needs at least {2 * length - 1} numbers: with {numbers} nobody could"
        " complete a sequence, and a game could be a draw."
    )


def test_ruling_s2_the_smallest_game_has_length_2_and_three_numbers(play):
    assert play("sequence-builder", "1 2 3", numbers=3, length=2).outcome.winner is Player.ONE
    with pytest.raises(BadOption, match="length must be a whole number from 2 to 500, not 1"):
        load_game("sequence-builder", length=1)
    with pytest.raises(BadOption, match="numbers must be a whole number from 3 to 1000, not 2"):
        load_game("sequence-builder", numbers=2)


def test_ruling_s2_the_longest_sequence_fits_the_largest_pool():
    assert load_game("sequence-builder", numbers=1_000, length=500).length == 500
    for options in [{"numbers": 1_001}, {"numbers": 1_000, "length": 501}]:
        with pytest.raises(BadOption):
            load_game("sequence-builder", **options)


def test_ruling_s3_in_a_large_pool_the_game_ends_when_both_sequences_are_full(play):
    match = play("sequence-builder", "1 2 4 3", numbers=9, length=3)
    assert match.outcome is None
    match.play(5)
    assert match.outcome is None, "Player 2 still has a number to come"
    match.play(6)
    assert rows(match) == [[1, 4, 5], [2, 3, 6]]
    assert match.outcome == (Player.ONE, TIE)
    assert legal(match) == []
    assert match.game.view(match.state)["remaining"] == [7, 8, 9]


def test_ruling_s3_the_scoring_decides_with_full_sequences_too(play):
    match = play("sequence-builder", "1 3 2 4 5 6", numbers=20, length=3)
    assert rows(match) == [[1, 2, 5], [3, 4, 6]]
    assert match.outcome == (Player.TWO, MORE_PAIRS)


def test_ruling_s3_after_the_end_nothing_may_be_taken(play):
    match = play("sequence-builder", "1 3 2 4 5 6", numbers=20, length=3)
    with pytest.raises(IllegalMove, match="The duel is over"):
        match.play(7)


def test_ruling_s4_player_2_can_win_at_once_only_with_twice_the_length(play):
    match = play("sequence-builder", "1 2 3 4 5 6 7 8 12 10", numbers=12)
    assert rows(match)[1] == [2, 4, 6, 8, 10]
    assert match.outcome == (Player.TWO, ALL_EVEN)


@pytest.mark.parametrize("length", [2, 3])
def test_ruling_s4_with_fewer_numbers_player_2_never_completes_a_sequence(length):
    def longest(game, state):
        reached = (longest(game, game.after(state, move)) for move in game.legal_moves(state))
        return max(reached, default=len(state.sequences[1]))

    for numbers, most in [(2 * length - 1, length - 1), (2 * length, length)]:
        game = load_game("sequence-builder", numbers=numbers, length=length)
        assert longest(game, game.start()) == most


def test_positions_are_alike_if_counts_lengths_pairs_and_last_parities_are(play):
    canonical = {}
    for moves in ["", "1", "3", "2", "1 2 3", "5 8 7", "5 8 2"]:
        match = play("sequence-builder", moves)
        canonical[moves] = match.game.canonical(match.state)
    assert canonical[""] == (5, 4, (0, 0, 0), (0, 0, 0))
    assert canonical["1"] == canonical["3"] == (4, 4, (1, 0, 1), (0, 0, 0))
    assert canonical["2"] == (5, 3, (1, 0, 0), (0, 0, 0))
    assert canonical["1 2 3"] == canonical["5 8 7"] == (3, 3, (2, 1, 1), (1, 0, 0))
    assert canonical["5 8 2"] == (4, 2, (2, 0, 0), (1, 0, 0))


def test_a_learner_sees_the_game_from_the_side_of_the_player_to_move(play):
    match = play("sequence-builder", "1 2 3", numbers=5, length=2)
    free, mine, theirs = (0, 0, 0, 1, 1), (0, 1, 0, 0, 0), (1, 0, 1, 0, 0)
    assert match.game.features(match.state) == free + mine + theirs + mine + (0, 0, 1, 0, 0)
    match = play("sequence-builder", "1", numbers=3, length=2)
    free, mine, theirs = (0, 1, 1), (0, 0, 0), (1, 0, 0)
    assert match.game.features(match.state) == free + mine + theirs + mine + theirs
