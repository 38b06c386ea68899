"""Parity Duel, read from its rule book."""

import pytest

from numduel import IllegalMove, Player, UnreadableMove
from numduel.words import Role, put_names


def legal(match):
    return list(match.game.legal_moves(match.state))


def remaining(match):
    return match.game.view(match.state)["remaining"]


def test_parity_duel_ends_with_other_parity_left(play):
    match = play("parity-duel", "2 1", numbers=3)
    assert remaining(match) == [3]
    assert match.outcome == (Player.TWO, "because no even number is left to remove")
    match = play("parity-duel", "1 2 3 4", numbers=4)
    assert match.outcome == (Player.TWO, "because no odd number is left to remove")


def test_ruling_p1_endgame_example_swaps_seats(play):
    match = play("parity-duel", "5 10 7 8")
    assert remaining(match) == [1, 2, 3, 4, 6, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
    for player, move, allowed in [
        (Player.ONE, 19, [1, 3, 9, 11, 13, 15, 17, 19]),
        (Player.TWO, 20, [2, 4, 6, 12, 14, 16, 18, 20]),
        (Player.ONE, 17, [1, 3, 9, 11, 13, 15, 17]),
        (Player.TWO, 18, [2, 4, 6, 12, 14, 16, 18]),
        (Player.ONE, 15, [1, 3, 9, 11, 13, 15]),
        (Player.TWO, 16, [2, 4, 6, 12, 14, 16]),
    ]:
        assert (match.state.to_move, legal(match)) == (player, allowed)
        match.play(move)
    assert match.outcome is None


def test_ruling_a7_the_stuck_player_is_shown_none_and_loses(tell):
    assert tell("parity-duel", "1", numbers=1).endswith("""\
Player 1 removes 1 (odd).

Available Numbers:
None

Player 2's Turn
----------------
Last Number Removed by Player 1: 1 (odd)
You must select an even number.
Available Even Numbers: None
Player 2 cannot make a valid move and loses the game.
Player 1 wins the game!
""")


def test_ruling_p3_turn_rule_is_always_sixteen_dashes(play, read):
    match = play("parity-duel")
    names = {Player.ONE: "Bartholomew the Elder", Player.TWO: "Al"}
    lines = [put_names(line, names) for line in match.game.words.turn(match.state)]
    assert read(lines)[3:5] == ["Bartholomew the Elder's Turn", "-" * 16]


def test_what_is_allowed_is_bright_and_the_rest_dim(play):
    match = play("parity-duel", "2", numbers=4)
    _, available, *_ = match.game.words.turn(match.state)
    roles = {span.text: (span.role, span.move) for span in available if span.text.strip()}
    assert roles == {
        "1": (Role.ALLOWED, 1),
        "3": (Role.ALLOWED, 3),
        "4": (Role.DIM, None),
    }


@pytest.mark.parametrize(
    ("moves", "typed", "sentence"),
    [
        ("", "21", "21 is not in the list 1 to 20."),
        ("", "0", "0 is not in the list 1 to 20."),
        ("7", "7", "7 has been removed."),
        ("10", "8", "8 is even: you must remove an odd number."),
        ("7", "9", "9 is odd: you must remove an even number."),
    ],
)
def test_ruling_a3_the_first_rule_that_applies_is_named(play, refuse, moves, typed, sentence):
    match = play("parity-duel", moves)
    refused = refuse(match, typed)
    assert isinstance(refused, IllegalMove)
    assert str(refused) == sentence
    assert match.game.refusal(match.state, int(typed)) == sentence


def test_ruling_a2_non_number_is_quoted_with_choices(play, refuse):
    refused = refuse(play("parity-duel", "6", numbers=10), "seven")
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == '"seven" is not a whole number: enter one of 1  3  5  7  9.'


def test_ruling_a2_overlong_number_is_refused(play, refuse):
    refused = refuse(play("parity-duel", "6", numbers=4 + 2), "1" * 50)
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == f'"{"1" * 40}…" has more than twelve digits: enter one of 1  3  5.'
