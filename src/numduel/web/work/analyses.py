"""Who wins a position, and why; and whether an answer to a puzzle is right."""

from functools import partial

from numduel.errors import TooLarge
from numduel.telling import Address, truth_of, unknown_truth
from numduel.web.errors import TooBusy
from numduel.web.shapes import Shape, encode
from numduel.web.work.background import BackgroundWork
from numduel.web.work.kept import question_of
from numduel.web.work.positions import WrittenPosition


async def find_truth(
    work: BackgroundWork, shape: type[Shape], written: WrittenPosition, reader: Address
) -> bytes:
    """Everything that is known of a position, as JSON; unknown if it takes too long to find out."""
    question = question_of("truth", *written, tuple(reader.names.items()), reader.you)
    try:
        return await work.analyse(question, partial(_encode_truth, shape, written, reader))
    except TimeoutError:
        seconds = f"{work.settings.seconds_to_think:g} seconds"
        reason = f"It takes longer than {seconds} to find out. Ask again later."
    except TooLarge as limit:
        reason = str(limit)
    if not written.is_quick:
        raise TooBusy(reason, 5)
    return encode(shape, unknown_truth(written.replayed(), reason, reader))


def _encode_truth(shape: type[Shape], written: WrittenPosition, reader: Address) -> bytes:
    return encode(shape, truth_of(written.replayed(), reader))
