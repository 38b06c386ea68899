"""Who takes part in a run: reads the players that are named, and seats them at games."""

import os
import shlex
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from numduel.arena.models.cost import Budget
from numduel.arena.models.endpoint import Endpoint
from numduel.arena.models.model import Model
from numduel.arena.models.settings import OPENAI, USUAL_KEY, read_model
from numduel.arena.notation import read_settings, split_settings
from numduel.arena.plan import Fixture
from numduel.arena.players.computer import Computer
from numduel.arena.players.keys import Keys, refuse_keys
from numduel.arena.players.program import Program, needed_variables
from numduel.arena.players.turn import Contestant, Stop
from numduel.errors import NumduelError
from numduel.players import PLAYERS, find_player
from numduel.tasks import Asking
from numduel.words import printable

MODEL, PROGRAM = "openai:", "program:"
PROGRAM_SETTINGS: dict[str, Any] = {
    "timeout": 10.0,  # seconds for one move
    "env": "",  # the variables that it is given, with colons between them
}


def read_entrant(
    text: str, base_url: str | None = None, keys_here: bool = True
) -> tuple[str, dict[str, Any]]:
    """A player's name in the results, and all its settings as the results record them.

    Models and programs may be given a shorter name: `program:./player+name=mine`. If its keys are
    to be found on other machines, that is checked there.
    """
    entrant, given = split_settings(text)
    if entrant.startswith((MODEL, PROGRAM)):
        name = given.pop("name", text)
        if not name or name in PLAYERS:
            raise NumduelError(f'"{name}" cannot be the name of {entrant}.')
        if entrant.startswith(PROGRAM):
            return name, _read_program(entrant, given, keys_here)
        return name, read_model(entrant.removeprefix(MODEL), given, base_url, keys_here)
    if entrant not in PLAYERS:
        kinds = f"{', '.join(PLAYERS)}, openai:MODEL or program:COMMAND"
        raise NumduelError(f'There is no player "{entrant}": {kinds}.')
    return entrant, {"kind": "computer", **read_settings(given, {}, entrant)}


def read_entrants(
    texts: Sequence[str], base_url: str | None = None, keys_here: bool = True
) -> dict[str, dict[str, Any]]:
    """The players of a run by name, none of them twice."""
    entrants: dict[str, dict[str, Any]] = {}
    for text in texts:
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise NumduelError(f'"{printable(text)}" is not UTF-8.')
    read = (one for text in texts for one in _read_variants(text, base_url, keys_here))
    for name, settings in read:
        if name in entrants:
            raise NumduelError(f"{name} is there twice.")
        entrants[name] = settings
    return entrants


def _read_variants(
    text: str, base_url: str | None, keys_here: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The players that a text stands for. With `legal=both` they are two, and only one is told the
    legal moves."""
    entrant, given = split_settings(text)
    if not entrant.startswith(MODEL) or given.get("legal") != "both":
        yield read_entrant(text, base_url, keys_here)
        return
    for legal in ("yes", "no"):
        variant = text.replace("+legal=both", f"+legal={legal}")
        name, settings = read_entrant(variant, base_url, keys_here)
        yield f"{name}+legal={legal}" if "name" in given else name, settings


def _read_program(entrant: str, given: Mapping[str, str], keys_here: bool) -> dict[str, Any]:
    command = entrant.removeprefix(PROGRAM)
    try:
        is_command = bool(shlex.split(command))
    except ValueError:
        is_command = False
    if not is_command:
        raise NumduelError("Name the program: program:COMMAND.")
    settings = read_settings(given, PROGRAM_SETTINGS, entrant)
    refuse_keys("A program's command", command, [USUAL_KEY, *_variables(settings)])
    for variable in _variables(settings):
        if keys_here and variable not in os.environ:
            raise NumduelError(f"env names {variable}, and there is no such variable.")
    if not settings["env"]:
        del settings["env"]  # as runs were recorded before there was such a setting
    return {"kind": "program", "command": command, **settings}


def _variables(settings: Mapping[str, Any]) -> list[str]:
    """The variables that a program is given, beside those that it needs to start."""
    return [name for name in settings.get("env", "").split(":") if name]


def needed_keys(settings: Mapping[str, Any]) -> list[str]:
    """The variables without which a player cannot play."""
    if settings["kind"] == "model" and (
        settings["base_url"] == OPENAI or settings["key_variable"] != USUAL_KEY
    ):
        return [settings["key_variable"]]
    return _variables(settings)


def is_computer(settings: Mapping[str, Any]) -> bool:
    """Whether a player is one of ours, which compute. All others are waited for."""
    return bool(settings["kind"] == "computer")


class Entrants:
    """The players of a run, with the endpoints that all their games share."""

    def __init__(
        self,
        players: Mapping[str, Mapping[str, Any]],
        budget: Budget | None = None,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        """`tell` is given a sentence now and then, when an endpoint is waited for."""
        self.players = players
        self.stop = threading.Event()
        variables = [settings.get("key_variable", USUAL_KEY) for settings in players.values()]
        variables += [name for settings in players.values() for name in _variables(settings)]
        self.keys = Keys([USUAL_KEY, *variables])
        self._given = {
            name: needed_variables() | {key: os.environ[key] for key in _variables(settings)}
            for name, settings in players.items()
        }
        self._endpoints: dict[str, Endpoint] = {}
        try:
            for name, settings in players.items():
                if settings["kind"] == "model":
                    self._endpoints[name] = Endpoint(
                        settings, self.keys, budget, partial(_tell_of, name, tell)
                    )
        except BaseException:
            self.close()
            raise

    def seat(self, name: str, stop: Stop | None = None) -> Contestant:
        """A player at one side of a new game, until `stop` or the end of the run."""
        settings = self.players[name]
        if settings["kind"] == "model":
            return Model(self._endpoints[name], Asking.from_settings(settings))
        if settings["kind"] == "program":
            command, given = shlex.split(settings["command"]), self._given[name]
            return Program(command, settings["timeout"], stop or self.stop, given, self.keys)
        return seat_computer(name)

    def try_out(self, name: str, fixture: Fixture) -> None:
        """Ask a program for the first move of a game, and ignore the answer. Raises Unusable if it
        ends without giving any."""
        contestant = self.seat(name)
        if isinstance(contestant, Program):
            contestant.try_out(fixture.begin())

    def close(self) -> None:
        """Drop all games that are under way."""
        self.stop.set()
        for endpoint in self._endpoints.values():
            endpoint.close()


def _tell_of(name: str, tell: Callable[[str], None], text: str) -> None:
    tell(f"{name}: {text}")


def seat_computer(name: str) -> Contestant:
    """One of our own players at one side of a game."""
    find_player(name)
    return Computer(name)
