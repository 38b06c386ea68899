"""Puzzles that the tests of this room look at."""

import pytest

from numduel import load_game
from numduel.study import Puzzles


def made(slug, count=10, seed=1, difficulty=None, **options):
    return list(Puzzles(load_game(slug, **options), count, seed, difficulty))


@pytest.fixture(scope="session")
def some():
    """A hundred puzzles of one small game."""
    return made("divisor-duel", 100, numbers=12)
