"""The reason in every game without a form of its own: a reply to each move of the opponent, or to
each kind of move where moves of a kind come to the same, as odd ones in Sequence Builder.

A move is proved if after every one of these replies the exact truth is that the opponent has lost.
"""

import re
from typing import Any

from numduel.game import AnyGame, Game, Outcome, Player
from numduel.games.sequence_builder import SequenceBuilder
from numduel.theory.proofs.strategy import kinds_of, name_kind
from numduel.theory.reasons.form import (
    OVER,
    ReasonForm,
    form_of,
    is_over,
    statements,
    winner_of,
)
from numduel.theory.verdict import analyse, first_best

_MOVE = r"([A-Za-z0-9](?:[A-Za-z0-9:.-]*[A-Za-z0-9])?)"
_REPLY = re.compile(rf"{_MOVE}\s*→\s*{_MOVE}")


class RepliesForm(ReasonForm):
    asks = (
        "Prove that your move wins by a reply to each move that your opponent can make next, so"
        " that you win after every one of them. Write in one line, for each move of your opponent,"
        f" that move, an arrow and your reply, or {OVER} if that move ends the duel. If your own"
        f" move ends the duel, write {OVER} alone."
    )
    pattern = "MOVE -> REPLY, MOVE -> REPLY"

    def write(self, game: AnyGame, state: Any, move: Any) -> str:
        after = game.after(state, move)
        if game.outcome(after) is not None:
            return OVER
        told = []
        for kind, theirs in kinds_of(game, after).items():
            then = game.after(after, theirs)
            is_end = game.outcome(then) is not None
            reply = OVER if is_end else name_kind(game, first_best(analyse(game, then)))
            told.append(f"{kind} -> {reply}")
        return ", ".join(told)

    def fault(self, game: AnyGame, state: Any, move: Any, reason: str) -> str | None:
        player, after = state.to_move, game.after(state, move)
        outcome = game.outcome(after)
        if outcome is not None or is_over(reason):
            return _fault_of_end(outcome, player, is_over(reason))
        told = statements(reason, _REPLY)
        if not told:
            return "The reason is not a list of replies."
        kinds = kinds_of(game, after)
        replies: dict[str, str] = {}
        for theirs, mine in (each.groups() for each in told):
            theirs = _named(theirs, kinds)
            if theirs not in kinds:
                return f"Your opponent cannot play {theirs}."
            if replies.setdefault(theirs, mine) != mine:
                return f"There are two replies to {theirs}."
        for theirs, represented in kinds.items():
            if theirs not in replies:
                return f"There is no reply to {theirs}."
            if not _wins(game, game.after(after, represented), replies[theirs], player):
                return f"The reply to {theirs} does not win."
        return None


def _fault_of_end(outcome: Outcome | None, player: Player, is_told: bool) -> str | None:
    """What is wrong with a reason if a move ends the duel, or is said to."""
    if outcome is None:
        return "The duel is not over after your move."
    if outcome.winner is not player:
        return "Your move ends the duel, and you lose it."
    return None if is_told else "The duel is over after your move."


def _wins(game: AnyGame, then: Any, reply: str, player: Any) -> bool:
    """Whether a reply is allowed and wins. If the duel is over, whether the reply says so and this
    player has won."""
    outcome = game.outcome(then)
    if outcome is not None:
        return reply.casefold() == OVER and outcome.winner is player
    kinds = kinds_of(game, then)
    reply = _named(reply, kinds)
    return reply in kinds and winner_of(game, game.after(then, kinds[reply])) is player


def _named(name: str, kinds: dict[str, Any]) -> str:
    """The name in lower case, unless it matches exactly as written."""
    return name if name in kinds else name.casefold()


class KindsForm(RepliesForm):
    """Replies by odd and even."""

    asks = (
        "Prove that your move wins by a reply to each kind of number, odd or even, that your"
        " opponent can take next, so that you win after every one of them. Write in one line, for"
        " each kind that your opponent can take, that kind, an arrow and the kind that you take in"
        f" reply, or {OVER} if the duel is over before you can reply. If your own move ends the"
        f" duel, write {OVER} alone."
    )
    pattern = "odd -> KIND, even -> KIND"


@form_of.register(Game)
def _(_game: AnyGame) -> ReasonForm:
    return RepliesForm()


@form_of.register(SequenceBuilder)
def _(_game: SequenceBuilder) -> ReasonForm:
    return KindsForm()
