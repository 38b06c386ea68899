"""The perfect player: it never loses a won position, and makes a lost one long and difficult."""

from random import Random
from typing import Any

from numduel.game import AnyGame
from numduel.players.graded import GradedPlayer
from numduel.players.near_wins import fastest_wins
from numduel.theory import analyse

_BUDGET = 100_000  # enough at every rule-book size; larger games soon use it up
_COMPARED = 12  # moves compared in a lost game that is too large to know its length
_WHERE_NOTHING_IS_KNOWN = GradedPlayer(moves=12, games=20, alert=True)


def choose_perfectly(game: AnyGame, state: Any, random: Random) -> Any:
    """One of the best moves; where not even the winner is known, a move that seems good."""
    known = analyse(game, state, 0)
    if known.unknown:  # the rest takes a search, but a win may be near
        if wins := fastest_wins(game, state):
            return random.choice(wins)
        known = analyse(game, state, _BUDGET)
    best = [choice for choice in known.choices if choice.best]
    if not best:
        return _WHERE_NOTHING_IS_KNOWN(game, state, random)
    if best[0].distance is not None or best[0].winner is state.to_move:
        return random.choice(best).move
    compared = random.sample(best, min(len(best), _COMPARED))
    return min(compared, key=lambda choice: _ease(game, game.after(state, choice.move))).move


def _ease(game: AnyGame, state: Any) -> float:
    """How easy it is for the player to move to find a winning move: the share of moves that win."""
    known = analyse(game, state, 0)
    return len(known.moves_won_by(state.to_move)) / max(1, len(known.choices))
