"""The sizes and variants at which a rule book is tried: small, ordinary, and ever larger ones."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice, product
from typing import Any

from numduel.catalogue import build_game
from numduel.errors import BadOption
from numduel.game import AnyGame
from numduel.options import LARGEST, Option, options_of

_SMALL_SIZES = 7
_MOST_BUILDS = 200


def small_games(game_class: type[AnyGame]) -> Iterator[AnyGame]:
    """The rule book at its smallest sizes, where all positions can be walked through."""
    return games_of(game_class, lambda size: range(smallest(size), smallest(size) + _SMALL_SIZES))


def ordinary_games(game_class: type[AnyGame]) -> Iterator[AnyGame]:
    """The rule book at its own size, with all its variants."""
    return games_of(game_class, lambda size: [size.default])


def games_of(
    game_class: type[AnyGame], sizes: Callable[[Option], Iterable[int]]
) -> Iterator[AnyGame]:
    """The rule book with these values for its size, and all choices of its other options."""
    options = options_of(game_class)
    size = size_of(game_class)
    choices = [sizes(option) if option is size else _values_of(option) for option in options]
    names = [option.name for option in options]
    for values in islice(product(*choices), _MOST_BUILDS):
        with suppress(BadOption):  # some options do not go together
            yield build_game(game_class, dict(zip(names, values, strict=True)))


def size_of(game_class: type[AnyGame]) -> Option | None:
    """The option that says how large the game is: the first that is a number."""
    return next((option for option in options_of(game_class) if option.kind is int), None)


def smallest(option: Option) -> int:
    number: int = option.default if option.minimum is None else option.minimum
    return number


def largest(option: Option) -> int:
    return LARGEST if option.maximum is None else option.maximum


def _values_of(option: Option) -> list[Any]:
    if isinstance(option.kind, tuple):
        return list(option.kind)
    if option.kind is bool:
        return [False, True]
    return sorted({smallest(option), smallest(option) + 1, option.default})
