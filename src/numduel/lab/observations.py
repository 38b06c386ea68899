"""A duel as learners see it: positions and legal moves as arrays, and as text."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from numduel.catalogue import take_game
from numduel.errors import BadOption
from numduel.game import LARGEST, AnyGame

_POSITIONS_SEEN = 200


def playable_game(game: str | AnyGame, options: dict[str, Any]) -> AnyGame:
    """The given game, or the game of that name with these options; BadOption if it is over at
    once."""
    taken = take_game(game, options)
    if taken.outcome(taken.start()) is not None:
        raise BadOption(f"{taken.title} with {taken.options} is over before it begins.")
    return taken


def action_space(game: AnyGame) -> spaces.Discrete:
    """An action is the place of a move among all moves."""
    return spaces.Discrete(len(game.all_moves()))


def observation_space(game: AnyGame) -> "spaces.Space[NDArray[np.float32]]":
    """The bounds are 0 and 1, or wide ones if the features of random games lie outside."""
    positions = islice(_random_positions(game, Random(0)), _POSITIONS_SEEN)
    seen = np.array([game.features(state) for state in positions])
    low = 0 if seen.min() >= 0 else -LARGEST
    high = 1 if low == 0 and seen.max() <= 1 else LARGEST
    return spaces.Box(low, high, seen.shape[1:], np.float32)


def observe(game: AnyGame, state: Any) -> NDArray[np.float32]:
    """A position as the player to move sees it."""
    return np.array(game.features(state), np.float32)


def mask(game: AnyGame, state: Any) -> NDArray[np.int8]:
    """1 for each action that is legal here, 0 for the others."""
    legal = np.zeros(len(game.all_moves()), np.int8)
    place_of = game.all_moves().index
    legal[[place_of(move) for move in game.legal_moves(state)]] = 1
    return legal


def position_text(game: AnyGame, state: Any) -> str:
    """A position in the rule book's words."""
    outcome = game.outcome(state)
    words = game.words
    lines = words.ending(state, outcome) if outcome else words.board(state)
    return "".join(f"{line}\n" for line in lines)


def _random_positions(game: AnyGame, random: Random) -> Iterator[Any]:
    """The positions of random games, one game after the other, without end."""
    while True:
        state = game.start()
        yield state
        while moves := game.legal_moves(state):
            state = game.after(state, random.choice(moves))
            yield state
