"""Finds wins within the next three moves, without searching the rest of the game."""

from typing import Any

from numduel.game import AnyGame

_WIN = 1_000  # the score of a won position; one less for every move that the win takes
_MOST_MOVES = 5_000  # looked at before the search is given up


class _GaveUp(Exception):
    """Too many moves would have to be looked at."""


def fastest_wins(game: AnyGame, state: Any) -> list[Any]:
    """The moves that win soonest, if there is a win within three moves that is quickly found."""
    search, moves = _ShortSearch(game), game.legal_moves(state)
    if len(moves) > _MOST_MOVES:
        return []
    try:
        for depth in range(3):
            scores = [-search.score(game.after(state, move), depth) for move in moves]
            if (highest := max(scores)) > 0:
                return [move for move, score in zip(moves, scores, strict=True) if score == highest]
    except _GaveUp:
        pass
    return []


class _ShortSearch:
    """A search that may look at a limited number of moves."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.left = _MOST_MOVES

    def score(self, state: Any, depth: int) -> int:
        """How good a position is for the player to move; 0 if nothing is seen."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return _WIN if outcome.winner is state.to_move else -_WIN
        if depth == 0:
            return 0
        moves = self.game.legal_moves(state)
        self.left -= len(moves)
        if self.left < 0:
            raise _GaveUp
        highest = max(-self.score(self.game.after(state, move), depth - 1) for move in moves)
        return highest - (highest > 0) + (highest < 0)
