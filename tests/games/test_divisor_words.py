"""What Divisor Duel says, to the letter of its rule book."""

import pytest

from numduel import IllegalMove, UnreadableMove


def test_the_sample_of_the_book_is_told_to_the_letter(tell):
    sample = """\
Available Numbers: 1-20

Player 1's Turn:
Select a number: 6
Remaining Numbers: 1-5, 7-20

Player 2's Turn:
Previous number was 6
Valid selections: 1, 2, 3, 12, 18
Select a number: 3
Remaining Numbers: 1-2, 4-5, 7-20

Player 1's Turn:
Previous number was 3
Valid selections: 1, 9, 12, 15, 18
Select a number: 9
Remaining Numbers: 1-2, 4-5, 7-8, 10-20

Player 2's Turn:
Previous number was 9
Valid selections: 1, 18
Select a number: 18
Remaining Numbers: 1-2, 4-5, 7-8, 10-17, 19-20

"""
    assert tell("divisor-duel", "6\n3\n9\n18") == sample


def test_ruling_d3_valid_selections_are_never_written_as_ranges(play, read):
    match = play("divisor-duel", "1", numbers=5)
    assert read(match.game.words.turn(match.state)) == [
        "Player 2's Turn:",
        "Previous number was 1",
        "Valid selections: 2, 3, 4, 5",
    ]


def test_ruling_d3_the_opening_turn_shows_neither_previous_number_nor_selections(play, read):
    match = play("divisor-duel")
    assert read(match.game.words.turn(match.state)) == ["Player 1's Turn:"]


def test_ruling_d3_a_list_with_nothing_left_is_none_and_ruling_a7_who_is_stuck_loses(tell):
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


def test_the_board_shows_what_remains_and_the_turn(play, read):
    match = play("divisor-duel", "2", numbers=4)
    assert read(match.game.words.board(match.state)) == [
        "Remaining Numbers: 1, 3-4",
        "",
        "Player 2's Turn:",
        "Previous number was 2",
        "Valid selections: 1, 4",
    ]


@pytest.mark.parametrize(
    ("moves", "typed", "sentence"),
    [
        ("", "21", "21 is not in the list 1 to 20."),
        ("", "0", "0 is not in the list 1 to 20."),
        ("16", "-5", "-5 is not in the list 1 to 20."),
        ("16", "32", "32 is not in the list 1 to 20."),
        ("16", "16", "16 has been removed."),
        ("7 1 16", "7", "7 has been removed."),
        ("16", "20", "20 is neither a divisor nor a multiple of 16."),
    ],
)
def test_ruling_a3_the_first_rule_that_applies_is_named(play, refuse, moves, typed, sentence):
    refused = refuse(play("divisor-duel", moves), typed)
    assert isinstance(refused, IllegalMove)
    assert str(refused) == sentence


def test_ruling_a2_what_is_not_a_number_is_quoted_with_what_may_be_entered(play, refuse):
    refused = refuse(play("divisor-duel", "9"), "1-2")
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == '"1-2" is not a whole number: enter one of 1, 3, 18.'
