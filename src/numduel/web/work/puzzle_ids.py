"""A puzzle's id is its position, readable in an address: the server need not remember puzzles.

`a-game/6_3_9?numbers=40` stands for a game, the moves so far and the options that differ from the
defaults. Before the first move there is an underscore alone.
"""

from urllib.parse import parse_qsl, urlencode

from numduel.catalogue import find_game, read_options
from numduel.game import AnyGame
from numduel.match import Match
from numduel.options import options_of
from numduel.web.errors import NotFound
from numduel.web.matches.sizes import game_of

LARGEST = 400  # moves that a game with puzzles may have
_BETWEEN = "_"  # it occurs in no written move


def write_id(match: Match) -> str:
    """The position that a match has come to as one word."""
    moves = _BETWEEN.join(match.written_moves) or _BETWEEN
    query = urlencode(_differing(match.game))
    return f"{match.game.slug}/{moves}{'?' if query else ''}{query}"


def read_id(text: str) -> Match:
    """The match in which a puzzle is asked, or NotFound."""
    path, _, query = text.partition("?")
    slug, _, moves = path.partition("/")
    try:
        game_class = find_game(slug)
        options = read_options(game_class, dict(parse_qsl(query, strict_parsing=bool(query))))
        match = Match(game_of(game_class, options, LARGEST))
        for move in [] if moves == _BETWEEN else moves.split(_BETWEEN):
            match.play(move)
    except ValueError:
        raise NotFound("There is no such puzzle.") from None
    return match


def _differing(game: AnyGame) -> dict[str, str]:
    """The options that are not at their defaults, as they are typed."""
    return {
        option.name: ("no", "yes")[value] if isinstance(value, bool) else str(value)
        for option, value in zip(options_of(type(game)), game.options.values(), strict=True)
        if value != option.default
    }
