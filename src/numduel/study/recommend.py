"""Which sizes and variants make a lopsided game worth playing?"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

from numduel.catalogue import build_game
from numduel.errors import BadOption
from numduel.game import AnyGame
from numduel.options import Option, options_of
from numduel.study.audit import Audit, audit, balance

LITTLE = 0.05  # worth no more than this is not worth telling
_LARGE = 5  # an option with a default like this is a size, a smaller one a count
_KINDS, _SAMPLED, _FIRST_GAMES = 8_000, 25, 8


def candidates(game_class: type[AnyGame]) -> Iterator[AnyGame]:
    """A game with its options varied around their defaults, as far as it allows them."""
    options = options_of(game_class)
    for values in itertools.product(*map(_values, options)):
        given = dict(zip((option.name for option in options), values, strict=True))
        try:
            yield build_game(game_class, given)
        except BadOption:
            continue


def recommend(
    game_class: type[AnyGame],
    seed: int = 0,
    most: int = 3,
    games: int = 30,
    tick: Callable[[], None] = lambda: None,
) -> list[Audit]:
    """The settings that are worth most, best first; those worth little are not among them.

    A few games show which settings are promising, and others then say what these are worth.
    """
    few = min(games, _FIRST_GAMES)
    audits = [
        audit(game, seed, budget=_KINDS, levels=(), games=few, sampled=_SAMPLED, tick=tick)
        for game in candidates(game_class)
    ]
    promising = _worth_most(audits, 2 * most, seed, few, tick)
    return _worth_most(promising, most, seed + 1, games, tick)


def _worth_most(
    audits: list[Audit], most: int, seed: int, games: int, tick: Callable[[], None]
) -> list[Audit]:
    """The settings that so many games show to be worth most, best first.

    None is worth more than the share of its choices that matter, so games are played only where
    that share is larger than what the best so far are worth.
    """
    best: list[Audit] = []
    for one in sorted(audits, key=lambda one: -one.figures.met_mattering):
        least = best[most - 1].worth if len(best) >= most else LITTLE
        if one.figures.met_mattering <= least:
            break
        played = balance(one.game, "hard", seed, games, tick)
        told = replace(one, balance={"hard": played}, balance_games=games)
        if told.worth > LITTLE:
            best = sorted([*best, told], key=lambda one: -one.worth)
    return best[:most]


def _values(option: Option) -> list[int | bool | str]:
    if isinstance(option.kind, tuple):
        return list(option.kind)
    if option.kind is bool:
        return [False, True]
    default: int = option.default
    if default < _LARGE:
        return list(range(default, default + 3))
    smallest = max(option.minimum or 0, default // 2)
    return list(range(smallest, 2 * default + 1, max(1, default // 10)))
