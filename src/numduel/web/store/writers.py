"""Who writes to the database: a thread for SQLite, a connection of its own for PostgreSQL.

One process at a time writes to a SQLite file: a second one would not hear of the moves that are
made at the first, so it is refused. Several may write to PostgreSQL, which tells all of them.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from numduel.web.store.sqlite_files import FileLease, FilesInUse, make_file_private

T = TypeVar("T")


class Writer(Protocol):
    """Writes to a database."""

    @property
    def engine(self) -> Engine: ...

    async def open(self) -> None: ...

    async def remember(self) -> None:
        """To be called when the tables are up to date."""

    def check(self) -> None:
        """Raise OSError if the database in use is not the one that was opened."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do this in one transaction, and return when it is committed."""

    async def settle(self) -> None:
        """Return when it is known whether work that was given up is committed, unless this process
        hears of it."""

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
        self._given_up = self._settled = 0  # counts of work that was not waited for

    async def open(self) -> None:
        make_file_private(self._path)
        self._lease.take()

    async def remember(self) -> None:
        # SQLite removes its log when the last connection is closed: this one stays open.
        await self._in_thread(self._connect)
        await self.run(lambda connection: connection.execute(text("SELECT 1 FROM matches")))
        self._files.remember()

    def check(self) -> None:
        self._files.check()

    async def run(self, work: Callable[[Connection], T]) -> T:
        try:
            return await self._in_thread(lambda: self._run(work))
        except asyncio.CancelledError:  # the thread goes on
            self._given_up += 1
            raise

    async def settle(self) -> None:
        given_up = self._given_up
        if self._settled < given_up:
            await self._in_thread(lambda: None)  # after all that was given up
            self._settled = max(given_up, self._settled)

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
    """Writes by a connection of its own, which is opened again after a fault."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.engine = engine.sync_engine
        self._connection: AsyncConnection | None = None

    async def open(self) -> None:
        self._connection = await self._engine.connect()

    async def remember(self) -> None: ...

    def check(self) -> None: ...

    async def run(self, work: Callable[[Connection], T]) -> T:
        connection, self._connection = self._connection, None
        if connection is None:
            connection = await self._engine.connect()
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

    async def settle(self) -> None: ...

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
        await self._engine.dispose()
