"""Walks through a game."""

from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from numduel.game import AnyGame
from numduel.pool import PoolGame

_LONGEST_KNOWN = 100_000  # so many different positions are looked at, no more
_LONGEST_POSSIBLE = 1_000_000


def walk_at_random(game: AnyGame, random: Random) -> Iterator[Any]:
    """The positions of random games, one game after the other, without end."""
    while True:
        state = game.start()
        yield state
        while moves := game.legal_moves(state):
            state = game.after(state, random.choice(moves))
            yield state


def longest_play(game: AnyGame) -> int:
    """No game takes more moves than this; exact, unless there is too much to look at."""
    if isinstance(game, PoolGame):
        return len(game.all_moves())  # each move takes one number away
    longest: dict[Hashable, int] = {}
    path = [game.start()]
    while path:
        state = path[-1]
        key = game.essence(state)
        further = {game.essence(after): after for after in _all_after(game, state)}
        unknown = [after for essence, after in further.items() if essence not in longest]
        if unknown:
            path += unknown
        else:
            longest[key] = max((longest[essence] + 1 for essence in further), default=0)
            path.pop()
        if len(longest) + len(path) > _LONGEST_KNOWN:
            return _LONGEST_POSSIBLE
    return longest[game.essence(game.start())]


def _all_after(game: AnyGame, state: Any) -> Iterator[Any]:
    return (game.after(state, move) for move in game.legal_moves(state))
