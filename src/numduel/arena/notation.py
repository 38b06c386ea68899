"""How players are named on a command line, as in `openai:llama3:8b+rules=no+retries=2`."""

import csv
import re
from collections.abc import Mapping
from typing import Any

from numduel.errors import NumduelError

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
