"""Reviews and records of matches, and the audit of a game."""

from copy import copy
from functools import partial

from numduel.errors import TooLarge
from numduel.game import AnyGame
from numduel.journal import entries_of, write_lines
from numduel.match import Match
from numduel.study import Address, audit_game, review_of
from numduel.web.errors import StillAtWork
from numduel.web.matches.costs import is_quick
from numduel.web.shapes import encode_form
from numduel.web.work.answer_cache import question_of
from numduel.web.work.background import BackgroundWork


async def find_review(work: BackgroundWork, match: Match, reader: Address) -> bytes:
    """The review of a match as JSON."""
    played = match.game, match.moves, match.ended
    question = question_of("review", *played, tuple(reader.names.items()), reader.you)
    try:
        return await work.study(question, partial(_encode_review, copy(match), reader))
    except TooLarge as limit:
        raise TooLarge(f"There is no review of this match: {limit}") from None


def _encode_review(match: Match, reader: Address) -> bytes:
    return encode_form(review_of(match, reader))


async def find_record(work: BackgroundWork, match: Match) -> bytes:
    """A match as a file that `numduel replay` reads."""
    task = partial(_encode_record, copy(match))
    if is_quick(match.game, len(match.moves)):
        return task()
    question = question_of("record", match.game, match.moves, match.ended, match.seats, match.seed)
    return await work.answer(question, task, price=0)  # it is paid for by its length


def _encode_record(match: Match) -> bytes:
    lines, _ = write_lines(entries_of(match))
    return lines


async def find_facts(work: BackgroundWork, game: AnyGame) -> bytes:
    """What an audit of a game finds as JSON."""
    try:
        return await work.study(question_of("facts", game), partial(_encode_facts, game))
    except TooLarge:
        raise StillAtWork from None


def _encode_facts(game: AnyGame) -> bytes:
    return encode_form(audit_game(game))
