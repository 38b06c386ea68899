"""Matches in a SQLite file: one thread, group commit, one server at a time."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, time
from typing import Any, NamedTuple, TypeVar

from numduel import data_folder
from numduel.game import Player
from numduel.web.errors import CannotOpen, StoreUnavailable
from numduel.web.matches.log import Entry, MatchHeader, MatchLog
from numduel.web.store.base import DAY, MANY_REMOVED, Store, in_a_sentence
from numduel.web.store.rows import HEADER, Row, read_entries, write_header, write_row

try:
    import fcntl
except ModuleNotFoundError:  # Windows: there a file that is in use cannot be removed
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")
VERSION = 1
_FIRST_BYTES = b"SQLite format 3\0"

_APPEND = """
    INSERT INTO entries (match, number, at, entry, checksum)
    SELECT id, ?, ?, ?, ? FROM matches WHERE id = ? ON CONFLICT DO NOTHING
"""
_CREATE = "INSERT INTO matches (id, created, header, checksum) VALUES (?, ?, ?, ?)"
_NEWS = "SELECT number, entry, checksum FROM entries WHERE match = ? AND number >= ?"
_REMOVE = """
    DELETE FROM matches WHERE id IN (
        SELECT id FROM matches
        WHERE coalesce((SELECT max(at) FROM entries WHERE match = id), created)
            < ? LIMIT ?
    ) RETURNING id
"""


class _Write(NamedTuple):
    """The write of one request, and the future of its result."""

    do: Callable[[sqlite3.Connection], bool]
    moves: int
    done: "asyncio.Future[bool]"


class SqliteStore(Store):
    """A SQLite file. All statements run in one thread, in order, so a read sees every write before
    it, even one that timed out. Waiting writes share a transaction (group commit), because each
    commit waits for the disk."""

    def __init__(self, path: Path, seconds: float, seconds_for_answer: float) -> None:
        super().__init__(seconds_for_answer)
        self.path = path
        self._seconds_for_lock = seconds
        self._lease = FileLease(path)
        self._files = FilesInUse(path)
        self._thread = ThreadPoolExecutor(1, "store")
        self._connection: sqlite3.Connection | None = None
        self._waiting: SimpleQueue[_Write] = SimpleQueue()

    async def open(self) -> None:
        if self._connection is not None:
            return
        with in_a_sentence():
            make_file_private(self.path)
            self._lease.take()
            try:
                self._connection = await self._in_thread(self._connect)
            except BaseException:
                self._lease.release()
                raise
            self._files.remember()

    def _connect(self) -> sqlite3.Connection:
        connection = connect(self.path, self._seconds_for_lock)
        try:
            make_tables(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await self._in_thread(connection.close)
            self._lease.release()
        self._thread.shutdown(wait=False)

    async def create(self, header: MatchHeader) -> None:
        await self._write(lambda connection: _create(connection, header))

    async def append(self, log: MatchLog, entry: Entry, next: MatchHeader | None = None) -> bool:
        match_id = log.header.id
        row = write_row(match_id, log.version, entry)

        def append(connection: sqlite3.Connection) -> bool:
            values = (row.number, time(), row.text, row.checksum, match_id)
            if not connection.execute(_APPEND, values).rowcount:
                return False
            return next is None or _create(connection, next)

        return await self._write(append, moves="move" in entry)

    async def news(self, match_id: str, version: int) -> list[Entry] | None:
        found = await self._ask(lambda connection: _read(connection, match_id, version))
        return None if found is None else read_entries(match_id, version, found[1])

    async def _read(self, match_id: str) -> tuple[Row, list[Row]] | None:
        return await self._ask(lambda connection: _read(connection, match_id))

    async def check(self) -> None:
        sign = "INSERT INTO health VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at"
        await self._write(lambda connection: bool(connection.execute(sign, [time()])))

    async def remove_old(self, days: float) -> list[str]:
        values = (time() - days * DAY, MANY_REMOVED)
        return await self._ask(
            lambda connection: [row[0] for row in connection.execute(_REMOVE, values)]
        )

    async def listen(self) -> None:
        """Do nothing: no other process writes to the file."""

    def tell_presence(self, match_id: str, player: Player, is_here: bool) -> None:
        """Do nothing: there is no other process."""

    async def _write(
        self, do: Callable[[sqlite3.Connection], bool], moves: int | bool = False
    ) -> bool:
        """Write with the next commit. After a timeout it may still happen."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.put(_Write(do, int(moves), done))
        self._submit(self._commit)
        return await self._within(_result(done))

    def _commit(self) -> None:
        """Commit all waiting writes in one transaction, and notify their callers."""
        writes = [self._waiting.get() for _ in range(self._waiting.qsize())]
        if not writes:  # all were part of the commit before
            return
        began = monotonic()
        try:
            results = self._in_transaction(lambda connection: [w.do(connection) for w in writes])
        except Exception as fault:
            _settle(writes, [fault] * len(writes))
        else:
            _settle(writes, results)
            new = zip(writes, results, strict=True)
            moves = sum(write.moves for write, is_new in new if is_new)
            self.on_commit(len(writes), moves, monotonic() - began)

    async def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        return await self._within(self._in_thread(lambda: self._in_transaction(question)))

    def _in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do some work in a transaction, in the store's thread. Raise OSError if the file was
        replaced."""
        if self._connection is None:
            raise StoreUnavailable
        self._files.check()
        with self._connection as connection:
            connection.execute("BEGIN")
            result = work(connection)
        self._files.check()
        return result

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._submit(work))

    def _submit(self, work: Callable[[], T]) -> Any:
        try:
            return self._thread.submit(work)
        except RuntimeError:  # it is closed
            raise StoreUnavailable from None


def _settle(writes: list[_Write], results: Sequence[bool | Exception]) -> None:
    """Give each waiting caller its result, in its event loop."""

    def settle() -> None:
        for write, result in zip(writes, results, strict=True):
            if write.done.done():
                continue
            if isinstance(result, Exception):
                write.done.set_exception(result)
            else:
                write.done.set_result(result)

    with suppress(RuntimeError):  # the loop was closed meanwhile
        writes[0].done.get_loop().call_soon_threadsafe(settle)


async def _result(done: "asyncio.Future[bool]") -> bool:
    return await done


def _create(connection: sqlite3.Connection, header: MatchHeader) -> bool:
    _, text, checksum = write_header(header)
    connection.execute(_CREATE, (header.id, time(), text, checksum))
    return True


def _read(
    connection: sqlite3.Connection, match_id: str, version: int = 0
) -> tuple[Row, list[Row]] | None:
    """Return a match's header, and its entries from a version on."""
    found = "SELECT header, checksum FROM matches WHERE id = ?"
    header = connection.execute(found, [match_id]).fetchone()
    if header is None:
        return None
    rows = connection.execute(f"{_NEWS} ORDER BY number", (match_id, version))
    return Row(HEADER, *header), [Row(*row) for row in rows]


