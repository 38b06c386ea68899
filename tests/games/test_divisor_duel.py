"""Divisor Duel, read from its rule book."""

import pytest

from numduel import BadOption, IllegalMove, Player, UnreadableMove, load_game
from numduel.rulebook import rules_for

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
    board = match.game.words.board(match.game, match.state)
    return str(board[0]).removeprefix("Remaining Numbers: ")


def test_all_of_1_to_20_is_available_and_player_1_begins_with_any_number(play):
    match = play("divisor-duel")
    assert match.game.view(match.state)["remaining"] == list(range(1, 21))
    assert legal(match) == list(range(1, 21))
    assert match.state.to_move is Player.ONE


def test_then_a_divisor_or_a_multiple_of_the_previous_number_is_selected(play):
    match = play("divisor-duel", "6")
    assert match.state.to_move is Player.TWO
    assert legal(match) == [1, 2, 3, 12, 18]


@pytest.mark.parametrize("numbers", [1, 2, 5, 12, 20, 36])
def test_the_rule_holds_for_every_previous_number(numbers):
    game = load_game("divisor-duel", numbers=numbers)
    for previous in range(1, numbers + 1):
        assert list(game.legal_moves(game.play(game.start(), previous))) == [
            number
            for number in range(1, numbers + 1)
            if number != previous and (number % previous == 0 or previous % number == 0)
        ]


def test_only_the_immediately_preceding_number_counts(play):
    assert 12 in legal(play("divisor-duel", "6"))
    match = play("divisor-duel", "6 1 7")
    assert legal(match) == [14]


def test_a_selected_number_cannot_be_chosen_again(play):
    match = play("divisor-duel", "6 3")
    assert 6 not in legal(match)
    with pytest.raises(IllegalMove, match="6 has been removed"):
        match.play(6)


def test_after_1_any_remaining_number_may_follow(play):
    match = play("divisor-duel", "6 1")
    assert legal(match) == [2, 3, 4, 5, *range(7, 21)]


def test_ruling_d4_a_player_without_a_move_does_not_pass_but_loses(play):
    match = play("divisor-duel", "1 11")
    assert legal(match) == []
    assert match.outcome == (Player.TWO, "because no divisor or multiple of 11 is left")
    with pytest.raises(IllegalMove):
        match.play(12)


def test_ruling_d1_the_example_is_legal_up_to_turn_9_and_then_only_1_may_follow(play):
    match = play("divisor-duel")
    for number, allowed in EXAMPLE:
        assert legal(match) == allowed
        match.play(number)
    assert legal(match) == [1]


def test_the_example_goes_on_from_there_to_its_end(play):
    match = play("divisor-duel", "6 3 9 18 2 12 4 8 16 1")
    assert legal(match) == [5, 7, 10, 11, 13, 14, 15, 17, 19, 20]
    match.play(7)
    assert legal(match) == [14]
    match.play(14)
    assert match.outcome == (Player.TWO, "because no divisor or multiple of 14 is left")


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


def test_ruling_d1_18_after_12_was_taken_already_in_the_example(play):
    match = play("divisor-duel", "6 3 9 18 2 12")
    assert match.game.refusal(match.state, 18) == "18 has been removed."


def test_ruling_d1_15_after_5_is_right(play):
    assert legal(play("divisor-duel", "20 5")) == [1, 10, 15]


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
    assert read(match.game.words.turn(match.game, match.state)) == [
        "Player 2's Turn:",
        "Previous number was 1",
        "Valid selections: 2, 3, 4, 5",
    ]


