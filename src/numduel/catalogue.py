"""Finds the rule books: those in `games/`, and those other packages bring by entry point."""

import importlib
import inspect
import os
import pkgutil
import sys
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from numduel import games
from numduel.errors import BadOption, UnknownGame
from numduel.game import AnyGame, Game, presets_of
from numduel.options import Option, options_of
from numduel.words import quote

ENTRY_POINTS = "numduel.games"


def list_games() -> list[type[AnyGame]]:
    """Every rule book there is, ours first."""
    return list(_catalogue().values())


def find_game(slug: str) -> type[AnyGame]:
    """The rule book of that name, or UnknownGame with the names there are."""
    wanted = slug.strip().lower()
    found = _ours().get(wanted) or _catalogue().get(wanted)
    if found is None:
        raise UnknownGame(f"There is no game {quote(slug)}.{nearest(slug, list(_catalogue()))}")
    return found


def load_game(slug: str, **options: Any) -> AnyGame:
    """The game of that name with these options; the others have their defaults."""
    return build_game(find_game(slug), options)


def take_game(game: str | AnyGame, options: Mapping[str, Any]) -> AnyGame:
    """The given game, or the game of that name with these options."""
    if isinstance(game, str):
        return build_game(find_game(game), options)
    if options:
        raise BadOption(f"{game.title} is given with its options: leave out {', '.join(options)}.")
    return game


def file_beside(game_class: type[AnyGame], ending: str) -> Path | None:
    """The file beside a rule book that has its name with this ending, if there is one."""
    module = getattr(inspect.getmodule(game_class), "__file__", None)
    path = Path(module).with_suffix(ending) if module else None
    return path if path and path.is_file() else None


def preset_games(game_class: type[AnyGame], purpose: str) -> list[AnyGame]:
    """A rule book with each of the settings that it declares for a purpose."""
    return [build_game(game_class, preset.options) for preset in presets_of(game_class, purpose)]


def build_game(game_class: type[AnyGame], options: Mapping[str, Any]) -> AnyGame:
    """A rule book with these options, or BadOption for one that it does not have."""
    return game_class(**{_option(game_class, name).field: value for name, value in options.items()})


def read_options(game_class: type[AnyGame], texts: Mapping[str, str]) -> dict[str, Any]:
    """The values that texts give to a rule book's options."""
    return {name: _option(game_class, name).read(text) for name, text in texts.items()}


def _option(game_class: type[AnyGame], name: str) -> Option:
    known = {option.name: option for option in options_of(game_class)}
    if name not in known:
        raise BadOption(f"{game_class.title} has no option {name}.{nearest(name, list(known))}")
    return known[name]


@cache
def _ours() -> dict[str, type[AnyGame]]:
    return {game_class.slug: game_class for game_class in our_games()}


@cache
def _catalogue() -> dict[str, type[AnyGame]]:
    found = dict(_ours())
    for game_class in _their_games():
        other = found.setdefault(game_class.slug, game_class)
        if other is not game_class:
            _warn(f"{game_class.__module__} is left out: there is a {other.slug} already")
    return found


def our_games() -> Iterator[type[AnyGame]]:
    """The rule books of this package, which everybody has."""
    for module in pkgutil.iter_modules(games.__path__, f"{games.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if _is_game(value) and value.__module__ == module.name:
                yield value


def _their_games() -> Iterator[type[AnyGame]]:
    """The rule books of other packages. One that cannot be loaded is left out with a warning."""
    if not any(map(_may_bring_games, sys.path)):
        return
    from importlib.metadata import entry_points

    for entry in entry_points(group=ENTRY_POINTS):
        try:
            value = entry.load()
            if _is_game(value):
                options_of(value)
        except Exception as fault:  # a stranger's module may raise anything
            _warn(f"{entry.value} is left out: {type(fault).__name__}: {fault}")
            continue
        if _is_game(value):
            yield value
        else:
            _warn(f"{entry.value} is left out: it is not a whole Game with slug, title and summary")


def _may_bring_games(place: str) -> bool:
    """Whether a package in this folder may bring games. Python's own reader of entry points is
    used only then, because loading it takes a third of the time in which a command starts."""
    try:
        names = os.listdir(place or ".")
    except FileNotFoundError:
        return False
    except OSError:  # an archive, perhaps, which Python can look into
        return True
    return any(
        name.endswith(".egg") or _mentions_games(Path(place, name, "entry_points.txt"))
        for name in names
        if name.endswith((".dist-info", ".egg-info", ".egg"))
    )


def _mentions_games(path: Path) -> bool:
    try:
        return ENTRY_POINTS.encode() in path.read_bytes()
    except OSError:
        return False


def _is_game(value: object) -> bool:
    return (
        inspect.isclass(value)
        and issubclass(value, Game)
        and not inspect.isabstract(value)
        and all(hasattr(value, name) for name in ("slug", "title", "summary"))
    )


def _warn(message: str) -> None:
    warnings.warn(f"numduel.games: {message}.", RuntimeWarning, stacklevel=2)


def nearest(name: str, names: list[str]) -> str:
    """A sentence that helps after a wrong name: the name that was probably meant, or all names."""
    from difflib import get_close_matches

    near = get_close_matches(name, names, n=1)
    if near:
        return f' Did you mean "{near[0]}"?'
    return f" There is: {', '.join(names)}." if names else " It has none."