def connect(path: Path, seconds: float) -> sqlite3.Connection:
    """Open a file in WAL mode with full sync: a commit survives a power cut."""
    connection = sqlite3.connect(
        path, timeout=seconds, isolation_level=None, check_same_thread=False
    )
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables if the file is empty; raise CannotOpen if it is not of this version."""
    with connection:
        connection.execute("BEGIN EXCLUSIVE")
        ((version,),) = connection.execute("PRAGMA user_version")
        ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_master")
        if version == VERSION:
            return
        if version or tables:
            raise other_version()
        script = (files("numduel.web.store") / "sqlite.sql").read_text(encoding="utf-8")
        for statement in script.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def other_version() -> CannotOpen:
    """Return the error for tables of another version."""
    return CannotOpen(
        "The database has tables that this version of numduel does not know. Choose another"
        " --database, or install the version that made it."
    )


def make_file_private(path: Path) -> None:
    """Create the file and its folder if missing, and make the file private.

    A folder that is not numduel's own keeps its permissions; a file that is not a database raises
    CannotOpen.
    """
    if path.parent == data_folder.data_folder():
        data_folder.make_private(path.parent)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    with path.open("rb") as found:
        if found.read(len(_FIRST_BYTES)) not in (b"", _FIRST_BYTES):
            raise CannotOpen("The database cannot be opened: file is not a database.")
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):  # another user's, which we may use
            file.chmod(0o600)


class FileLease:
    """An advisory lock on a database file: a second server would miss the first one's moves. The
    system releases it when the process ends."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._lock: int | None = None

    def take(self) -> None:
        """Take the lock, or raise CannotOpen."""
        name = self._path.with_name(self._path.name + "-lease")
        self._lock = os.open(name, os.O_CREAT | os.O_RDWR, 0o600)
        if fcntl is None:
            return
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.release()
            raise CannotOpen(
                f"Another numduel server is using {self._path}. Stop it first, or choose another"
                " --database."
            ) from None

    def release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


class FilesInUse:
    """Detects that a database file was deleted or replaced while in use: SQLite would go on writing
    to the old one, and lose it at the next start."""

    def __init__(self, path: Path) -> None:
        self._paths = (path, path.with_name(path.name + "-wal"))
        self._known: list[tuple[int, int]] = []

    def remember(self) -> None:
        """Remember the files of the opened database."""
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
