"""How far ahead one must look to find the winning move."""

from typing import Any

from numduel.errors import TooLarge
from numduel.game import AnyGame, Player
from numduel.theory import Analysis

_FARTHEST = 4  # moves ahead
_MOST_POSITIONS = 20_000


def moves_to_look_ahead(game: AnyGame, state: Any, analysis: Analysis) -> int | None:
    """How many moves one must look ahead in a won position to be sure of what to play.

    One is sure when a move is seen to win, or when all other moves are seen to lose. None if that
    takes more than four moves, or too many positions.
    """
    mover: Player = state.to_move
    after: dict[bool, list[Any]] = {True: [], False: []}
    for choice in analysis.choices:
        after[choice.winner is mover].append(game.after(state, choice.move))
    look = _LookAhead(game)
    try:
        for ahead in range(_FARTHEST):
            if any(look.forces(mover, answer, ahead) for answer in after[True]):
                return ahead + 1
            if all(look.forces(mover.opponent, other, ahead) for other in after[False]):
                return ahead + 1
    except TooLarge:
        pass
    return None


class _LookAhead:
    """A look a few moves ahead, at a limited number of positions."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.left = _MOST_POSITIONS

    def forces(self, player: Player, state: Any, ahead: int) -> bool:
        """Whether a player is seen to win within that many moves, whatever the other does."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge(f"There are more than {_MOST_POSITIONS} positions to look at.")
        outcome = self.game.outcome(state)
        if outcome is not None:
            return outcome.winner is player
        if ahead == 0:
            return False
        combine = any if state.to_move is player else all
        return combine(
            self.forces(player, self.game.after(state, move), ahead - 1)
            for move in self.game.legal_moves(state)
        )
