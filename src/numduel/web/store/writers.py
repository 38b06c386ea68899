"""Who writes to the database: a thread for SQLite, a connection of its own for PostgreSQL.

A writer has the lease of its database. A second server would not hear of the moves that are made
at the first one, so it is refused.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from numduel.web.errors import CannotOpen, StoreUnavailable
from numduel.web.store.sqlite_files import FileLease, FilesInUse, make_private
from numduel.web.store.time_limit import within

T = TypeVar("T")
_log = logging.getLogger(__name__)
LEASE = int.from_bytes(b"numduel!", "big")  # the name of the lock: PostgreSQL wants a number
_OLDEST = 12
_BETWEEN_TRIES = 0.05


class Writer(Protocol):
    """Writes to a database of which it has the lease."""

    @property
    def engine(self) -> Engine: ...

    async def open(self) -> None: ...

    async def remember(self) -> None:
        """Called when the tables are up to date."""

    def check(self) -> None:
        """Raise OSError if the database in use is not the one that was opened."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do this in one transaction, and return when it is committed."""

    async def close(self) -> None: ...


class SqliteWriter:
    """Writes in a thread of its own, which a whole batch enters and leaves once."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self.engine = engine
        self._path = path
        self._lease = FileLease(path)
        self._files = FilesInUse(path)
        self._thread = ThreadPoolExecutor(1, "store")
        self._connection: Connection | None = None

    async def open(self) -> None:
        make_private(self._path)
        self._lease.take()

    async def remember(self) -> None:
        # SQLite removes its log when the last connection is closed: this one stays open.
        await self._in_thread(self._connect)
        await self.run(lambda connection: connection.execute(text("SELECT 1 FROM matches")))
        self._files.remember()

    def check(self) -> None:
        self._files.check()

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await self._in_thread(lambda: self._run(work))

    def _run(self, work: Callable[[Connection], T]) -> T:
        assert self._connection is not None
        self._files.check()
        with self._connection.begin():
            result = work(self._connection)
        self._files.check()  # it may have gone while this was written
        return result

    async def close(self) -> None:
        await self._in_thread(self._disconnect)
        self._thread.shutdown(wait=False)
        self._lease.release()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _connect(self) -> None:
        self._connection = self.engine.connect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self.engine.dispose()


class PostgresWriter:
    """Writes by a connection whose session has the lease. A new connection has to take it again,
    so nothing is written without it."""

    def __init__(self, engine: AsyncEngine, seconds: float) -> None:
        """`seconds` is how long the lease is waited for: a server that was killed a moment ago
        may still have it."""
        self._engine = engine
        self.engine = engine.sync_engine
        self._seconds = seconds
        self._connection: AsyncConnection | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._seconds
        while (connection := await within(2 * self._seconds, self._connect())) is None:
            if loop.time() > deadline:
                raise CannotOpen(
                    "Another numduel server is using this database. Stop it first, or choose"
                    " another --database."
                )
            await asyncio.sleep(_BETWEEN_TRIES)
        self._connection = connection

    async def remember(self) -> None: ...

    def check(self) -> None: ...

    async def _connect(self) -> AsyncConnection | None:
        """A connection with the lease, or None if another server has it."""
        connection = await self._engine.connect()
        try:
            version = connection.dialect.server_version_info or (0,)
            encoding = await connection.scalar(text("SHOW server_encoding"))
            check_server(int(version[0]), encoding)
            ask = text("SELECT pg_try_advisory_lock(:lease)")
            has_lease = await connection.scalar(ask, {"lease": LEASE})
            await connection.commit()
        except BaseException:
            await connection.close()
            raise
        if not has_lease:
            await connection.close()
            return None
        return connection

    async def run(self, work: Callable[[Connection], T]) -> T:
        connection, self._connection = self._connection, None
        if connection is None:
            connection = await self._connect()
        if connection is None:
            _log.error("another server has the lease of this database")
            raise StoreUnavailable
        is_sound = False
        try:
            async with connection.begin():
                result = await connection.run_sync(work)
            is_sound = True
        except IntegrityError:
            is_sound = True
            raise
        finally:
            if is_sound:
                self._connection = connection
            else:
                await connection.close()
        return result

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
        await self._engine.dispose()


def check_server(version: int, encoding: str | None) -> None:
    """Raise CannotOpen for a PostgreSQL that does not do."""
    if version < _OLDEST:
        raise CannotOpen(f"PostgreSQL {version} is too old: numduel needs {_OLDEST} or newer.")
    if encoding != "UTF8":
        raise CannotOpen(
            f"This database keeps its text as {encoding}, which cannot hold every name. Make one"
            " in UTF-8: createdb --encoding=UTF8 --template=template0 NAME."
        )
