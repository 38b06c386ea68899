"""Checks the proof of a position of Parity Duel or Even/Odd Match: how many numbers are left of
each kind, and how long the duel lasts with each kind of move.

No player gains by a joker while something is due, so a duel lasts as long as if both took what is
due while there is any, and a joker only then (the theorem of `parity.py`). Here that course is
played out, move by move.
"""

from typing import Any

from numduel.games.parity_duel import ParityDuel
from numduel.pool import numbers_in, parity_of
from numduel.theory.proofs.claim import Claim, part_of, show


def check(claim: Claim, proof: dict[str, Any]) -> None:
    """Refuse the certificate unless the counts prove it."""
    game, state = claim.match.game, claim.match.state
    if not isinstance(game, ParityDuel):
        return show(False, f"{game.title} is not won by counting.")
    kinds = [parity_of(number) for number in numbers_in(state.remaining)]
    for kind in ("odd", "even"):
        there_are = kinds.count(kind)
        says = part_of(proof, kind, int)
        show(says == there_are, f"{there_are} {kind} numbers are left, not {says}.")
    lasts = part_of(proof, "lasts", dict)
    legal = {parity_of(move): move for move in game.legal_moves(state)}
    show(lasts.keys() == legal.keys(), "lasts does not have exactly the kinds that may be taken.")
    for kind, move in legal.items():
        long = 1 + _course(game, game.after(state, move))
        says = part_of(lasts, kind, int)
        show(says == long, f"with an {kind} number the duel lasts {long} moves, not {says}.")
    winning = [kind for kind, long in lasts.items() if long % 2]
    if claim.reply is None:
        show(not winning, "the player to move could make the last move.")
    else:
        show(parity_of(claim.reply) in winning, "after the reply the opponent moves last.")
    return None


def _course(game: ParityDuel, state: Any) -> int:
    """How many moves are made if jokers are played only when nothing is due."""
    due = game.due(state).bit_count()
    other = state.remaining.bit_count() - due
    mine, theirs = state.jokers[state.to_move - 1], state.jokers[state.to_move.opponent - 1]
    moves = 0
    while due or (mine and other):
        if due:
            due, other = other, due - 1
        else:
            other, mine = other - 1, mine - 1
        mine, theirs = theirs, mine
        moves += 1
    return moves
