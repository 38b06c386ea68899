"""Games between two players who move at random, and what they show of a game."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from statistics import median
from typing import Any

from numduel.game import AnyGame
from numduel.theory import analyse

RANDOM_GAMES = 50


def random_moves(game: AnyGame, random: Random) -> list[Any]:
    """The moves of a whole random game."""
    moves: list[Any] = []
    state: Any = game.start()
    while legal := game.legal_moves(state):
        moves.append(random.choice(legal))
        state = game.after(state, moves[-1])
    return moves


def states_along(game: AnyGame, moves: Sequence[Any]) -> list[Any]:
    """The first state, and the state after each of these moves."""
    states: list[Any] = [game.start()]
    for move in moves:
        states.append(game.after(states[-1], move))
    return states


@lru_cache(maxsize=256)
def usual_length(game: AnyGame) -> float:
    """The median number of moves of some random games, which are the same each time."""
    return median(map(len, _draw(game)))


@lru_cache(maxsize=256)
def can_matter(game: AnyGame) -> bool:
    """Whether a choice matters anywhere in some random games, which are the same each time."""
    return any(
        analyse(game, state).matters for moves in _draw(game) for state in states_along(game, moves)
    )


def _draw(game: AnyGame) -> Iterator[list[Any]]:
    random = Random(0)
    return (random_moves(game, random) for _ in range(RANDOM_GAMES))
