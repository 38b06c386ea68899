"""How large a game may be in the browser."""

from numduel.errors import BadOption
from numduel.game import AnyGame
from numduel.web.settings import LARGEST_ON_A_PAGE


def check_size(game: AnyGame) -> None:
    """Raise BadOption for a game whose every snapshot would be a megabyte."""
    moves = len(game.all_moves())
    if moves > LARGEST_ON_A_PAGE:
        raise BadOption(
            f"This is too large for a browser: at most {LARGEST_ON_A_PAGE} different moves,"
            f" not {moves}. The terminal plays it."
        )
