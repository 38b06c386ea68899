"""Players: their names, settings, keys and answers.

A player is one of ours (`easy`), a model (`openai:llama3:8b+rules=no`) or a program
(`program:./player+timeout=5`). All settings are recorded, so no key may be among them.
"""

import csv
import json
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from numduel.errors import NumduelError
from numduel.match import Match
from numduel.players import BASELINES, PLAYERS, choose_move
from numduel.tasks import Failure
from numduel.words import printable

OPENAI = "https://api.openai.com/v1"
USUAL_KEY = "OPENAI_API_KEY"
MODEL_SETTINGS: dict[str, Any] = {
    "base_url": OPENAI,
    "key_variable": USUAL_KEY,
    "rules": True,  # parts of the prompt: see numduel.tasks
    "legal": True,
    "history": True,
    "reasons": False,  # whether moves are to be proved
    "retries": 1,
    "system": "",  # a system prompt, or @FILE; this and the next six are optional
    "temperature": "",
    "top_p": "",
    "seed": "",
    "reasoning_effort": "",
    "max_tokens": 0,
    "max_completion_tokens": 0,
    "body": "",  # extra fields of the request, as a JSON object, or @FILE
    "stream": True,  # tells a model that overthinks from a silent endpoint
    "timeout": 600.0,  # seconds for one request; models that reason take long
    "tries": 12,  # requests to a busy or broken endpoint: about six minutes
    "backoff": 1.0,  # seconds before the first retry; exponential, up to a minute
    "concurrency": 4,
    "price_read": 0.0,  # dollars for a million tokens
    "price_written": 0.0,
    "price_cached": "",  # of cached tokens; price_read if unset
    "price_reasoning": "",  # of reasoning tokens; price_written if unset
}
PROGRAM_SETTINGS: dict[str, Any] = {
    "timeout": 10.0,  # seconds for one move
    "env": "",  # environment variables to pass, separated by colons
}
SETTINGS = {"computer": {}, "model": MODEL_SETTINGS, "program": PROGRAM_SETTINGS}

_MODEL, _PROGRAM = "openai:", "program:"
_SETTING = re.compile(r"\+(?=[a-z_]+=)")
# Fields that a body cannot set: a budget relies on some of them.
_SET_OTHERWISE = {"model", "messages", "n", "stream", "stream_options", *MODEL_SETTINGS}
# Optional numeric settings, with their maximum.
_NUMBERS = {"temperature": 2.0, "top_p": 1.0, "price_cached": inf, "price_reasoning": inf}
_LONGEST_ADDRESS = 2_000  # characters; httpx has a limit
_SHORTEST_KEY = 8  # characters; anything shorter may be a word or a move
_HIDDEN = "[key]"
_LOOKS_LIKE_A_KEY = re.compile(r"\bsk-[\w-]{16,}")  # common forms of API keys

Settings = Mapping[str, Any]


# Answers.


class Stopped(NumduelError):
    """The run was stopped during this game."""


class Stop(Protocol):
    """Whether the run was stopped, with the interface of a threading.Event."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Attempt:
    """One try at a move. Replies and costs are in `details`."""

    failure: Failure | None
    details: dict[str, Any] = field(default_factory=dict)
    is_in_form: bool | None = None  # whether the reply had the required form; None without a reply


@dataclass(frozen=True)
class Turn:
    """A player's written move, or None if every attempt failed."""

    move: str | None
    attempts: tuple[Attempt, ...] = ()
    is_trouble: bool = False  # whether the endpoint failed, not the player


class Contestant(Protocol):
    """A player in one seat of one game."""

    def take_turn(self, match: Match) -> Turn: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Computer:
    """A numduel player, by name: `random`, `easy` and so on."""

    name: str

    def take_turn(self, match: Match) -> Turn:
        return Turn(match.game.write_move(choose_move(match, self.name)))

    def close(self) -> None:
        pass


# Keys.


def read_api_key(variable: str) -> str:
    """Return the key in an environment variable; may be empty."""
    return os.environ.get(variable, "").strip()


class Keys:
    """The keys of a run, to be kept out of records, output and reports. Never pass a text that may
    have been cut: half a key is not found."""

    def __init__(self, variables: Iterable[str] = ()) -> None:
        self._variables = frozenset(variables)
        found = {read_api_key(variable) for variable in self._variables}
        keys = (key for key in found if len(key) >= _SHORTEST_KEY)
        self._keys = sorted(keys, key=len, reverse=True)

    @contextmanager
    def out_of_sight(self) -> Iterator[None]:
        """Hide the keys from processes started inside this block."""
        kept = {name: os.environ.pop(name) for name in self._variables if name in os.environ}
        try:
            yield
        finally:
            os.environ.update(kept)

    def hide(self, text: str) -> str:
        """Replace every key in a text."""
        for key in self._keys:
            text = text.replace(key, _HIDDEN)
        return text

    def hide_bytes(self, data: bytes) -> bytes:
        """Replace every key in bytes."""
        for key in self._keys:
            data = data.replace(os.fsencode(key), _HIDDEN.encode())
        return data


