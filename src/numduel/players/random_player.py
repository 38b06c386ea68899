"""The random player: all legal moves are equally likely."""

from random import Random
from typing import Any

from numduel.game import AnyGame


def choose_at_random(game: AnyGame, state: Any, random: Random) -> Any:
    """One of the legal moves, drawn evenly."""
    return random.choice(game.legal_moves(state))
