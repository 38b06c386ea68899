"""A small file in the data folder with what a player has chosen for all later games.

A missing or damaged file counts as empty. No game may fail because of it, and the choice can be
made again.
"""

import json
from pathlib import Path
from typing import Any

from numduel.data_folder import data_folder, make_private
from numduel.errors import NumduelError


def read_setting(name: str, usual: bool) -> bool:
    """What was chosen, or the default."""
    value = _read().get(name)
    return value if isinstance(value, bool) else usual


def keep_setting(name: str, value: bool) -> None:
    """Save a choice; OSError if it cannot be written."""
    path = _path()
    make_private(path.parent)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(_read() | {name: value}))
    new.replace(path)


def _read() -> dict[str, Any]:
    try:
        read = json.loads(_path().read_text())
    except (OSError, ValueError, NumduelError):
        return {}
    return read if isinstance(read, dict) else {}


def _path() -> Path:
    return data_folder() / "settings.json"