def _refuse_keys(what: str, text: str, variables: Iterable[str]) -> None:
    """Raise an error if a recorded text holds a key, or what looks like one."""
    if Keys(variables).hide(text) != text or _LOOKS_LIKE_A_KEY.search(text):
        raise NumduelError(f"{what} is recorded, so it must not hold the key.")


def given_variables(settings: Settings) -> list[str]:
    """Return the extra environment variables of a program."""
    return [name for name in settings.get("env", "").split(":") if name]


def needed_keys(settings: Settings) -> list[str]:
    """Return the environment variables that a player needs."""
    if settings["kind"] == "model" and (
        settings["base_url"] == OPENAI or settings["key_variable"] != USUAL_KEY
    ):
        return [settings["key_variable"]]
    return given_variables(settings)


def keys_of(players: Mapping[str, Settings]) -> Keys:
    """Return the keys of these players."""
    variables = [settings.get("key_variable", USUAL_KEY) for settings in players.values()]
    variables += [name for settings in players.values() for name in given_variables(settings)]
    return Keys([USUAL_KEY, *variables])


def is_computer(settings: Settings) -> bool:
    """Return whether a player is one of ours, which need no waiting."""
    return bool(settings["kind"] == "computer")


# Names with settings.


def read_players(
    texts: Sequence[str], base_url: str | None = None, keys_here: bool = True
) -> dict[str, dict[str, Any]]:
    """Return the players of a run by name, with all settings as recorded. If the keys are on other
    machines (`keys_here` is False), they are checked there."""
    players: dict[str, dict[str, Any]] = {}
    for text in texts:
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise NumduelError(f'"{printable(text)}" is not UTF-8.')
        for name, settings in _read_variants(text, base_url, keys_here):
            if name in players:
                raise NumduelError(f"{name} is named twice.")
            players[name] = settings
    return players


def split_names(text: str) -> list[str]:
    """Return the names in a comma-separated list. A name with a comma is quoted."""
    names = [name.strip() for row in csv.reader([text], skipinitialspace=True) for name in row]
    return [name for name in names if name]


def _split_settings(text: str) -> tuple[str, dict[str, str]]:
    """Split `name+key=value+key=value`."""
    name, *settings = _SETTING.split(text)
    pairs = [setting.partition("=")[::2] for setting in settings]
    if len({key for key, _ in pairs}) < len(pairs):
        raise NumduelError(f'"{text}" gives a setting twice.')
    return name, dict(pairs)


