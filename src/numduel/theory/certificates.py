"""Makes certificates, and grades players' reasons for their moves.

Both are proofs in one language, which `checking.py` checks: a certificate has the theory's reason,
with everything that makes it easy to check; a player writes the same reason in words, shorter.
"""

from typing import Any

from numduel.errors import BadCertificate, TooLarge
from numduel.game import AnyGame
from numduel.match import Match
from numduel.theory.base import analyse, first_best, theory_of
from numduel.theory.checking import FORM, Claim, check
from numduel.theory.reasons import LOST, is_lost
from numduel.theory.search import BUDGET


def certify(match: Match, budget: int = BUDGET) -> dict[str, Any]:
    """Return the certificate of a match's position as JSON: who wins it, and a reason. Raise
    TooLarge if no reason is known."""
    game, state = match.game, match.state
    analysis = analyse(game, state, budget)
    if analysis.winner is None:
        raise TooLarge(f"There is no certificate, for who wins is not known: {analysis.unknown}")
    is_reply = analysis.winner is state.to_move and match.outcome is None
    reply = first_best(analysis) if is_reply else None
    return {
        "form": FORM,
        "position": match.id,
        "winner": int(analysis.winner),
        "reply": None if reply is None else game.write_move(reply),
        "reason": theory_of(game).prove(state, reply),
    }


def write_reason(game: AnyGame, state: Any, move: Any) -> str:
    """Write a proof of a winning move or, if there is none, say so."""
    theory = theory_of(game)
    return LOST if theory.winner(state) is not state.to_move else theory.write_reason(state, move)


def fault_of(game: AnyGame, state: Any, move: Any, reason: str) -> str | None:
    """Return what is wrong with a reason for a legal move; None if it is a proof."""
    theory = theory_of(game)
    is_won = theory.winner(state) is state.to_move
    if is_lost(reason):
        return "Not every move loses here." if is_won else None
    if not is_won:
        return "Every move loses here."
    try:
        claim = Claim(game, state, state.to_move, move)
        check(claim, theory.read_reason(state, move, reason), theory.winner)
    except BadCertificate as fault:
        return fault.fault
    return None
