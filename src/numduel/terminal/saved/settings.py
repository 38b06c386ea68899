"""What a player has chosen for all games to come: a small file in the data folder."""

import json
from pathlib import Path
from typing import Any

from numduel.data_folder import data_folder, make_private
from numduel.errors import NumduelError


class Settings:
    """The settings on disk. A file that is missing or damaged counts as none: they can be set
    again, and no game shall fail for them."""

    @property
    def path(self) -> Path:
        return data_folder() / "settings.json"

    def get(self, name: str, usual: bool) -> bool:
        """A setting, or what is usual where nothing was set."""
        value = self._read().get(name)
        return value if isinstance(value, bool) else usual

    def set(self, name: str, value: bool) -> None:
        """Keep a setting; OSError if the disk does not."""
        make_private(self.path.parent)
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(self._read() | {name: value}))
        new.replace(self.path)

    def _read(self) -> dict[str, Any]:
        try:
            read = json.loads(self.path.read_text())
        except (OSError, ValueError, NumduelError):
            return {}
        return read if isinstance(read, dict) else {}
