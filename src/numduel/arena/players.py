"""The players of a run: reads those that are named, and seats them at games."""

import os
import shlex
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from numduel.arena.cost import Budget
from numduel.arena.keys import Keys, refuse_keys
from numduel.arena.models import OPENAI, USUAL_KEY, Models, read_model
from numduel.arena.notation import read_settings, split_settings
from numduel.arena.program import Program, needed_variables
from numduel.arena.turn import Computer, Contestant, Stop
from numduel.errors import NumduelError
from numduel.match import Match
from numduel.players import PLAYERS, find_player
from numduel.words import printable

MODEL, PROGRAM = "openai:", "program:"
PROGRAM_SETTINGS: dict[str, Any] = {
    "timeout": 10.0,  # seconds for one move
    "env": "",  # the variables that it is given, with colons between them
}

Settings = Mapping[str, Any]


def read_players(
    texts: Sequence[str], base_url: str | None = None, keys_here: bool = True
) -> dict[str, dict[str, Any]]:
    """Read the players of a run: their names in the results, and all settings as the results record
    them. If keys are to be found on other machines (`keys_here` is False), that is checked
    there."""
    players: dict[str, dict[str, Any]] = {}
    for text in texts:
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise NumduelError(f'"{printable(text)}" is not UTF-8.')
        for name, settings in _read_variants(text, base_url, keys_here):
            if name in players:
                raise NumduelError(f"{name} is there twice.")
            players[name] = settings
    return players


def _read_variants(
    text: str, base_url: str | None, keys_here: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the players that a text stands for: with `legal=both` two, of whom one is told the
    legal moves."""
    player, given = split_settings(text)
    if not player.startswith(MODEL) or given.get("legal") != "both":
        yield _read_player(text, base_url, keys_here)
        return
    for legal in ("yes", "no"):
        variant = text.replace("+legal=both", f"+legal={legal}")
        name, settings = _read_player(variant, base_url, keys_here)
        yield f"{name}+legal={legal}" if "name" in given else name, settings


def _read_player(text: str, base_url: str | None, keys_here: bool) -> tuple[str, dict[str, Any]]:
    """Read a player. Models and programs may be given a shorter name:
    `program:./player+name=mine`."""
    player, given = split_settings(text)
    if player.startswith((MODEL, PROGRAM)):
        name = given.pop("name", text)
        if not name or name in PLAYERS:
            raise NumduelError(f'"{name}" cannot be the name of {player}.')
        if player.startswith(PROGRAM):
            return name, _read_program(player, given, keys_here)
        return name, read_model(player.removeprefix(MODEL), given, base_url, keys_here)
    if player not in PLAYERS:
        kinds = f"{', '.join(PLAYERS)}, openai:MODEL or program:COMMAND"
        raise NumduelError(f'There is no player "{player}": {kinds}.')
    return player, {"kind": "computer", **read_settings(given, {}, player)}


def _read_program(player: str, given: Mapping[str, str], keys_here: bool) -> dict[str, Any]:
    command = player.removeprefix(PROGRAM)
    try:
        is_command = bool(shlex.split(command))
    except ValueError:
        is_command = False
    if not is_command:
        raise NumduelError("Name the program: program:COMMAND.")
    settings = read_settings(given, PROGRAM_SETTINGS, player)
    refuse_keys("A program's command", command, [USUAL_KEY, *_variables(settings)])
    for variable in _variables(settings):
        if keys_here and variable not in os.environ:
            raise NumduelError(f"env names {variable}, and there is no such variable.")
    return {"kind": "program", "command": command, **settings}


def _variables(settings: Settings) -> list[str]:
    """Return the variables that a program is given, beside those that it needs to start."""
    return [name for name in settings.get("env", "").split(":") if name]


def needed_keys(settings: Settings) -> list[str]:
    """Return the variables without which a player cannot play."""
    if settings["kind"] == "model" and (
        settings["base_url"] == OPENAI or settings["key_variable"] != USUAL_KEY
    ):
        return [settings["key_variable"]]
    return _variables(settings)


def is_computer(settings: Settings) -> bool:
    """Return whether a player is one of ours, which compute. All others are waited for."""
    return bool(settings["kind"] == "computer")


class Players:
    """The models and programs of a run, with what all their games share."""

    def __init__(
        self,
        players: Mapping[str, Settings],
        budget: Budget | None = None,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        """`tell` is given a sentence now and then, when an endpoint is waited for."""
        self.settings = players
        self.stop = threading.Event()
        variables = [settings.get("key_variable", USUAL_KEY) for settings in players.values()]
        variables += [name for settings in players.values() for name in _variables(settings)]
        self.keys = Keys([USUAL_KEY, *variables])
        self._given = {
            name: needed_variables() | {key: os.environ[key] for key in _variables(settings)}
            for name, settings in players.items()
        }
        models = {name: one for name, one in players.items() if one["kind"] == "model"}
        self._models = Models(models, self.keys, budget or Budget(), tell) if models else None

    def seat(self, name: str, stop: Stop | None = None) -> Contestant:
        """Return a player for one side of a new game, until `stop` or the end of the run."""
        settings = self.settings[name]
        if settings["kind"] == "model":
            assert self._models is not None
            return self._models.seat(name)
        if settings["kind"] == "program":
            return self._seat_program(name, stop)
        return seat_computer(name)

    def try_out(self, name: str, match: Match) -> None:
        """Ask a program for a move, and ignore the answer. Raises Unusable if it ends without
        giving any."""
        if self.settings[name]["kind"] == "program":
            self._seat_program(name).try_out(match)

    def _seat_program(self, name: str, stop: Stop | None = None) -> Program:
        settings = self.settings[name]
        command, given = shlex.split(settings["command"]), self._given[name]
        return Program(command, settings["timeout"], stop or self.stop, given, self.keys)

    def close(self) -> None:
        """Drop all games that are under way."""
        self.stop.set()
        if self._models is not None:
            self._models.close()


def seat_computer(name: str) -> Contestant:
    """Return one of our own players for one side of a game."""
    find_player(name)
    return Computer(name)
