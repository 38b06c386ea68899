"""Reviews of matches and the figures of a game, as JSON."""

from functools import partial
from typing import Any

from numduel.game import AnyGame, Outcome
from numduel.match import Match
from numduel.study.audit import audit
from numduel.study.review import review
from numduel.telling.audit import figures_in_words, judgement
from numduel.telling.review import sentences
from numduel.web.errors import TooBusy
from numduel.web.work.background import BackgroundWork

_AUDITED = 30  # games between players of each level


async def find_review(work: BackgroundWork, match: Match) -> dict[str, Any]:
    """The review of a match, or TooBusy if it takes too long."""
    played = match.game, match.moves, match.ended
    try:
        return await work.study(("review", *played), partial(_review_of, *played))
    except TimeoutError:
        raise TooBusy("The review takes a while: ask again.", 5) from None


async def find_facts(work: BackgroundWork, game: AnyGame) -> dict[str, Any]:
    """What an audit of a game finds, or TooBusy if it takes too long."""
    try:
        return await work.study(("facts", game), partial(_facts_of, game))
    except TimeoutError:
        raise TooBusy("The figures take a while: ask again.", 5) from None


def _review_of(game: AnyGame, moves: tuple[Any, ...], ended: Outcome | None) -> dict[str, Any]:
    """A match move by move, against the truth."""
    reviewed = review(game, moves, ended)
    return {
        "moves": [
            {
                "ply": step.ply,
                "player": int(step.player),
                "move": step.move,
                "winner_before": _number(step.winner_before),
                "winner_after": _number(step.winner_after),
                "distance_before": step.distance_before,
                "distance_after": step.distance_after,
                "is_mistake": step.is_mistake,
                "better": list(step.better),
            }
            for step in reviewed.moves
        ],
        "mattered": reviewed.mattered,
        "summary": sentences(reviewed),
        "values": [_number(winner) for winner in reviewed.winners],
    }


def _facts_of(game: AnyGame) -> dict[str, Any]:
    """What an audit finds: is it a good game, and the figures."""
    told = audit(game, games=_AUDITED)
    figures = [{"label": label, "figure": figure} for label, figure in figures_in_words(told)]
    return {"judgement": judgement(told), "figures": figures}


def _number(player: int | None) -> int | None:
    return None if player is None else int(player)
