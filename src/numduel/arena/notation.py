"""How games and players are named on a command line: `NAME+setting=value+setting=value`.

The name is a game's, as in `GAME+numbers=40`, or a player's, as in `openai:llama3:8b+rules=no`.
"""

import csv
import re
from collections.abc import Mapping
from typing import Any

from numduel.catalogue import build_game, find_game, list_games, preset_games, read_options
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.study.audit import can_matter

_SETTING = re.compile(r"\+(?=[a-z_]+=)")


def split_names(text: str) -> list[str]:
    """The names in a list with commas. A name that contains a comma is put in quotation marks."""
    names = [name.strip() for row in csv.reader([text], skipinitialspace=True) for name in row]
    return [name for name in names if name]


def split_settings(text: str) -> tuple[str, dict[str, str]]:
    """A name and the settings behind it."""
    name, *settings = _SETTING.split(text)
    pairs = [setting.partition("=")[::2] for setting in settings]
    if len({key for key, _ in pairs}) < len(pairs):
        raise NumduelError(f'"{text}" gives a setting twice.')
    return name, dict(pairs)


def read_games(text: str) -> list[AnyGame]:
    """The games that a list names. "all" means one game of every rule book: the first setting that
    it declares for the arena in which choices matter. A rule book without such a setting must be
    named."""
    games: list[AnyGame] = []
    for name in split_names(text):
        if name == "all":
            games += filter(None, map(_worth_measuring, list_games()))
            continue
        slug, settings = split_settings(name)
        game_class = find_game(slug)
        games.append(build_game(game_class, read_options(game_class, settings)))
    if not games:
        raise NumduelError("Name at least one game, or all.")
    return list(dict.fromkeys(games))


def _worth_measuring(game_class: type[AnyGame]) -> AnyGame | None:
    """The first setting that a rule book declares for the arena in which a choice can matter."""
    return next(filter(can_matter, preset_games(game_class, "arena")), None)


def name_game(game: AnyGame) -> str:
    """A game's slug with the options that differ from the usual ones."""
    changed = game.changed_options.items()
    return game.slug + "".join(f"+{name}={value}" for name, value in changed)


def read_settings(given: Mapping[str, str], known: Mapping[str, Any], whose: str) -> dict[str, Any]:
    """The default settings, replaced by the given ones. A given text becomes a value of the same
    type as the default."""
    if given and not known:
        raise NumduelError(f"{whose} takes no settings.")
    values = dict(known)
    for key, text in given.items():
        if key not in known:
            raise NumduelError(f"{whose} has no setting {key}. There is: {', '.join(known)}.")
        values[key] = _read_value(key, text, known[key])
    return values


def _read_value(key: str, text: str, default: object) -> Any:
    if isinstance(default, bool):
        if text not in ("yes", "no"):
            raise NumduelError(f'{key} must be yes or no, not "{text}".')
        return text == "yes"
    if isinstance(default, str):
        return text
    is_whole = isinstance(default, int)
    try:
        value = int(text) if is_whole else float(text)
    except ValueError:
        value = -1
    if not 0 <= value < float("inf"):
        raise NumduelError(f'{key} must be a number from 0 on, not "{text}".')
    return value
