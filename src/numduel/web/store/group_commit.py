"""Group commit: what many requests want to write at the same time is one transaction.

With a transaction for each move, a thousand games would wait for each other's disk writes. Each
request waits until its own rows are on disk. While one batch is written, the next one gathers.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import Connection, bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from numduel.web.errors import StoreUnavailable
from numduel.web.store.clock import StoreClock
from numduel.web.store.faults import describe
from numduel.web.store.schema import entries, matches, pulse
from numduel.web.store.time_limit import within
from numduel.web.store.writers import Writer

_log = logging.getLogger(__name__)
_LARGEST_BATCH = 500
_GROW = update(matches).where(matches.c.id == bindparam("key")).values(length=bindparam("count"))


@dataclass
class PendingWrite:
    """What one request wants to write. Either all of it is written or nothing. If it is nothing,
    a sign of life is written."""

    created: dict[str, Any] | None = None  # a row of matches
    entry: dict[str, Any] | None = None  # a row of entries
    is_last: bool = False  # whether the entry ends its match
    done: "asyncio.Future[bool]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    @property
    def is_sign(self) -> bool:
        return self.created is None and self.entry is None

    @property
    def key(self) -> tuple[str, int] | None:
        return (self.entry["match"], self.entry["number"]) if self.entry else None


Written = dict[tuple[str, int], PendingWrite]


class GroupCommit:
    """The one task that writes."""

    def __init__(self, writer: Writer, dialect: str, seconds: float) -> None:
        """A batch that is not written after so many seconds has failed."""
        self._writer = writer
        self._seconds = seconds
        self._create = insert(matches)
        self._append = _append_for(dialect)
        self._live = _live_for(dialect)
        self._waiting: list[PendingWrite] = []
        self._is_wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._clock = StoreClock()

    def start(self, clock: StoreClock) -> None:
        """Begin to write; what is written has the time of this clock."""
        self._clock = clock
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what is still waiting, then stop."""
        task, self._task = self._task, None
        self._is_wanted.set()
        if task is not None:
            await task

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
            written = await within(self._seconds, self._writer.run(partial(self._insert, batch)))
        except IntegrityError as fault:  # one of them, perhaps into a match that was removed
            if len(batch) == 1:
                _log.error("the database refused an entry", extra=_fields(fault))
                _settle(batch[0], StoreUnavailable())
            else:
                for write in batch:
                    await self._write_batch([write])
        except (SQLAlchemyError, OSError, StoreUnavailable) as fault:
            _log.error("the database cannot be written to", extra=_fields(fault))
            for write in batch:
                _settle(write, StoreUnavailable())
        else:
            for write in batch:
                _settle(write, write.key is None or written.get(write.key) is write)

    def _insert(self, batch: list[PendingWrite], connection: Connection) -> Written:
        """Insert a batch, and return those whose entries are new, by match and number."""
        now = self._clock.now()
        if any(write.is_sign for write in batch):
            connection.execute(self._live, {"id": 1, "at": now})
        created = [{**write.created, "created": now} for write in batch if write.created]
        if created:
            connection.execute(self._create, created)
        wanted: Written = {}
        for write in batch:
            if write.key:
                wanted.setdefault(write.key, write)
        if not wanted:
            return {}
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


def _live_for(dialect: str) -> Any:
    """The statement that writes a sign of life, over the one before."""
    statement = sqlite.insert(pulse) if dialect == "sqlite" else postgresql.insert(pulse)
    return statement.on_conflict_do_update(
        index_elements=["id"], set_={"at": statement.excluded.at}
    )


def _fields(fault: BaseException) -> dict[str, Any]:
    return {"fields": {"fault": describe(fault)}}
