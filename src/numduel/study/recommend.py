"""Finds the sizes and variants with which a game is most worth playing."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from numduel.catalogue import build_game
from numduel.errors import BadOption
from numduel.game import AnyGame, Option, options_of
from numduel.study.audit import Figures, ReportProgress, Setting, look_at, quietly
from numduel.study.balance import balance
from numduel.study.kinds import ListedGame
from numduel.workers import HERE, Workers, in_order

LITTLE = 0.05  # settings worth no more than this are not recommended
_LARGE = 5  # an option with a default like this is a size, a smaller one a count
_BEST = 3  # settings that are recommended at most
_MOVES, _SAMPLED, _FIRST_GAMES = 40_000, 25, 8


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
    games: int = 30,
    progress: ReportProgress = quietly,
    workers: Workers = HERE,
) -> list[Setting]:
    """The settings that are worth most, best first; those worth little are not among them.

    A few games show which settings are promising, and others then say what these are worth.
    """
    looked = _look(list(candidates(game_class)), seed, progress, workers)
    promising = _worth_most(looked, 2 * _BEST, seed, min(games, _FIRST_GAMES), progress, workers)
    best = _worth_most(promising, _BEST, seed + 1, games, progress, workers)
    return [one.setting for one in best]


class _Looked(NamedTuple):
    """A setting, and the game with its positions listed if they are few enough."""

    setting: Setting
    listed: ListedGame | None


def _look(
    games: Sequence[AnyGame], seed: int, progress: ReportProgress, workers: Workers
) -> list[_Looked]:
    """The figures of settings. If a smaller setting has too many positions to list, a larger one is
    not listed either. Workers may have listed it before that was known: then the list is dropped,
    so that the result does not depend on how many workers there are."""
    large: list[AnyGame] = []
    looked: list[_Looked] = []

    def is_large(game: AnyGame) -> bool:
        return any(_is_no_smaller(game, other) for other in large)

    asked = ((game, seed, 0 if is_large(game) else _MOVES) for game in games)
    for found, game in zip(in_order(workers, _figures, asked), games, strict=True):
        progress("other settings", (len(looked) / len(games)) ** 2)  # larger ones take longer
        figures, listed = found
        if listed is None and not is_large(game):
            large.append(game)
        elif listed is not None and is_large(game):
            figures, listed = _figures((game, seed, 0))
        looked.append(_Looked(Setting(game, figures, {}, 0), listed))
    return looked


def _figures(asked: tuple[AnyGame, int, int]) -> tuple[Figures, ListedGame | None]:
    game, seed, budget = asked
    return look_at(game, seed, budget, _SAMPLED)


def _is_no_smaller(game: AnyGame, other: AnyGame) -> bool:
    values = zip(game.options.values(), other.options.values(), strict=True)
    return all(one == two or (type(one) is int and one > two) for one, two in values)


def _worth_most(
    looked: list[_Looked],
    most: int,
    seed: int,
    games: int,
    progress: ReportProgress,
    workers: Workers,
) -> list[_Looked]:
    """The settings that this many games show to be worth most, best first.

    No setting is worth more than the share of its choices that matter. So games are played only
    where this share is larger than the worth of the best settings so far.
    """
    best: list[_Looked] = []
    ordered = sorted(looked, key=lambda one: -one.setting.figures.met_mattering)

    def is_promising(one: _Looked) -> bool:
        least = best[most - 1].setting.worth if len(best) >= most else LITTLE
        return one.setting.figures.met_mattering > least

    asked = takewhile(is_promising, ordered)
    balances = in_order(workers, partial(_balance, seed, games), asked)
    # Workers are ahead of this loop, so it checks again, with what `best` holds by now.
    for done, (played, one) in enumerate(zip(balances, ordered, strict=False)):
        progress(f"{games} games with each of the best settings", done / len(ordered))
        if not is_promising(one):
            break
        told = replace(one.setting, balance={"hard": played}, balance_games=games)
        if told.worth > LITTLE:
            best = sorted([*best, _Looked(told, one.listed)], key=lambda one: -one.setting.worth)
    return best[:most]


def _balance(seed: int, games: int, one: _Looked) -> float:
    return balance(one.setting.game, "hard", seed, games, one.listed)


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
