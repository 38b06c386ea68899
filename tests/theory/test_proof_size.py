"""The size of a proof: how many positions a strategy has to answer."""

from random import Random

import pytest

from numduel import load_game
from numduel.study.audit import random_moves, states_along
from numduel.theory import judge_moves, proof_size


def smallest_tree(game, state):
    """The fewest positions that any strategy answers, counted anew wherever they come again."""
    won = judge_moves(game, state).moves_won_by(state.to_move)
    return 1 + min(answers_needed(game, game.after(state, move)) for move in won)


def answers_needed(game, after):
    if game.outcome(after):
        return 0
    replies = [game.after(after, move) for move in game.legal_moves(after)]
    return sum(smallest_tree(game, reply) for reply in replies if not game.outcome(reply))


@pytest.mark.parametrize(
    ("slug", "options"),
    [("divisor-duel", {"numbers": 12}), ("grundys-game", {"start": 11})],
)
def test_it_is_a_proof_and_seldom_larger_than_the_smallest(slug, options):
    game, random = load_game(slug, **options), Random(5)
    sizes = []
    while len(sizes) < 60:
        for state in states_along(game, random_moves(game, random))[:-1]:
            if judge_moves(game, state).winner is state.to_move:
                sizes.append((proof_size(game, state), smallest_tree(game, state)))
    assert all(size == tree for size, tree in sizes if tree == 1)
    assert sum(size > tree for size, tree in sizes) <= len(sizes) / 20
    assert max(size for size, _ in sizes) > 5


def test_a_win_in_three_moves_answers_every_reply_once():
    game = load_game("number-split-duel")
    assert proof_size(game, game.start()) == 1
    large = load_game("divisor-duel", numbers=100, opening="even")
    assert proof_size(large, large.start()) == 500
    assert proof_size(large, large.start(), most=20) == 20
