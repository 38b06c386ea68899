"""Writes to SQLite, in a thread of its own, which a whole batch enters and leaves once.

One process at a time writes to a file: a second one would not hear of the moves that are made at
the first, so it is refused.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, bindparam, func, insert, text, update
from sqlalchemy.dialects.sqlite import insert as insert_unless

from numduel.web.store.batch import EntryKey, WriteBatch, Written
from numduel.web.store.schema import entries, matches, pulse
from numduel.web.store.sqlite.files import FileLease, FilesInUse, make_file_private
from numduel.web.store.time_limit import within

T = TypeVar("T")
# An entry that is there already does not undo the batch.
_APPEND = (
    insert_unless(entries).on_conflict_do_nothing().returning(entries.c.match, entries.c.number)
)
_GROW = update(matches).where(matches.c.id == bindparam("key")).values(length=bindparam("count"))
# A sign of life is written over the one before. The time does not go back.
_SIGN = insert_unless(pulse)
_LIVE = _SIGN.on_conflict_do_update(
    index_elements=["id"],
    set_={"at": func.max(pulse.c.at, _SIGN.excluded.at), "shown": _SIGN.excluded.shown},
).returning(pulse.c.at)


class SqliteWriter:
    """The one connection that writes."""

    def __init__(self, engine: Engine, path: Path, seconds: float) -> None:
        """A batch that is not written after these seconds has failed."""
        self.engine = engine
        self._seconds = seconds
        self._path = path
        self._lease = FileLease(path)
        self._files = FilesInUse(path)
        self._thread = ThreadPoolExecutor(1, "store")
        self._connection: Connection | None = None
        self._given_up = self._settled = 0  # counts of batches that were not waited for

    async def open(self) -> None:
        make_file_private(self._path)
        self._lease.take()

    async def remember(self) -> None:
        # SQLite removes its log when the last connection is closed: this one stays open.
        await self._in_thread(self._connect)
        self._files.remember()

    def check(self) -> None:
        self._files.check()

    async def write(self, batch: WriteBatch) -> Written:
        return await within(self._seconds, self._write(batch))

    async def _write(self, batch: WriteBatch) -> Written:
        try:
            return await self._in_thread(lambda: self._commit(batch))
        except asyncio.CancelledError:  # the thread goes on
            self._given_up += 1
            raise

    async def settle(self) -> None:
        given_up = self._given_up
        if self._settled < given_up:
            await self._in_thread(lambda: None)  # it is run after the batches that were given up
            self._settled = max(given_up, self._settled)

    async def close(self) -> None:
        await self._in_thread(self._disconnect)
        self._thread.shutdown(wait=False)
        self._lease.release()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _connect(self) -> None:
        self._connection = self.engine.connect()
        with self._connection.begin():
            self._connection.execute(text("SELECT 1 FROM matches"))

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self.engine.dispose()

    def _commit(self, batch: WriteBatch) -> Written:
        assert self._connection is not None
        self._files.check()
        with self._connection.begin():
            written = _write_rows(batch, self._connection)
        self._files.check()  # it may have gone while this was written
        return written


def _write_rows(batch: WriteBatch, connection: Connection) -> Written:
    at = None
    if batch.has_sign:
        at = connection.scalar(_LIVE, {"id": 1, "at": batch.at, "shown": batch.shown})
    new: set[EntryKey] = set()
    rows = [{**(write.entry or {}), "at": batch.at} for write in batch.entries.values()]
    if rows:
        new = {(row.match, row.number) for row in connection.execute(_APPEND, rows)}
    created = [
        {**(write.created or {}), "created": batch.at}
        for write in batch.created
        if write.key is None or write.key in new
    ]
    if created:
        connection.execute(insert(matches), created)
    if new:
        counts = {match: number + 1 for match, number in sorted(new)}
        grown = [{"key": match, "count": count} for match, count in counts.items()]
        connection.execute(_GROW, grown)
    over = [key[0] for key in new if batch.entries[key].is_last]
    if over:
        connection.execute(update(matches).where(matches.c.id.in_(over)).values(is_over=True))
    return Written(new, at)
