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
    """Thinks of so many `moves` and imagines so many `games` after each. One that is `alert` sees
    every win at once, its own and the opponent's, and thinks of more moves while all of them
    would let the opponent win."""

    moves: int
    games: int
    alert: bool = False

    def __call__(self, game: AnyGame, state: Any, random: Random) -> Any:
        legal = game.legal_moves(state)
        thought = _Thought(game, random, state.to_move)
        if self.alert and (wins := thought.wins_at_once(state)):
            return random.choice(wins)
        best, highest = None, _LOST - 1
        for place, move in enumerate(random.sample(legal, min(len(legal), _MOST_MOVES))):
            if thought.is_over or (place >= self.moves and highest > _LOST):
                break
            value = thought.value(game.after(state, move), self.games, self.alert)
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

    def value(self, state: Any, games: int, alert: bool) -> float:
        """How good a position looks after one's own move."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return _WON if outcome.winner is self.thinker else _LOST
        if alert and self.wins_at_once(state):
            return _LOST
        return sum(self.imagine(state) for _ in range(games)) / games

    def wins_at_once(self, state: Any) -> list[Any]:
        """The moves with which the player to move wins at once; of very many, some are missed."""
        moves = self.game.legal_moves(state)[:_MOST_MOVES]
        self.left -= len(moves)
        ends = ((move, self.game.outcome(self.game.after(state, move))) for move in moves)
        return [move for move, end in ends if end is not None and end.winner is state.to_move]

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
