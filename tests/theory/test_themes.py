"""The theme of a puzzle, as the theory of its game tells it."""

import pytest

from numduel import Match, load_game
from numduel.theory import analyse
from numduel.theory.themes import kind_of, theme_of


def theme_after(slug, moves, **options):
    match = Match(load_game(slug, **options))
    for move in moves.split():
        match.play(move)
    game, state = match.game, match.state
    choices = analyse(game, state).choices
    answers = [choice.move for choice in choices if choice.winner is state.to_move]
    assert 0 < len(answers) < len(choices)
    return theme_of(game, state, answers)


@pytest.mark.parametrize(
    ("slug", "moves", "name"),
    [
        ("divisor-duel", "1 16 2 18 6 12 3 15 5 20", "dead end"),
        ("divisor-duel", "16 8 4 20 10 5 15 3 6 2", "1 is poison"),
        ("divisor-duel", "17 1 9 3 18 6 2 8", "forced chain"),
        ("divisor-duel", "5 1 12 4 20", "pairing"),
        ("grundys-game", "16:10 6:5 10:8 8:7 7:4", "heap sums"),
        ("grundys-game", "16:12 12:11 4:3 11:7 3:2 7:5", "copying"),
        ("grundys-game", "16:12 12:8 8:7 7:6 6:5", "forced chain"),
        ("sequence-builder", "9 7 2 8 3 6", "keep your row"),
        ("sequence-builder", "8 1 5 9", "both want it"),
        ("sequence-builder", "5 4 8 6 7", "break your row"),
    ],
)
def test_the_theme_of_a_position(slug, moves, name):
    theme = theme_after(slug, moves)
    assert theme.name == name
    assert theme.text.endswith(".")


def test_a_prime_whose_double_is_not_on_the_list_is_a_big_one():
    theme = theme_after("divisor-duel", "10 5 1", numbers=10)
    assert theme.name == "big prime"
    assert theme.text == "7 is prime, and twice 7 is not on the list: only 1 can follow it."


def test_the_themes_of_parity_duel():
    assert theme_after("parity-duel", "", numbers=7).name == "parity"
    assert theme_after("parity-duel", "1 2", numbers=5, jokers=1).name == "save the joker"


def test_a_rule_book_of_a_stranger_has_themes_too():
    from last_stone import LastStone

    game = LastStone()
    themes = {theme_of(game, state, [move]).name for state, move in won_positions(game)}
    assert themes <= {"win at once", "forced chain", "look ahead"}
    assert len(themes) > 1


def won_positions(game):
    state = game.start()
    while game.outcome(state) is None:
        for choice in analyse(game, state).choices:
            if choice.winner is state.to_move:
                yield state, choice.move
        state = game.after(state, game.legal_moves(state)[0])


def test_numbers_of_one_parity_are_alike_where_only_that_counts():
    game = load_game("sequence-builder")
    assert kind_of(game, game.start(), 1) == kind_of(game, game.start(), 3)
    assert kind_of(game, game.start(), 1) != kind_of(game, game.start(), 2)
    game = load_game("divisor-duel")
    assert kind_of(game, game.start(), 1) != kind_of(game, game.start(), 3)
