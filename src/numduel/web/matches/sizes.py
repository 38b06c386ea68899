"""How large a game is, and may be."""

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from numduel.catalogue import build_game
from numduel.errors import BadOption
from numduel.game import LARGEST, AnyGame, Option


def size_of(game: AnyGame) -> int:
    """Return how many moves may be legal at once, at most."""
    return min(len(game.all_moves()), LARGEST)


def bounds_of(
    game: type[AnyGame], option: Option, chosen: Mapping[str, Any]
) -> tuple[int | None, int | None]:
    """The least and the largest value of an option with which a game can be played, if the other
    options are as chosen. If no value works, the others are at fault, and the option keeps its own
    bounds."""
    if option.minimum is None or option.maximum is None:
        return option.minimum, option.maximum
    least, largest = option.minimum, option.maximum

    def is_right(value: int) -> bool:
        try:
            build_game(game, {**chosen, option.name: value})
        except BadOption:
            return False
        return True

    right = next(filter(is_right, (option.default, least, largest)), None)
    if right is None:
        return least, largest
    below, above = range(least, right), range(right + 1, largest + 1)
    wrong_below = bisect_left(below, True, key=is_right)
    right_above = bisect_left(above, True, key=lambda value: not is_right(value))
    return least + wrong_below, right + right_above
