"""Divisor Duel, read from its rule book."""

import pytest

from numduel import IllegalMove, Player, load_game

# What was played, and what might have been; up to turn 9 the example of the book is legal.
EXAMPLE = [
    (6, list(range(1, 21))),
    (3, [1, 2, 3, 12, 18]),
    (9, [1, 9, 12, 15, 18]),
    (18, [1, 18]),
    (2, [1, 2]),
    (12, [1, 4, 8, 10, 12, 14, 16, 20]),
    (4, [1, 4]),
    (8, [1, 8, 16, 20]),
    (16, [1, 16]),
]


def legal(match):
    return list(match.game.legal_moves(match.state))


def left(match):
    """The line of remaining numbers, as a player reads it."""
    board = match.game.words.board(match.state)
    return str(board[0]).removeprefix("Remaining Numbers: ")


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
    assert legal(match) == []
    assert match.outcome == (Player.TWO, "because no divisor or multiple of 11 is left")
    with pytest.raises(IllegalMove):
        match.play(12)


def test_ruling_d1_only_1_follows_example_after_turn_9(play):
    match = play("divisor-duel")
    for number, allowed in EXAMPLE:
        assert legal(match) == allowed
        match.play(number)
    assert legal(match) == [1]


@pytest.mark.parametrize(
    ("moves", "slips", "previous"),
    [
        ("6 3 9 18 2 12", [15, 16, 20], 12),
        ("6 3 9 18 2 12 4 8", [20], 8),
        ("6 3 9 18 2 12 4 8 16", [20], 16),
        ("20 10", [15], 10),
        ("12", [15, 16, 18, 20], 12),
    ],
)
def test_ruling_d1_each_slip_of_the_example_is_refused(play, moves, slips, previous):
    match = play("divisor-duel", moves)
    for slip in slips:
        with pytest.raises(IllegalMove) as refused:
            match.play(slip)
        rule = f"{slip} is neither a divisor nor a multiple of {previous}."
        assert str(refused.value) == rule


def test_ruling_d2_13_remains_until_it_is_chosen(play):
    assert left(play("divisor-duel", "6 3")) == "1-2, 4-5, 7-20"
    match = play("divisor-duel")
    for (number, _), remaining in zip(
        EXAMPLE,
        [
            "1-5, 7-20",
            "1-2, 4-5, 7-20",
            "1-2, 4-5, 7-8, 10-20",
            "1-2, 4-5, 7-8, 10-17, 19-20",
            "1, 4-5, 7-8, 10-17, 19-20",
            "1, 4-5, 7-8, 10-11, 13-17, 19-20",
            "1, 5, 7-8, 10-11, 13-17, 19-20",
            "1, 5, 7, 10-11, 13-17, 19-20",
            "1, 5, 7, 10-11, 13-15, 17, 19-20",
        ],
        strict=True,
    ):
        match.play(number)
        assert left(match) == remaining
    match.play(1)
    match.play(13)
    assert left(match) == "5, 7, 10-11, 14-15, 17, 19-20"
