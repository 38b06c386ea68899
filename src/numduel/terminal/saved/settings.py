"""What a player has chosen for all games to come: a small file in the data folder.

A file that is missing or damaged counts as none: no game shall fail for it, and what was chosen can
be chosen again.
"""

import json
from pathlib import Path
from typing import Any

from numduel.data_folder import data_folder, make_private
from numduel.errors import NumduelError


def read_setting(name: str, usual: bool) -> bool:
    """What was chosen, or what is usual where nothing was."""
    value = _read().get(name)
    return value if isinstance(value, bool) else usual


def keep_setting(name: str, value: bool) -> None:
    """Keep a choice; OSError if the disk does not."""
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
