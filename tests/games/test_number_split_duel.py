"""Number Split Duel, read from its rule book."""

import pytest

from numduel import BadOption, IllegalMove, Player, load_game
from numduel.words import Further


def legal(match):
    return list(match.game.legal_moves(match.state))


def splits(match):
    (told,) = match.game.words.choices(match.state)
    return str(told).removeprefix("- Possible Splits: ")


def split(match, text):
    return match.game.words.answer(match.state, text)


def who_wins(game, state):
    """The winner if both play as well as can be."""
    outcome = game.outcome(state)
    if outcome:
        return outcome.winner
    reached = {who_wins(game, game.after(state, move)) for move in game.legal_moves(state)}
    return state.to_move if state.to_move in reached else state.to_move.opponent


def test_player_1_gets_the_starting_number(play):
    match = play("number-split-duel", start=9)
    assert match.state == (9, Player.ONE)
    assert match.game.options == {"start": 9}


def test_ruling_n1_the_start_is_16_unless_chosen_otherwise(play):
    assert play("number-split-duel").state.number == 16
    assert play("number-split-duel", start=25).state.number == 25


@pytest.mark.parametrize("start", [1, 2])
def test_ruling_n1_with_1_or_2_player_1_has_no_move_and_loses_at_once(play, start):
    match = play("number-split-duel", start=start)
    assert legal(match) == []
    assert len(match.game.all_moves()) == 0
    assert match.outcome == (Player.TWO, f"because {start} has no split into unequal parts")


def test_the_number_is_split_into_two_unequal_parts(play):
    match = play("number-split-duel", start=9)
    assert splits(match) == "(8,1), (7,2), (6,3), (5,4)"
    assert legal(match) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_equal_splits_are_not_allowed(play, refuse):
    match = play("number-split-duel", start=8)
    assert legal(match) == [1, 2, 3, 5, 6, 7]
    assert str(refuse(match, "4 and 4")) == "Equal splits are not allowed: 4 and 4 are equal."
    with pytest.raises(IllegalMove, match="Equal splits are not allowed: 4 and 4 are equal"):
        match.play(4)


@pytest.mark.parametrize("part", [0, -1, 16, 17])
def test_both_parts_must_be_at_least_1(play, part):
    match = play("number-split-duel")
    with pytest.raises(IllegalMove) as refused:
        match.play(part)
    rule = f"{part} and {16 - part} is not a split: both parts must be at least 1."
    assert str(refused.value) == refused.value.rule == rule
    assert match.moves == ()


def test_either_part_may_be_handed_over_and_becomes_the_opponents_number(play):
    assert play("number-split-duel", "10").state == (10, Player.TWO)
    assert play("number-split-duel", "6").state == (6, Player.TWO)


def test_who_gets_a_number_that_cannot_be_split_loses(play):
    match = play("number-split-duel", "2")
    assert match.outcome == (Player.ONE, "because 2 has no split into unequal parts")
    match = play("number-split-duel", "6 5 4 1")
    assert match.outcome == (Player.TWO, "because 1 has no split into unequal parts")


def test_the_example_move_by_move(play):
    match = play("number-split-duel")
    for number, possible, chosen, new in [
        (16, "(15,1), (14,2), (13,3), (12,4), (11,5), (10,6), (9,7)", "10 and 6", 6),
        (6, "(5,1), (4,2)", "5 and 1", 5),
        (5, "(4,1), (3,2)", "4 and 1", 4),
        (4, "(3,1)", "3 and 1", 1),
    ]:
        words = match.game.words
        assert (match.state.number, splits(match)) == (number, possible)
        assert words.answers(match.state, new) == [chosen, str(new)]
        match.play(new)
    assert splits(match) == "None"
    assert match.outcome.winner is Player.TWO


def test_the_sample_of_the_book_is_told_to_the_letter(tell):
    sample = """\
Game Start: N = 16

Player 1's Turn:
- Current N: 16
- Possible Splits: (15,1), (14,2), (13,3), (12,4), (11,5), (10,6), (9,7)
- Choose a split: 10 and 6
- Select new N for Player 2: 6
Player 1 splits 16 into 10 and 6. New N for Player 2 is 6.

Player 2's Turn:
- Current N: 6
- Possible Splits: (5,1), (4,2)
- Choose a split: 5 and 1
- Select new N for Player 1: 5
Player 2 splits 6 into 5 and 1. New N for Player 1 is 5.

Player 1's Turn:
- Current N: 5
- Possible Splits: (4,1), (3,2)
- Choose a split: 4 and 1
- Select new N for Player 2: 4
Player 1 splits 5 into 4 and 1. New N for Player 2 is 4.

Player 2's Turn:
- Current N: 4
- Possible Splits: (3,1)
- Choose a split: 3 and 1
- Select new N for Player 1: 1
Player 2 splits 4 into 3 and 1. New N for Player 1 is 1.

Player 1's Turn:
- Current N: 1
- Possible Splits: None
Player 1 cannot make a valid move. Player 2 wins the game!
"""
    answers = "10 and 6\n6\n5 and 1\n5\n4 and 1\n4\n3 and 1\n1"
    assert tell("number-split-duel", answers) == sample


def test_ruling_n4_5_splits_into_3_and_2_as_well(play):
    match = play("number-split-duel", start=5)
    assert splits(match) == "(4,1), (3,2)"
    assert split(match, "3 and 2") == Further((3, 2))
    assert legal(match) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("start", "listed"),
    [(3, "(2,1)"), (4, "(3,1)"), (6, "(5,1), (4,2)"), (7, "(6,1), (5,2), (4,3)")],
)
def test_ruling_n4_splits_go_from_the_most_unequal_down_legal_ones_only(play, start, listed):
    assert splits(play("number-split-duel", start=start)) == listed


def test_ruling_n5_handing_over_1_always_wins():
    for start in range(3, 40):
        game = load_game("number-split-duel", start=start)
        assert game.outcome(game.play(game.start(), 1)).winner is Player.ONE


def test_ruling_n5_2_wins_too_but_cannot_be_handed_over_from_4():
    for start in range(3, 40):
        game = load_game("number-split-duel", start=start)
        if start == 4:
            assert 2 not in game.legal_moves(game.start())
        else:
            assert game.outcome(game.play(game.start(), 2)).winner is Player.ONE


def test_ruling_n5_player_1_wins_from_every_start_but_1_and_2():
    for start in range(1, 12):
        game = load_game("number-split-duel", start=start)
        assert who_wins(game, game.start()) is (Player.TWO if start <= 2 else Player.ONE)


def test_ruling_a5_the_start_is_from_1_to_1000():
    for start in [0, 1_001]:
        with pytest.raises(BadOption) as refused:
            load_game("number-split-duel", start=start)
        assert str(refused.value) == (f"start must be a whole number from 1 to 1000, not {start}.")


def test_a_learner_sees_the_number(play):
    match = play("number-split-duel", "3", start=5)
    assert match.game.features(match.state) == (0, 0, 1, 0, 0)
