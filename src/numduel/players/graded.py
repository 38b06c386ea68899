"""Players that consider a few moves and imagine how the game goes on. People can beat them.

They follow no plan. They miss moves that they do not consider, and walk into traps that lie deeper
than they look. In a long game they rely on a feeling: the share of the games imagined after a move
that they win.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from numduel.game import Outcome, Player

_WON, _LOST = 2.0, -1.0  # certainties; a feeling lies between 0 and 1
_MOST_LOOKED_AT = 200_000  # moves in one turn; then the best move so far is played
_MOST_MOVES = 1_000


class Playable(Protocol):
    """What such a player must know of a game."""

    def legal_moves(self, state: Any) -> Sequence[Any]: ...
    def after(self, state: Any, move: Any) -> Any: ...
    def outcome(self, state: Any) -> Outcome | None: ...


class Thought:
    """The thinking of one turn, by the player whose turn it is."""

    def __init__(self, game: Playable, random: Random, player: Player) -> None:
        self.game = game
        self.random = random
        self.player = player
        self.left = _MOST_LOOKED_AT

    @property
    def is_over(self) -> bool:
        return self.left <= 0

    def value(self, state: Any, games: int, alert: bool) -> float:
        """How good a position looks to the player who has just moved."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return _WON if outcome.winner is self.player else _LOST
        if alert and self.wins_at_once(state):
            return _LOST
        return sum(self.imagine(state) for _ in range(games)) / games

    def wins_at_once(self, state: Any) -> list[Any]:
        """The moves that win at once; if there are very many moves, not all are looked at."""
        moves = self.game.legal_moves(state)[:_MOST_MOVES]
        self.left -= len(moves)
        ends = ((move, self.game.outcome(self.game.after(state, move))) for move in moves)
        return [move for move, end in ends if end is not None and end.winner is state.to_move]

    def imagine(self, state: Any) -> float:
        """1 if a random game from here is won, 0 if it is lost, ½ if it gets too long."""
        legal_moves, after, choice = self.game.legal_moves, self.game.after, self.random.choice
        left = self.left
        while moves := legal_moves(state):
            left -= len(moves)
            if left <= 0:
                self.left = left
                return 0.5
            state = after(state, choice(moves))
        self.left = left
        outcome = self.game.outcome(state)
        return float(outcome is not None and outcome.winner is self.player)


@dataclass(frozen=True)
class GradedPlayer:
    """Considers a number of `moves`, and imagines a number of `games` after each.

    An `alert` player sees every win in one move, its own and the opponent's. It considers more
    moves as long as each of them would let the opponent win at once. `think` makes the Thought of
    a turn; another one may know more about how games go on.
    """

    moves: int
    games: int
    alert: bool = False
    think: Callable[[Any, Random, Player], Thought] = Thought

    def __call__(self, game: Playable, state: Any, random: Random) -> Any:
        legal = game.legal_moves(state)
        thought = self.think(game, random, state.to_move)
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
