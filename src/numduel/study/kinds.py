"""Every kind of position a game can reach, and what holds there whoever plays.

Positions of equal essence are one kind. Kinds are listed so that what can follow a kind stands
before it: one pass from the front answers any question about the rest of the game.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from numduel.errors import TooLarge
from numduel.game import AnyGame


@dataclass(frozen=True)
class Kind:
    """A kind of position, with how many moves lead to which other kinds.

    A follower is the next kind's place in the list, and whether the turn passes to the opponent.
    """

    followers: dict[tuple[int, bool], int]
    mover_won: bool | None  # at the end: whether whoever would be to move has won


def list_kinds(game: AnyGame, budget: int) -> list[Kind]:
    """Every kind that can be reached from the start, which comes last; TooLarge beyond budget."""
    start = game.start()
    places: dict[Any, int] = {}
    kinds: list[Kind] = []
    path: list[tuple[Any, Any, list[tuple[Any, Any]] | None]] = [(start, game.essence(start), None)]
    while path:
        state, essence, next_ones = path.pop()
        if essence in places:
            continue
        if next_ones is None:
            if len(places) + len(path) > budget:
                raise TooLarge(f"There are more than {budget} kinds of position.")
            next_ones = [
                (next_state, game.essence(next_state))
                for next_state in (game.after(state, move) for move in game.legal_moves(state))
            ]
            path.append((state, essence, next_ones))
            path += [(*pair, None) for pair in next_ones if pair[1] not in places]
            continue
        outcome = game.outcome(state)
        mover_won = None if outcome is None else outcome.winner is state.to_move
        followers = Counter(
            (places[next_essence], next_state.to_move is not state.to_move)
            for next_state, next_essence in next_ones
        )
        places[essence] = len(kinds)
        kinds.append(Kind(dict(followers), mover_won))
    return kinds
