"""How large a game may be in the browser."""

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from numduel.catalogue import build_game
from numduel.errors import BadOption
from numduel.game import AnyGame
from numduel.options import Option, options_of
from numduel.web.settings import LARGEST_ON_A_PAGE


def game_of(
    game_class: type[AnyGame], options: Mapping[str, Any], largest: int = LARGEST_ON_A_PAGE
) -> AnyGame:
    """A game with options that somebody sent. BadOption if they are wrong, or so large that a
    snapshot would be a megabyte. Every request that brings options comes through here."""
    try:
        game = build_game(game_class, options)
    except BadOption:
        for option in options_of(game_class):  # better: a refusal that names the site's limits
            option_here(option).check(options.get(option.name, option.default))
        raise
    moves = len(game.all_moves())
    if moves > largest:
        raise BadOption(
            f"This is too large for a browser: at most {largest} different moves here,"
            f" not {moves}. The terminal plays it."
        )
    return game


def option_here(option: Option) -> Option:
    """An option with the largest value that any game can have here."""
    if option.maximum is None:
        return option
    return option._replace(maximum=min(option.maximum, LARGEST_ON_A_PAGE))


def bounds_of(
    game: type[AnyGame], option: Option, chosen: Mapping[str, Any]
) -> tuple[int | None, int | None]:
    """The least and the largest value of an option with which a game can be played here, if the
    other options are as chosen. If no value works, the others are at fault, and the option keeps
    its own bounds."""
    if option.minimum is None or option.maximum is None:
        return option.minimum, option.maximum
    least, largest = option.minimum, min(option.maximum, LARGEST_ON_A_PAGE)

    def is_right(value: int) -> bool:
        try:
            game_of(game, {**chosen, option.name: value})
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
