"""Random games, and what they show of a game whoever plays it."""

from random import Random

import pytest

from numduel import load_game
from numduel.study.audit import can_matter, random_moves, states_along, usual_length


def test_a_random_game_is_played_to_its_end_and_repeats_with_its_seed():
    game = load_game("divisor-duel", numbers=12)
    moves = random_moves(game, Random(3))
    *states, end = states_along(game, moves)
    assert len(states) == len(moves)
    assert all(game.outcome(state) is None for state in states)
    assert game.outcome(end) is not None
    assert moves == random_moves(game, Random(3))


@pytest.mark.parametrize(
    ("slug", "options", "matters"),
    [
        ("parity-duel", {}, False),
        ("parity-duel", {"jokers": 1}, True),
        ("number-split-duel", {}, True),
        ("divisor-duel", {"numbers": 2}, False),
        ("divisor-duel", {"numbers": 8}, True),
    ],
)
def test_whether_any_choice_can_matter(slug, options, matters):
    assert can_matter(load_game(slug, **options)) is matters


def test_a_parity_duel_is_always_as_long_as_its_list():
    assert usual_length(load_game("parity-duel", numbers=8)) == 8
