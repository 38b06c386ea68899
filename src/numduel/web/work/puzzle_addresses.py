"""The address of a puzzle is the short address of its position, so the server need not remember
puzzles."""

from urllib.parse import parse_qsl

from numduel.match import Match
from numduel.web.errors import NotFound
from numduel.web.work.positions import read_short

LARGEST = 400  # moves that a game with puzzles may have


def read_address(text: str) -> Match:
    """The match in which a puzzle is asked, or NotFound."""
    path, _, query = text.partition("?")
    slug, _, moves = path.partition("/")
    try:
        options = dict(parse_qsl(query, strict_parsing=bool(query)))
        return read_short(slug, moves, options, LARGEST).replayed()
    except ValueError:
        raise NotFound("There is no such puzzle.") from None
