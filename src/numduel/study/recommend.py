"""Which sizes and variants make a lopsided game worth playing?"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from numduel.catalogue import build_game
from numduel.errors import BadOption
from numduel.game import AnyGame
from numduel.options import Option, options_of
from numduel.study.audit import Progress, Setting, balance, look_at, quietly
from numduel.study.kinds import ListedGame

LITTLE = 0.05  # worth no more than this is not worth telling
_LARGE = 5  # an option with a default like this is a size, a smaller one a count
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
    most: int = 3,
    games: int = 30,
    progress: Progress = quietly,
) -> list[Setting]:
    """The settings that are worth most, best first; those worth little are not among them.

    A few games show which settings are promising, and others then say what these are worth.
    """
    looked = _look(list(candidates(game_class)), seed, progress)
    promising = _worth_most(looked, 2 * most, seed, min(games, _FIRST_GAMES), progress)
    return [one.setting for one in _worth_most(promising, most, seed + 1, games, progress)]


class _Looked(NamedTuple):
    """A setting, and the game with its positions listed if they are few enough."""

    setting: Setting
    listed: ListedGame | None


def _look(games: Sequence[AnyGame], seed: int, progress: Progress) -> list[_Looked]:
    """The figures of settings. One that is no smaller in anything than another that has too many
    positions to list is not tried to list again."""
    large: list[AnyGame] = []
    looked = []
    for done, game in enumerate(games):
        progress("other settings", (done / len(games)) ** 2)  # larger ones take longer
        is_large = any(_is_no_smaller(game, other) for other in large)
        figures, listed = look_at(game, seed, 0 if is_large else _MOVES, _SAMPLED)
        if listed is None and not is_large:
            large.append(game)
        looked.append(_Looked(Setting(game, figures, {}, 0), listed))
    return looked


def _is_no_smaller(game: AnyGame, other: AnyGame) -> bool:
    values = zip(game.options.values(), other.options.values(), strict=True)
    return all(one == two or (type(one) is int and one > two) for one, two in values)


def _worth_most(
    looked: list[_Looked], most: int, seed: int, games: int, progress: Progress
) -> list[_Looked]:
    """The settings that so many games show to be worth most, best first.

    None is worth more than the share of its choices that matter, so games are played only where
    that share is larger than what the best so far are worth.
    """
    best: list[_Looked] = []
    ordered = sorted(looked, key=lambda one: -one.setting.figures.met_mattering)
    for done, (setting, listed) in enumerate(ordered):
        progress(f"{games} games with each of the best settings", done / len(ordered))
        least = best[most - 1].setting.worth if len(best) >= most else LITTLE
        if setting.figures.met_mattering <= least:
            break
        played = balance(setting.game, "hard", seed, games, listed)
        told = replace(setting, balance={"hard": played}, balance_games=games)
        if told.worth > LITTLE:
            best = sorted([*best, _Looked(told, listed)], key=lambda one: -one.setting.worth)
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
