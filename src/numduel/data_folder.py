"""The folder for saved games and the server's matches."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from numduel.errors import NumduelError


def data_folder() -> Path:
    """Return the user's data folder for numduel, as is usual on the platform."""
    chosen = os.environ.get("XDG_DATA_HOME")
    if chosen and Path(chosen).is_absolute():
        base = Path(chosen)
    elif sys.platform == "darwin":
        base = _home() / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or _home())
    else:
        base = _home() / ".local" / "share"
    return base / "numduel"


def make_private(folder: Path) -> None:
    """Create a folder, and restrict access to its owner. Raises OSError if that fails."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        with suppress(PermissionError):  # another user's folder that we may use
            folder.chmod(0o700)


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # a user without an entry, as in a container
        wanted = "set XDG_DATA_HOME to a folder for saved games"
        raise NumduelError(f"You have no home folder: {wanted}.") from None
