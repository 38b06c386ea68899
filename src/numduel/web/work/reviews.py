"""Reviews of matches, and the audit of a game."""

from copy import copy
from functools import partial
from typing import Any

from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.audit import audit
from numduel.telling import Address, audit_of, review_of
from numduel.web.errors import TooBusy
from numduel.web.work.background import BackgroundWork

_GAMES_IN_AN_AUDIT = 30  # between players of each level


async def find_review(work: BackgroundWork, match: Match, address: Address) -> dict[str, Any]:
    """The review of a match, or TooBusy if it takes too long."""
    played = match.game, match.moves, match.ended
    key = ("review", *played, tuple(address.names.items()), address.you)
    try:
        return await work.study(key, partial(review_of, copy(match), address))
    except TimeoutError:
        raise TooBusy("The review takes a while: ask again.", 5) from None


async def find_facts(work: BackgroundWork, game: AnyGame) -> dict[str, Any]:
    """What an audit of a game finds, or TooBusy if it takes too long."""
    try:
        return await work.study(("facts", game), partial(_facts_of, game))
    except TimeoutError:
        raise TooBusy("The figures take a while: ask again.", 5) from None


def _facts_of(game: AnyGame) -> dict[str, Any]:
    return audit_of(audit(game, games=_GAMES_IN_AN_AUDIT))
