"""Players that think of a few moves and imagine how the game goes on: beatable as people are.

They know no plan. What they did not think of they miss, a trap that lies deeper than they look
they walk into, and a long game is to them a matter of feeling: of the games imagined after a move,
how many are won?
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from numduel.game import AnyGame, Player

_WON, _LOST = 2.0, -1.0  # for sure; a feeling lies between 0 and 1
_PATIENCE = 200_000  # moves seen in thought during one turn, then it plays what seemed best
_MOST_MOVES = 1_000


@dataclass(frozen=True)
class Thinker:
    """Thinks of so many `moves` (of more while all of them lose), imagines so many `games` after
    each, and may see `traps`: replies that win at once."""

    moves: int
    games: int
    traps: bool = False

    def __call__(self, game: AnyGame, state: Any, random: Random) -> Any:
        legal = game.legal_moves(state)
        thought = _Thought(game, random, state.to_move)
        best, highest = None, _LOST - 1
        for place, move in enumerate(random.sample(legal, min(len(legal), _MOST_MOVES))):
            if thought.is_over or (place >= self.moves and highest > _LOST):
                break
            value = thought.value(game.after(state, move), self.games, self.traps)
            if value > highest:
                best, highest = move, value
        return best


class _Thought:
    """One turn's thinking, for the player whose turn it is."""

    def __init__(self, game: AnyGame, random: Random, thinker: Player) -> None:
        self.game = game
        self.random = random
        self.thinker = thinker
        self.left = _PATIENCE

    @property
    def is_over(self) -> bool:
        return self.left <= 0

    def value(self, state: Any, games: int, traps: bool) -> float:
        """How good a position looks after one's own move."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return _WON if outcome.winner is self.thinker else _LOST
        if traps and self.is_trap(state):
            return _LOST
        return sum(self.imagine(state) for _ in range(games)) / games

    def is_trap(self, state: Any) -> bool:
        """Whether a reply wins at once."""
        replies = self.game.legal_moves(state)
        self.left -= len(replies)
        outcomes = (self.game.outcome(self.game.after(state, reply)) for reply in replies)
        return any(end is not None and end.winner is state.to_move for end in outcomes)

    def imagine(self, state: Any) -> float:
        """1 if a game played on without much thought is won, 0 if lost, ½ if it gets too long."""
        legal_moves, after, choice = self.game.legal_moves, self.game.after, self.random.choice
        while moves := legal_moves(state):
            self.left -= len(moves)
            if self.is_over:
                return 0.5
            state = after(state, choice(moves))
        outcome = self.game.outcome(state)
        return float(outcome is not None and outcome.winner is self.thinker)