def _read_variants(
    text: str, base_url: str | None, keys_here: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the players that a text stands for: two with `legal=both`, one of them without the
    legal moves."""
    player, given = _split_settings(text)
    if not player.startswith(_MODEL) or given.get("legal") != "both":
        yield _read_player(text, base_url, keys_here)
        return
    for legal in ("yes", "no"):
        variant = text.replace("+legal=both", f"+legal={legal}")
        name, settings = _read_player(variant, base_url, keys_here)
        yield f"{name}+legal={legal}" if "name" in given else name, settings


def _read_player(text: str, base_url: str | None, keys_here: bool) -> tuple[str, dict[str, Any]]:
    """Read a player. Models and programs may be given a shorter name:
    `program:./player+name=mine`."""
    player, given = _split_settings(text)
    if player.startswith((_MODEL, _PROGRAM)):
        name = given.pop("name", text)
        if not name or name in PLAYERS or name in BASELINES:
            raise NumduelError(f'"{name}" cannot be the name of {player}.')
        if player.startswith(_PROGRAM):
            return name, _read_program(player, given, keys_here)
        return name, _read_model(player, given, base_url, keys_here)
    if player not in PLAYERS and player not in BASELINES:
        ours = ", ".join(dict.fromkeys([*BASELINES, *PLAYERS]))
        kinds = f"{ours}, openai:MODEL or program:COMMAND"
        raise NumduelError(f'There is no player "{player}": {kinds}.')
    return player, {"kind": "computer", **_read_settings(given, {}, player)}


def _read_program(player: str, given: Mapping[str, str], keys_here: bool) -> dict[str, Any]:
    command = player.removeprefix(_PROGRAM)
    try:
        is_command = bool(shlex.split(command))
    except ValueError:
        is_command = False
    if not is_command:
        raise NumduelError("Name the program: program:COMMAND.")
    settings = _read_settings(given, PROGRAM_SETTINGS, player)
    _refuse_keys("A program's command", command, [USUAL_KEY, *given_variables(settings)])
    for variable in given_variables(settings):
        if keys_here and variable not in os.environ:
            raise NumduelError(f"env names {variable}, which is not set.")
    return {"kind": "program", "command": command, **settings}


def _read_model(
    player: str, given: Mapping[str, str], base_url: str | None, keys_here: bool
) -> dict[str, Any]:
    model = player.removeprefix(_MODEL)
    if not model:
        raise NumduelError("Name the model: openai:MODEL.")
    known = MODEL_SETTINGS | ({"base_url": base_url} if base_url else {})
    settings = _read_settings(given, known, player)
    _check_address(settings["base_url"])
    if keys_here and "key_variable" in given and not read_api_key(settings["key_variable"]):
        variable = settings["key_variable"]
        raise NumduelError(f"key_variable names {variable}, which has no key.")
    for name, most in _NUMBERS.items():
        _check_number(name, settings[name], most)
    if settings["seed"] and not settings["seed"].removeprefix("-").isdecimal():
        raise NumduelError(f'seed must be a whole number, not "{settings["seed"]}".')
    if not settings["tries"] or not settings["timeout"] or not settings["concurrency"]:
        raise NumduelError("tries, timeout and concurrency must be more than 0.")
    for name in ("system", "body"):
        settings[name] = _read_text(name, settings[name])
        _refuse_keys(name, settings[name], [settings["key_variable"]])
    settings["body"] = _read_body(settings["body"])
    return {"kind": "model", "model": model, **settings}


def _read_settings(given: Mapping[str, str], known: Settings, whose: str) -> dict[str, Any]:
    """Return the default settings, replaced by the given ones, which are converted to the types of
    the defaults."""
    if given and not known:
        raise NumduelError(f"{whose} takes no settings.")
    values = dict(known)
    for key, text in given.items():
        if key not in known:
            raise NumduelError(f"{whose} has no setting {key}. Choose from: {', '.join(known)}.")
        values[key] = _read_value(key, text, known[key])
    return values


def _read_value(key: str, text: str, default: object) -> Any:
    if isinstance(default, bool):
        if text not in ("yes", "no"):
            raise NumduelError(f'{key} must be yes or no, not "{text}".')
        return text == "yes"
    if isinstance(default, str):
        return text
    try:
        value = int(text) if isinstance(default, int) else float(text)
    except ValueError:
        value = -1
    if not 0 <= value < inf:
        raise NumduelError(f'{key} must be a number from 0 on, not "{text}".')
    return value


def _check_number(name: str, text: str, most: float) -> None:
    try:
        number = float(text or 0)
    except ValueError:
        number = -1.0
    if not (0 <= number < inf and number <= most):
        span = "on" if most == inf else f"to {most:g}"
        raise NumduelError(f'{name} must be a number from 0 {span}, not "{text}".')


def _check_address(base_url: str) -> None:
    """Refuse an invalid address, and one with a secret in it, because it is recorded."""
    try:
        address = urlsplit(base_url)
        is_address = address.scheme in ("http", "https") and bool(address.hostname)
        (address.hostname or "").encode("idna").decode("idna")  # or not a host name
        is_plain = "@" not in address.netloc and not address.query and not address.fragment
        is_right = is_address and is_plain and address.port != 0
        is_right &= base_url.isprintable() and len(base_url) <= _LONGEST_ADDRESS
    except ValueError:
        is_right = False
    if not is_right:
        raise NumduelError("base_url must be a plain http or https address, without a key.")


def _read_text(name: str, text: str) -> str:
    """Return a text that is given directly or as @FILE."""
    if not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "it is not UTF-8"
        raise NumduelError(f"{name}: {text[1:]} cannot be read: {reason}.") from None


def _read_body(text: str) -> str:
    """Read a JSON object; return it in canonical form."""
    if not text:
        return ""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise NumduelError("body must be a JSON object, or @FILE with one in it.")
    for name in _SET_OTHERWISE & body.keys():
        raise NumduelError(f"body cannot have {name}, which has its own setting.")
    return json.dumps(body)


def check_players(players: Mapping[str, Any]) -> None:
    """Refuse recorded players with impossible settings."""
    for name, settings in players.items():
        if not isinstance(settings, dict) or settings.get("kind") not in list(SETTINGS):
            raise NumduelError(f"it does not say what kind of player {name} is.")
        for key, default in SETTINGS[settings["kind"]].items():
            if not _is_like(settings.get(key, default), default):
                raise NumduelError(f"{key} of {name} cannot be {settings[key]!r}.")


def _is_like(value: Any, default: Any) -> bool:
    if isinstance(default, float) and type(value) in (int, float):
        return bool(0 <= value < inf)
    return type(value) is type(default) and (not isinstance(value, int) or value >= 0)
