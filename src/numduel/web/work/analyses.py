"""Who wins a position, and why; and whether an answer to a puzzle is right."""

from functools import partial
from typing import Any

from numduel.match import Match
from numduel.telling import Address, solved, truth_of, unknown_truth
from numduel.web.errors import TooBusy
from numduel.web.work.background import BackgroundWork


async def find_truth(
    work: BackgroundWork, match: Match, address: Address | None = None
) -> dict[str, Any]:
    """Everything that is known of a position; unknown if it takes too long to find out."""
    address = address or Address()
    key = ("truth", match.game, match.moves, match.ended, tuple(address.names.items()), address.you)
    try:
        return await work.analyse(key, partial(truth_of, match, address))
    except TimeoutError:
        seconds = f"{work.seconds_to_analyse:g} seconds"
        reason = f"It takes longer than {seconds} to find out. Ask again later."
        return unknown_truth(match, reason, address)


async def check_answer(work: BackgroundWork, match: Match, move: Any) -> dict[str, Any]:
    """Whether a move solves the puzzle at a position, or TooBusy if that takes too long."""
    try:
        key = ("answer", match.game, match.moves, move)
        return await work.analyse(key, partial(solved, match, move))
    except TimeoutError:
        raise TooBusy("Checking this answer takes a while: ask again.", 2) from None
