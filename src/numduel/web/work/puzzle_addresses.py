"""The address of a puzzle is the ID of its position, so the server need not remember puzzles."""

from numduel.errors import NumduelError
from numduel.match import Match
from numduel.web.errors import NotFound
from numduel.web.work.positions import written_position


def read_address(id: str) -> Match:
    """The match in which a puzzle is asked, or NotFound."""
    try:
        return written_position(id).replayed()
    except NumduelError:
        raise NotFound("There is no such puzzle.") from None
