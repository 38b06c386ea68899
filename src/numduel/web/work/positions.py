"""Positions and matches: as JSON, who wins, what a move leads to, reviews, records and audits."""

from copy import copy
from functools import partial
from typing import NamedTuple

from pydantic import TypeAdapter

from numduel.catalogue import build_game
from numduel.errors import TooLarge
from numduel.game import AnyGame
from numduel.journal import entries_of, write_lines
from numduel.match import Match, split_id, write_id
from numduel.study import (
    Address,
    Finished,
    audit_game,
    consequence_of,
    foregone_of,
    review_of,
    truth_of,
    unknown_truth,
    what_next,
)
from numduel.theory import brief_budget
from numduel.web.errors import StillAtWork, TooBusy
from numduel.web.forms import Outlook, SuggestionShape
from numduel.web.matches.snapshot import Position, position_of
from numduel.web.shapes import encode, encode_form
from numduel.web.work.background import BackgroundWork, asked

_QUICK = 300  # moves, replayed in 3 ms, which the event loop can spare


class WrittenPosition(NamedTuple):
    """A position as its ID describes it, not replayed yet."""

    game: AnyGame
    moves: tuple[str, ...]

    @property
    def is_quick(self) -> bool:
        """Whether the event loop may replay it."""
        return len(self.moves) <= _QUICK

    def replayed(self) -> Match:
        """Return the match at this position; raise NumduelError if a move is illegal."""
        return Match.at(self.game, self.moves)


def written_position(id: str) -> WrittenPosition:
    """Read a position's ID, or raise NumduelError. Its moves are not replayed yet."""
    game_class, options, moves = split_id(id)
    return WrittenPosition(build_game(game_class, options), tuple(moves))


async def find_position(work: BackgroundWork, written: WrittenPosition, reader: Address) -> bytes:
    """Return a position as JSON."""
    if written.is_quick:
        return _position(written, reader)
    return await work.answer(*asked(_position, written, reader))


def _position(written: WrittenPosition, reader: Address) -> bytes:
    return encode(Position, position_of(written.replayed(), reader))


async def find_truth(work: BackgroundWork, written: WrittenPosition, reader: Address) -> bytes:
    """Return who wins a position, and why, as JSON; unknown if that takes too long."""
    try:
        return await work.analyse(*asked(_truth, written, reader))
    except StillAtWork:
        seconds = f"{work.settings.seconds_to_think:g} seconds"
        reason = f"This takes longer than {seconds} to find out. Try again later."
    except TooLarge as limit:
        reason = str(limit)
    if not written.is_quick:
        raise TooBusy(reason, 5)
    return encode_form(unknown_truth(written.replayed(), reason, reader))


def _truth(written: WrittenPosition, reader: Address) -> bytes:
    match = written.replayed()
    return encode_form(truth_of(match, reader, brief_budget(match.game, match.state)))


async def find_outlook(work: BackgroundWork, game: AnyGame) -> bytes:
    """Return as JSON whether a game is decided before its first move; undecided if that takes too
    long to find out."""
    try:
        return await work.analyse(*asked(_outlook, game))
    except (StillAtWork, TooLarge):
        return _outlook(game, is_known=False)


def _outlook(game: AnyGame, is_known: bool = True) -> bytes:
    about = {"address": write_id(game), "game": game.slug, "options": game.options}
    return encode(Outlook, about | {"foregone": foregone_of(game) if is_known else None})


async def find_next(work: BackgroundWork, played: tuple[Finished, ...]) -> bytes:
    """Return suggestions for what to do after the last of these games, as JSON."""
    return await work.answer(*asked(_next, played))


def _next(played: tuple[Finished, ...]) -> bytes:
    suggestions = [
        suggestion._asdict()
        | {"game": suggestion.game.slug, "options": suggestion.game.changed_options}
        for suggestion in what_next(played)
    ]
    shapes = TypeAdapter(list[SuggestionShape])
    return shapes.dump_json(shapes.validate_python(suggestions))


async def find_consequence(work: BackgroundWork, written: WrittenPosition, move: str) -> bytes:
    """Return as JSON what a move would lead to."""
    try:
        return await work.analyse(*asked(_consequence, written, move))
    except TooLarge as limit:
        raise TooBusy(str(limit), 5) from None


def _consequence(written: WrittenPosition, move: str) -> bytes:
    match = written.replayed()
    read = match.game.read_move(move)
    match.game.play(match.state, read)  # raises IllegalMove
    return encode_form(consequence_of(match, read))


async def find_review(work: BackgroundWork, match: Match, reader: Address) -> bytes:
    """Return the review of a match as JSON."""
    question, _ = asked(_review, match.game, match.moves, match.ended, reader)
    try:
        return await work.study(question, partial(_review, copy(match), reader))
    except TooLarge as limit:
        raise TooLarge(f"There is no review of this match: {limit}") from None


def _review(match: Match, reader: Address) -> bytes:
    return encode_form(review_of(match, reader))


async def find_record(work: BackgroundWork, match: Match) -> bytes:
    """Return a match as a file that `numduel replay` reads."""
    if match.ply <= _QUICK:
        return _record(match)
    question, _ = asked(_record, match.game, match.moves, match.ended, match.seats, match.seed)
    return await work.answer(question, partial(_record, copy(match)))


def _record(match: Match) -> bytes:
    lines, _ = write_lines(entries_of(match))
    return lines


async def find_facts(work: BackgroundWork, game: AnyGame) -> bytes:
    """Return the audit of a game as JSON."""
    try:
        return await work.study(*asked(_facts, game))
    except TooLarge:
        raise StillAtWork from None


def _facts(game: AnyGame) -> bytes:
    return encode_form(audit_game(game))
