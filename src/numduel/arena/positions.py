"""Positions that are put to every player of a paired run."""

from functools import lru_cache
from random import Random

from numduel.arena.notation import name_game
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.study.random_games import random_moves, states_along
from numduel.theory import analyse

_DRAWN_IN_VAIN = 200  # random games in a row without a new position: then the search ends


@lru_cache(maxsize=64)
def mattering_positions(game: AnyGame, count: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """Written moves that lead to different positions, each from a random game and with both winning
    and losing moves. If more are asked for, the first ones stay the same."""
    random = Random(f"{seed}/{name_game(game)}/paired")
    found: list[tuple[str, ...]] = []
    seen = set()
    in_vain = 0
    while len(found) < count:
        moves = random_moves(game, random)
        states = states_along(game, moves)
        places = [
            place
            for place, state in enumerate(states)
            if game.essence(state) not in seen and analyse(game, state).matters
        ]
        in_vain = 0 if places else in_vain + 1
        if in_vain == _DRAWN_IN_VAIN:
            raise NumduelError(
                f"{name_game(game)} has no more than {len(found)} different positions in which a"
                " choice was found to matter: ask for fewer rounds, or leave it out."
            )
        if places:
            place = random.choice(places)
            seen.add(game.essence(states[place]))
            found.append(tuple(map(game.write_move, moves[:place])))
    return tuple(found)
