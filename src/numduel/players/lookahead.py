"""Players that see a few moves ahead, and no plan: beatable in the way people are."""

from dataclasses import dataclass
from random import Random
from typing import Any

from numduel.game import AnyGame

_WIN = 1_000.0  # a won position; one move less for every move that it takes
_SEEN = 1.0  # what freedom to move may add: less than any win or loss


class _Tired(Exception):
    """More would have to be thought of than this player can."""


@dataclass(frozen=True)
class Lookahead:
    """Thinks `depth` moves ahead, of at most `patience` moves in all, and falls for whatever
    lies deeper. Beyond its sight it likes to leave the opponent little choice, if `is_narrowing`
    (the tip that the rule books give), and otherwise does not care."""

    depth: int
    patience: int
    is_narrowing: bool = False

    def __call__(self, game: AnyGame, state: Any, random: Random) -> Any:
        moves = list(game.legal_moves(state))
        random.shuffle(moves)
        moves = moves[: self.patience]
        best = moves
        thought = _Thought(self, game)
        for depth in range(1, self.depth + 1):
            try:
                scores = [-thought.score(game.after(state, move), depth - 1) for move in moves]
            except _Tired:
                break
            highest = max(scores)
            best = [move for move, score in zip(moves, scores, strict=True) if score == highest]
            if abs(highest) > _SEEN:  # a win or a sure loss is in sight: deeper changes nothing
                break
        return best[0]


class _Thought:
    """What one move costs to think about."""

    def __init__(self, player: Lookahead, game: AnyGame) -> None:
        self.player = player
        self.game = game
        self.left = player.patience

    def score(self, state: Any, depth: int) -> float:
        """How good a position is for whoever is to move in it."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return _WIN if outcome.winner is state.to_move else -_WIN
        if depth == 0 and not self.player.is_narrowing:
            return 0.0
        moves = self.game.legal_moves(state)
        self.left -= len(moves)
        if self.left < 0:
            raise _Tired
        if depth == 0:
            return _SEEN * len(moves) / (len(moves) + 1)
        highest = max(-self.score(self.game.after(state, move), depth - 1) for move in moves)
        return highest - (highest > _SEEN) + (highest < -_SEEN)
