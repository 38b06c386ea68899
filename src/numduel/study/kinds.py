"""All positions of a game, with those of equal essence counted as one kind.

The kinds are listed in an order in which everything that can follow a kind stands before it. So
one pass from the front answers any question about the rest of the game.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from numduel.errors import TooLarge
from numduel.game import AnyGame


@dataclass(frozen=True)
class Kind:
    """A kind of position: how many moves lead to each of the kinds that follow, by their places
    in the list."""

    followers: dict[int, int]
    mover_won: bool | None  # whether the player to move has won; None while the duel goes on


def list_kinds(game: AnyGame, budget: int) -> list[Kind]:
    """Every kind that can be reached, the start last; TooLarge if there are more than `budget`."""
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
        followers = Counter(places[next_essence] for _, next_essence in next_ones)
        places[essence] = len(kinds)
        kinds.append(Kind(dict(followers), mover_won))
    return kinds
