"""Who wins a position, and why; what a move leads to; whether a duel is decided before it
begins."""

from functools import partial
from typing import Any

from numduel.errors import TooLarge
from numduel.game import AnyGame
from numduel.match import write_id
from numduel.study import Address, consequence_of, foregone_of, truth_of, unknown_truth
from numduel.web.errors import StillAtWork, TooBusy
from numduel.web.shapes import Shape, encode, encode_form
from numduel.web.work.answer_cache import question_of
from numduel.web.work.background import BackgroundWork
from numduel.web.work.positions import WrittenPosition


async def find_truth(work: BackgroundWork, written: WrittenPosition, reader: Address) -> bytes:
    """Everything that is known of a position, as JSON; unknown if it takes too long to find out."""
    question = question_of("truth", *written, tuple(reader.names.items()), reader.you)
    try:
        return await work.analyse(question, partial(_encode_truth, written, reader))
    except StillAtWork:
        seconds = f"{work.settings.seconds_to_think:g} seconds"
        reason = f"It takes longer than {seconds} to find out. Ask again later."
    except TooLarge as limit:
        reason = str(limit)
    if not written.is_quick:
        raise TooBusy(reason, 5)
    return encode_form(unknown_truth(written.replayed(), reason, reader))


async def find_outlook(work: BackgroundWork, shape: type[Shape], game: AnyGame) -> bytes:
    """Whether a game is decided before its first move, as JSON. If that takes long to find out, it
    counts as not decided."""
    about = {"address": write_id(game), "game": game.slug, "options": game.options}
    try:
        task = partial(_encode_outlook, shape, about, game)
        return await work.analyse(question_of("outlook", game), task)
    except (StillAtWork, TooLarge):
        return encode(shape, about | {"foregone": None})


def _encode_outlook(shape: type[Shape], about: dict[str, Any], game: AnyGame) -> bytes:
    return encode(shape, about | {"foregone": foregone_of(game)})


async def find_consequence(work: BackgroundWork, written: WrittenPosition, move: str) -> bytes:
    """What a move would lead to, as JSON."""
    question = question_of("consequence", *written, move)
    try:
        return await work.analyse(question, partial(_encode_consequence, written, move))
    except TooLarge as limit:
        raise TooBusy(str(limit), 5) from None


def _encode_consequence(written: WrittenPosition, move: str) -> bytes:
    match = written.replayed()
    read = match.game.read_move(move)
    match.game.play(match.state, read)  # a move that is not allowed raises its rule
    return encode_form(consequence_of(match, read))


def _encode_truth(written: WrittenPosition, reader: Address) -> bytes:
    return encode_form(truth_of(written.replayed(), reader))
