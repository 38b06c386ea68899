"""The size of a proof of a win: a measure of how hard a position is to see through.

A strategy proves a win if it answers everything that the loser can play. Its size is the number of
different positions in which it has to name a move, the first one included: 1 for a win at once, one
more than the loser's replies for a win in three moves. Positions of equal canonical key are one.

The smallest strategy takes too long to find. Here the winner takes, in each position, the first of
the winning moves that add the fewest new positions. On Divisor Duel 1 to 20 this was compared with
the smallest tree of answers: it is seldom larger, and mostly smaller, since a repeated position is
answered once. It depends only on who wins, not on distances, budgets or the machine.
"""

from typing import Any

from numduel.game import AnyGame
from numduel.theory.base import theory_of

MOST = 500  # positions; a proof of this size or more is as hard as any


def proof_size(game: AnyGame, state: Any, most: int = MOST) -> int:
    """Return the size of a proof that the player to move wins, at most `most`. Raise TooLarge if
    the winner of a position is unknown."""
    seen, waiting = {game.canonical(state)}, [state]
    while waiting and len(seen) < most:
        fewest = _cheapest_answer(game, waiting.pop(), seen)
        seen.update(fewest)
        waiting += fewest.values()
    return min(len(seen), most)


def _cheapest_answer(game: AnyGame, state: Any, seen: set[Any]) -> dict[Any, Any]:
    """Return the positions to answer after the winning move that adds the fewest, by key."""
    theory = theory_of(game)
    best: dict[Any, Any] | None = None
    won = theory.winning_moves(state)
    for move in {theory.kind_of(state, move): move for move in won}.values():
        after = game.after(state, move)
        new: dict[Any, Any] = {}
        if game.outcome(after) is None:
            replies = game.legal_moves(after)
            for reply in {theory.kind_of(after, reply): reply for reply in replies}.values():
                then = game.after(after, reply)
                if game.outcome(then) is None and (key := game.canonical(then)) not in seen:
                    new[key] = then
        if best is None or len(new) < len(best):
            best = new
        if not best:
            break
    return best or {}