def test_ruling_d3_the_opening_turn_shows_neither_previous_number_nor_selections(play, read):
    match = play("divisor-duel")
    assert read(match.game.words.turn(match.game, match.state)) == ["Player 1's Turn:"]


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
    assert read(match.game.words.board(match.game, match.state)) == [
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


def test_ruling_a5_the_list_is_at_least_1_and_at_most_a_million():
    for numbers in [0, 1_000_001]:
        with pytest.raises(BadOption) as refused:
            load_game("divisor-duel", numbers=numbers)
        assert str(refused.value) == (
            f"numbers must be a whole number from 1 to 1000000, not {numbers}."
        )


def test_ruling_v2_the_first_number_may_be_any_unless_an_even_opening_is_chosen(play, refuse):
    assert play("divisor-duel").game.options == {"numbers": 20, "opening": "any"}
    match = play("divisor-duel", opening="even", numbers=6)
    assert legal(match) == [2, 4, 6]
    assert str(refuse(match, "3")) == "3 is odd: the first number must be even."
    assert str(refuse(match, "7")) == "7 is not in the list 1 to 6."


def test_ruling_v2_only_the_first_number_must_be_even(play):
    assert legal(play("divisor-duel", "6", opening="even")) == [1, 2, 3, 12, 18]
    assert legal(play("divisor-duel", "6 3", opening="even")) == [1, 9, 12, 15, 18]


def test_ruling_v2_an_even_opening_needs_at_least_2_numbers(play):
    assert legal(play("divisor-duel", opening="even", numbers=2)) == [2]
    with pytest.raises(BadOption) as refused:
        load_game("divisor-duel", opening="even", numbers=1)
    assert str(refused.value) == (
        "opening=even needs at least 2 numbers: 1 alone has no even number."
    )


def test_ruling_v2_other_openings_are_refused():
    with pytest.raises(BadOption, match="opening must be one of any, even, even-below-half"):
        load_game("divisor-duel", opening="odd")


def test_ruling_v2_the_opening_turn_tells_the_rule(play, read):
    match = play("divisor-duel", opening="even", numbers=6)
    assert read(match.game.words.turn(match.game, match.state)) == [
        "Player 1's Turn:",
        "The first number must be even.",
        "Valid selections: 2, 4, 6",
    ]


def test_a_learner_sees_what_is_free_and_what_was_taken_last(play):
    match = play("divisor-duel", "2 1", numbers=4)
    assert match.game.features(match.state) == (0, 0, 1, 1, 1, 0, 0, 0)
    match = play("divisor-duel", numbers=3)
    assert match.game.features(match.state) == (1, 1, 1, 0, 0, 0)


def test_ruling_v4_the_first_number_is_even_and_twice_as_much_is_less_than_the_last(play, refuse):
    for numbers, openings in [(5, [2]), (8, [2]), (9, [2, 4]), (20, [2, 4, 6, 8])]:
        assert legal(play("divisor-duel", opening="even-below-half", numbers=numbers)) == openings
    match = play("divisor-duel", opening="even-below-half")
    rule = "the first number must be even and less than half of 20."
    assert str(refuse(match, "3")) == f"3 is odd: {rule}"
    assert str(refuse(match, "10")) == f"10 is not less than half of 20: {rule}"


def test_ruling_v4_only_the_first_number_is_restricted(play):
    assert legal(play("divisor-duel", "6", opening="even-below-half")) == [1, 2, 3, 12, 18]


def test_ruling_v4_the_opening_rule_is_told(play, read):
    match = play("divisor-duel", opening="even-below-half")
    words = match.game.words
    assert read(words.turn(match.game, match.state)) == [
        "Player 1's Turn:",
        "The first number must be even and less than half of 20.",
        "Valid selections: 2, 4, 6, 8",
    ]
    assert words.task(match.game, match.state) == "take any even number less than half of 20"
    assert rules_for(match.game).endswith(
        "- Player 1 must begin with an even number that is less than half of the last number of"
        " the list."
    )


def test_ruling_v4_an_opening_below_half_needs_at_least_5_numbers():
    with pytest.raises(BadOption) as refused:
        load_game("divisor-duel", opening="even-below-half", numbers=4)
    assert str(refused.value) == (
        "opening=even-below-half needs at least 5 numbers: no even number is less than half of 4."
    )
