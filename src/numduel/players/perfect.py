"""The perfect player: never loses a won position, and makes a lost one long and tricky."""

from random import Random
from typing import Any

from numduel.game import AnyGame
from numduel.players.foresight import fastest_wins
from numduel.players.thinker import Thinker
from numduel.theory import analyse

_BUDGET = 100_000  # enough for every rule-book size, and soon given up beyond
_CONSIDERED = 12  # replies weighed where a lost game is too large to know its length
_WHERE_NOBODY_KNOWS = Thinker(moves=12, games=20, alert=True)


def choose_perfectly(game: AnyGame, state: Any, random: Random) -> Any:
    """One of the best moves; where even the winner is unknown, what can be felt ahead."""
    known = analyse(game, state, 0)
    if known.unknown:  # the rest takes a search, but a win may be near
        if swift := fastest_wins(game, state):
            return random.choice(swift)
        known = analyse(game, state, _BUDGET)
    best = [choice for choice in known.choices if choice.best]
    if not best:
        return _WHERE_NOBODY_KNOWS(game, state, random)
    if best[0].distance is not None or best[0].winner is state.to_move:
        return random.choice(best).move
    considered = random.sample(best, min(len(best), _CONSIDERED))
    return min(considered, key=lambda choice: _ease(game, game.after(state, choice.move))).move


def _ease(game: AnyGame, state: Any) -> float:
    """How easily the winner finds a winning move here: the share of moves that win."""
    choices = analyse(game, state, 0).choices
    return sum(choice.winner is state.to_move for choice in choices) / max(1, len(choices))
