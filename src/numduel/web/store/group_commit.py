"""Group commit: what many requests want to write at the same time is one transaction.

With a transaction for each move, a thousand games would wait for each other's disk writes. Each
request waits until its own rows are on disk. While one batch is written, the next one gathers.
SQLite is written to in a thread of its own, which a whole batch enters and leaves once.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import time
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from numduel.web.errors import StoreUnavailable
from numduel.web.store.schema import entries, matches

_log = logging.getLogger(__name__)
_LARGEST_BATCH = 500
_GROW = update(matches).where(matches.c.id == bindparam("key")).values(length=bindparam("count"))


@dataclass
class PendingWrite:
    """What one request wants to write. Either all of it is written or nothing."""

    created: dict[str, Any] | None = None  # a row of matches
    entry: dict[str, Any] | None = None  # a row of entries
    is_last: bool = False  # whether the entry ends its match
    done: "asyncio.Future[bool]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    @property
    def key(self) -> tuple[str, int] | None:
        return (self.entry["match"], self.entry["number"]) if self.entry else None


Written = dict[tuple[str, int], PendingWrite]


class GroupCommit:
    """The one task that writes."""

    def __init__(self, engine: AsyncEngine, writer: Engine | None = None) -> None:
        """`writer` is what writes in a thread of its own, for SQLite."""
        self.engine = engine
        self.writer = writer
        self._thread = ThreadPoolExecutor(1, "store")
        self._create = insert(matches)
        self._append = _append_for(engine.dialect.name)
        self._waiting: list[PendingWrite] = []
        self._is_wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what is still waiting, then stop."""
        task, self._task = self._task, None
        self._is_wanted.set()
        if task is not None:
            await task
        self._thread.shutdown(wait=False)
        if self.writer is not None:
            self.writer.dispose()

    async def write(self, write: PendingWrite) -> bool:
        """Return when it is on disk. False if that entry had been written before."""
        if self._task is None:
            raise StoreUnavailable
        self._waiting.append(write)
        self._is_wanted.set()
        return await asyncio.shield(write.done)

    async def _run(self) -> None:
        while self._task is not None or self._waiting:
            await self._is_wanted.wait()
            self._is_wanted.clear()
            while self._waiting:
                batch = self._waiting[:_LARGEST_BATCH]
                del self._waiting[:_LARGEST_BATCH]
                await self._write_batch(batch)

    async def _write_batch(self, batch: list[PendingWrite]) -> None:
        try:
            written = await self._commit(batch)
        except IntegrityError as fault:  # one of them, perhaps into a match that was removed
            if len(batch) == 1:
                _log.error("the database refused an entry", exc_info=fault)
                _settle(batch[0], StoreUnavailable())
            else:
                for write in batch:
                    await self._write_batch([write])
        except (SQLAlchemyError, OSError) as fault:
            _log.error("the database cannot be written to", exc_info=fault)
            for write in batch:
                _settle(write, StoreUnavailable())
        else:
            for write in batch:
                _settle(write, write.key is None or written.get(write.key) is write)

    async def _commit(self, batch: list[PendingWrite]) -> Written:
        if self.writer is None:
            async with self.engine.begin() as connection:
                return await connection.run_sync(self._insert, batch)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._commit_here, self.writer, batch)

    def _commit_here(self, writer: Engine, batch: list[PendingWrite]) -> Written:
        with writer.begin() as connection:
            return self._insert(connection, batch)

    def _insert(self, connection: Connection, batch: list[PendingWrite]) -> Written:
        """Insert a batch, and return those whose entries are new, by match and number."""
        created = [write.created for write in batch if write.created]
        if created:
            connection.execute(self._create, created)
        wanted: Written = {}
        for write in batch:
            if write.key:
                wanted.setdefault(write.key, write)
        if not wanted:
            return {}
        now = time()
        rows = [{**write.entry, "at": now} for write in wanted.values() if write.entry]
        result = connection.execute(self._append, rows)
        written = {(row.match, row.number): wanted[row.match, row.number] for row in result}
        if written:
            grown = [{"key": match, "count": number + 1} for match, number in written]
            connection.execute(_GROW, grown)
        over = [key[0] for key, write in written.items() if write.is_last]
        if over:
            ended = update(matches).where(matches.c.id.in_(over)).values(is_over=True)
            connection.execute(ended)
        return written


def _settle(write: PendingWrite, result: bool | Exception) -> None:
    if write.done.cancelled():
        return
    if isinstance(result, Exception):
        write.done.set_exception(result)
    else:
        write.done.set_result(result)


def _append_for(dialect: str) -> Any:
    """The statement that appends entries and returns the new ones. An entry that is there already
    does not undo the batch."""
    is_sqlite = dialect == "sqlite"
    statement = sqlite.insert(entries) if is_sqlite else postgresql.insert(entries)
    return statement.on_conflict_do_nothing().returning(entries.c.match, entries.c.number)
