"""The fastest wins among the next three moves, found without knowing the rest of the game."""

from typing import Any

from numduel.game import AnyGame

_WIN = 1_000  # a won position; one less for every move that it takes
_PATIENCE = 5_000  # moves looked at


class _Tired(Exception):
    """More would have to be looked at than is worth it."""


def fastest_wins(game: AnyGame, state: Any) -> list[Any]:
    """The moves that win soonest, if a win lies within three moves, and it is quickly seen."""
    sight, moves = _Sight(game), game.legal_moves(state)
    try:
        for depth in range(3):
            scores = [-sight.score(game.after(state, move), depth) for move in moves]
            if (highest := max(scores)) > 0:
                return [move for move, score in zip(moves, scores, strict=True) if score == highest]
    except _Tired:
        pass
    return []


class _Sight:
    """What may still be looked at."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.left = _PATIENCE

    def score(self, state: Any, depth: int) -> int:
        """How good a position is for whoever is to move in it; 0 where nothing is seen."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return _WIN if outcome.winner is state.to_move else -_WIN
        if depth == 0:
            return 0
        moves = self.game.legal_moves(state)
        self.left -= len(moves)
        if self.left < 0:
            raise _Tired
        highest = max(-self.score(self.game.after(state, move), depth - 1) for move in moves)
        return highest - (highest > 0) + (highest < 0)
