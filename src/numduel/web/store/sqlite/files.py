"""Keeps a SQLite file private, used by one server, and in place."""

import os
from contextlib import suppress
from pathlib import Path

from numduel import data_folder
from numduel.web.errors import CannotOpen

try:
    import fcntl
except ModuleNotFoundError:  # Windows: there a file that is in use cannot be removed
    fcntl = None  # type: ignore[assignment]

_FIRST_BYTES = b"SQLite format 3\0"
_held: set[Path] = set()  # a process could take the same lock again without noticing


def make_file_private(path: Path) -> None:
    """Make the file and its folder, and let nobody else in, even if they exist already. A folder
    that is not numduel's own keeps its permissions, and so does a file that is no database."""
    if path.parent == data_folder.data_folder():
        data_folder.make_private(path.parent)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    with path.open("rb") as found:
        if found.read(len(_FIRST_BYTES)) not in (b"", _FIRST_BYTES):
            raise CannotOpen("The database cannot be opened: file is not a database.")
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):  # somebody else's, which we may use
            file.chmod(0o600)


class FileLease:
    """The right to use a database file. Only one process has it at a time. The system takes it back
    when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._lock: int | None = None

    def take(self) -> None:
        """Take it, or raise CannotOpen."""
        if self._path in _held:
            raise self._refusal()
        name = self._path.with_name(self._path.name + "-lease")
        lock = os.open(name, os.O_CREAT | os.O_RDWR, 0o600)
        if fcntl is not None:
            try:
                fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(lock)
                raise self._refusal() from None
        self._lock = lock
        _held.add(self._path)

    def release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
            _held.discard(self._path)

    def _refusal(self) -> CannotOpen:
        return CannotOpen(
            f"Another numduel server is using {self._path}. Stop it first, or choose another"
            " --database."
        )


class FilesInUse:
    """Notices when a database file is deleted or replaced while it is in use. SQLite would go on
    writing to the old file, which nobody finds after a restart."""

    def __init__(self, path: Path) -> None:
        self._paths = (path, path.with_name(path.name + "-wal"))
        self._known: list[tuple[int, int]] = []

    def remember(self) -> None:
        """Remember the files. To be called when the database is open."""
        self._known = [_identity(path) for path in self._paths]

    def check(self) -> None:
        """Raise OSError unless the files are those that were opened."""
        if self._known and [_identity(path) for path in self._paths] != self._known:
            raise FileNotFoundError("the database file was deleted or replaced: restart the server")


def _identity(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return (0, 0)
    return (found.st_dev, found.st_ino)
