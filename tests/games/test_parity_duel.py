"""Parity Duel, read from its rule book."""

import pytest

from numduel import BadOption, IllegalMove, Player, UnreadableMove, load_game
from numduel.words import Role, put_names

ODD = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
EVEN = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]


def legal(match):
    return list(match.game.legal_moves(match.state))


def remaining(match):
    return match.game.view(match.state)["remaining"]


def every_ending(game, state, known):
    """(winner, moves left) of every way in which a duel can go on from here."""
    kind = game.canonical(state), state.to_move
    if kind not in known:
        outcome = game.outcome(state)
        known[kind] = {(outcome.winner, 0)} if outcome else set()
        for move in game.legal_moves(state):
            further = every_ending(game, game.after(state, move), known)
            known[kind] |= {(winner, left + 1) for winner, left in further}
    return known[kind]


def test_the_list_is_1_to_20_and_player_1_begins(play):
    match = play("parity-duel")
    assert remaining(match) == list(range(1, 21))
    assert match.state.to_move is Player.ONE
    assert match.state.last is None


def test_players_alternate(play):
    match, movers = play("parity-duel"), []
    for move in "10 7 8 5".split():
        movers.append(match.state.to_move)
        match.play(move)
    assert movers == [Player.ONE, Player.TWO, Player.ONE, Player.TWO]


def test_the_first_turn_may_select_any_number(play):
    match = play("parity-duel")
    assert legal(match) == list(range(1, 21))


def test_after_an_even_number_an_odd_one_must_follow(play):
    assert legal(play("parity-duel", "10")) == ODD


def test_after_an_odd_number_an_even_one_must_follow(play):
    assert legal(play("parity-duel", "7")) == EVEN


def test_a_removed_number_is_gone(play):
    match = play("parity-duel", "10 7")
    assert remaining(match) == [1, 2, 3, 4, 5, 6, 8, 9, *range(11, 21)]


def test_an_invalid_number_costs_no_turn_and_changes_nothing(play):
    match = play("parity-duel", "10")
    before = match.state
    with pytest.raises(IllegalMove, match=r"^8 is even: you must remove an odd number\.$") as error:
        match.play(8)
    assert (error.value.move, error.value.state) == (8, before)
    assert error.value.rule == "8 is even: you must remove an odd number."
    assert (match.state, match.moves) == (before, (10,))


def test_who_cannot_remove_a_number_loses(play):
    match = play("parity-duel", "1 2 3", numbers=3)
    assert legal(match) == []
    assert match.outcome == (Player.ONE, "because no even number is left to remove")


def test_the_duel_ends_though_numbers_of_the_other_parity_are_left(play):
    match = play("parity-duel", "2 1", numbers=3)
    assert remaining(match) == [3]
    assert match.outcome == (Player.TWO, "because no even number is left to remove")
    match = play("parity-duel", "1 2 3 4", numbers=4)
    assert match.outcome == (Player.TWO, "because no odd number is left to remove")


def test_the_example_move_by_move(play):
    match = play("parity-duel")
    for move, last, allowed in [
        (10, None, list(range(1, 21))),
        (7, 10, ODD),
        (8, 7, [number for number in EVEN if number != 10]),
        (5, 8, [number for number in ODD if number != 7]),
    ]:
        assert (match.state.last, legal(match)) == (last, allowed)
        match.play(move)
    assert remaining(match) == [1, 2, 3, 4, 6, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]


def test_ruling_p1_the_end_game_scenario_is_another_game_with_the_seats_exchanged(play):
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


def test_ruling_p1_the_example_cannot_go_on_with_19(play):
    match = play("parity-duel", "10 7 8 5")
    assert match.state.to_move is Player.ONE
    with pytest.raises(IllegalMove, match="19 is odd: you must remove an even number"):
        match.play(19)


