"""Players that see a few moves ahead, and no plan: beatable in the way people are."""

from dataclasses import dataclass
from random import Random
from typing import Any

from numduel.game import AnyGame

_WIN = 1_000  # a won position; one less for every move that it takes


class _Tired(Exception):
    """More would have to be thought of than this player can."""


@dataclass(frozen=True)
class Lookahead:
    """Thinks `depth` moves ahead, of at most `patience` moves in all: takes a win and avoids a
    loss that it sees, does not care otherwise, and falls for whatever lies deeper."""

    depth: int
    patience: int

    def __call__(self, game: AnyGame, state: Any, random: Random) -> Any:
        moves = list(game.legal_moves(state))
        random.shuffle(moves)
        moves = moves[: self.patience]
        best = moves[0]
        thought = _Thought(game, self.patience)
        for depth in range(self.depth):
            try:
                scores = [-thought.score(game.after(state, move), depth) for move in moves]
            except _Tired:
                break
            best = moves[scores.index(max(scores))]
            if max(scores):  # a win or a sure loss is in sight: looking deeper changes nothing
                break
        return best


class _Thought:
    """What one turn's thinking may still look at."""

    def __init__(self, game: AnyGame, patience: int) -> None:
        self.game = game
        self.left = patience

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
