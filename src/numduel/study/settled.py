"""Whether anything can still change how a duel ends."""

from collections.abc import Hashable
from typing import Any

from numduel.game import AnyGame
from numduel.theory import Analysis

_MOST_TRIED = 20_000  # moves


def is_settled(game: AnyGame, state: Any, analysis: Analysis) -> bool:
    """Whether the winner and the number of moves left are the same whatever anybody does. False if
    it would take long to find out. `analysis` is that of this position."""
    ends_now = {(choice.winner, choice.distance) for choice in analysis.choices}
    if analysis.distance is None or len(ends_now) != 1:
        return False
    tried = 0
    states = {game.canonical(state): state}  # reached in equally many moves
    while True:
        ends = [game.outcome(state) for state in states.values()]
        if any(ends):
            return len({end and end.winner for end in ends}) == 1
        following: dict[Hashable, Any] = {}
        for state in states.values():
            moves = game.legal_moves(state)
            tried += len(moves)
            if tried > _MOST_TRIED:
                return False
            for move in moves:
                after = game.after(state, move)
                following[game.canonical(after)] = after
        states = following