def test_ruling_p2_with_1_to_20_player_2_wins_after_20_moves_whatever_anyone_does():
    game = load_game("parity-duel")
    assert every_ending(game, game.start(), {}) == {(Player.TWO, 20)}


@pytest.mark.parametrize("numbers", range(2, 13, 2))
def test_ruling_p2_with_as_many_odd_as_even_numbers_player_2_always_wins(numbers):
    game = load_game("parity-duel", numbers=numbers)
    assert every_ending(game, game.start(), {}) == {(Player.TWO, numbers)}


@pytest.mark.parametrize("numbers", range(1, 13, 2))
def test_ruling_p2_with_more_odd_numbers_only_the_opening_matters(numbers):
    game = load_game("parity-duel", numbers=numbers)
    for opening in game.all_moves():
        winner = Player.ONE if opening % 2 else Player.TWO
        endings = every_ending(game, game.play(game.start(), opening), {})
        assert {won for won, _ in endings} == {winner}


def test_the_sample_of_the_book_is_told_to_the_letter(tell):
    sample = """\
Available Numbers:
1  2  3  4  5  6  7  8  9  10

Player 1's Turn
----------------
Last Number Removed by Player 2: None
You may select any number.
Enter the number to remove: 6
Player 1 removes 6 (even).

Available Numbers:
1  2  3  4  5  7  8  9  10

Player 2's Turn
----------------
Last Number Removed by Player 1: 6 (even)
You must select an odd number.
Available Odd Numbers: 1  3  5  7  9
Enter the number to remove: 5
Player 2 removes 5 (odd).

Available Numbers:
1  2  3  4  7  8  9  10

Player 1's Turn
----------------
Last Number Removed by Player 2: 5 (odd)
You must select an even number.
Available Even Numbers: 2  4  8  10
Enter the number to remove: 8
Player 1 removes 8 (even).

"""
    assert tell("parity-duel", "6\n5\n8", numbers=10) == sample


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


def test_ruling_p3_the_line_under_the_turn_has_sixteen_dashes_whatever_the_name(play, read):
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


def test_the_board_shows_the_turn_again(play):
    match = play("parity-duel", "2 3", numbers=4)
    words = match.game.words
    assert words.board(match.state) == words.turn(match.state)


def test_what_may_be_played_is_told_on_asking(play, read):
    match = play("parity-duel", numbers=4)
    choices = match.game.words.choices(match.state)
    assert read(choices) == ["Available Numbers: 1  2  3  4"]


@pytest.mark.parametrize(
    ("moves", "typed", "sentence"),
    [
        ("", "21", "21 is not in the list 1 to 20."),
        ("", "0", "0 is not in the list 1 to 20."),
        ("", "-5", "-5 is not in the list 1 to 20."),
        ("7", "21", "21 is not in the list 1 to 20."),
        ("7", "7", "7 has been removed."),
        ("10 7", "10", "10 has been removed."),
        ("10 7", "7", "7 has been removed."),
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


def test_ruling_a2_what_is_not_a_number_is_quoted_with_what_may_be_entered(play, refuse):
    refused = refuse(play("parity-duel", "6", numbers=10), "seven")
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == '"seven" is not a whole number: enter one of 1  3  5  7  9.'


def test_ruling_a2_endless_digits_are_refused_in_one_sentence(play, refuse):
    refused = refuse(play("parity-duel", "6", numbers=4 + 2), "1" * 50)
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == f'"{"1" * 40}…" has more than twelve digits: enter one of 1  3  5.'


def test_ruling_a5_the_smallest_list_is_1(play):
    assert play("parity-duel", "1", numbers=1).outcome.winner is Player.ONE


@pytest.mark.parametrize("numbers", [0, -1, 1_001])
def test_ruling_a5_other_sizes_are_refused_with_a_clear_message(numbers):
    with pytest.raises(BadOption) as refused:
        load_game("parity-duel", numbers=numbers)
    assert str(refused.value) == (f"numbers must be a whole number from 1 to 1000, not {numbers}.")
