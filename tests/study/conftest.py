"""Puzzles that the tests of this room look at."""

import pytest

from numduel import Match, load_game
from numduel.study import Puzzles


def made(slug, count=10, seed=1, difficulty=None, winning_moves=1, **options):
    return list(Puzzles(load_game(slug, **options), count, seed, difficulty, winning_moves))


def match_of(puzzle):
    match = Match(load_game(puzzle.game, **puzzle.options))
    for move in puzzle.moves:
        match.play(move)
    return match


@pytest.fixture(scope="session")
def some():
    """Two hundred puzzles of one small game."""
    return made("divisor-duel", 200, numbers=12)
