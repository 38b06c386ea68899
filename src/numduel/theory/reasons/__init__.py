"""Reasons: a player writes the proof of a move in a small, fixed form, and it is checked exactly.

Each form has a file of its own, which says how the reason is asked for, reads it, checks it and can
write one. docs/reasons.md defines the forms. In a game whose theory has no form of its own, a reply
to each move of the opponent is asked for.
"""

from typing import Any

from numduel.game import AnyGame
from numduel.theory.reasons import counts, nim_values, pairing, replies
from numduel.theory.reasons.form import ReasonForm, form_of, plain, winner_of

__all__ = ["LOST", "ReasonForm", "fault_of", "form_of", "write_reason"]

LOST = "lost"  # the whole reason where every move loses

_FORMS = (counts, nim_values, pairing, replies)  # each registers itself for its games


def fault_of(game: AnyGame, state: Any, move: Any, reason: str) -> str | None:
    """What is wrong with a reason for a legal move, as a sentence, or None if it is a proof."""
    is_lost = winner_of(game, state) is not state.to_move
    if plain(reason).strip(" .\n").casefold() == LOST:
        return None if is_lost else "Not every move loses here."
    if is_lost:
        return "Every move loses here."
    return form_of(game).fault(game, state, move, reason)


def write_reason(game: AnyGame, state: Any, move: Any) -> str:
    """A reason that proves a winning move or, where there is none, says so."""
    if winner_of(game, state) is not state.to_move:
        return LOST
    return form_of(game).write(game, state, move)
