"""Group commit: everything that requests want to write at the same time is one transaction.

With a transaction for each move, a thousand games would wait for each other's disk writes. Each
request waits until its own rows are on disk. While one batch is written, the next one gathers.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from numduel.web.errors import StoreUnavailable
from numduel.web.matches.live.other_processes import (
    Sender,
    Tail,
    add_news,
    write_notices,
)
from numduel.web.store.clock import StoreClock
from numduel.web.store.faults import describe_fault
from numduel.web.store.postgres.listening import TELL
from numduel.web.store.schema import DATABASE_CLOCK, entries, matches, pulse
from numduel.web.store.time_limit import within
from numduel.web.store.writers import Writer

_log = logging.getLogger(__name__)
_LARGEST_BATCH = 500
_EXPECTED = (SQLAlchemyError, OSError, StoreUnavailable)  # of a database; the rest is our fault
_GROW = update(matches).where(matches.c.id == bindparam("key")).values(length=bindparam("count"))


@dataclass
class PendingWrite:
    """What one request wants to write: all of it is written, or nothing. If it is empty, a sign of
    life is written."""

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

    def __init__(self, writer: Writer, dialect: str, seconds: float, sender: Sender) -> None:
        """A batch that is not written after this many seconds has failed. On PostgreSQL, `sender`
        tells other processes of each batch."""
        self._writer = writer
        self._seconds = seconds
        self._sender = sender
        self._has_others = dialect == "postgresql"
        self._create = insert(matches)
        self._append = _append_for(dialect)
        self._live = _live_for(dialect)
        self._waiting: list[PendingWrite] = []
        self._is_wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._clock = StoreClock()
        # Called after a commit: with its number of writes, that of moves, and its seconds.
        self.on_commit: Callable[[int, int, float], None] = lambda *_: None

    def start(self, clock: StoreClock) -> None:
        """Begin to write. What is written has the time of this clock."""
        self._clock = clock
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what is still waiting, then stop."""
        task, self._task = self._task, None
        self._is_wanted.set()
        if task is not None:
            await task

    async def write(self, write: PendingWrite) -> bool:
        """Return when it is on disk. False if this entry was written before."""
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
        name = self._sender.next_batch()
        work = partial(self._insert, batch, name)
        began = monotonic()
        try:
            written = await within(self._seconds, self._writer.run(work))
        except IntegrityError as fault:  # one of them, perhaps into a match that was removed
            if len(batch) == 1:
                _log.error("the database refused an entry", extra=_fields(fault))
                _settle(batch[0], StoreUnavailable())
            else:
                for write in batch:
                    await self._write_batch([write])
        except Exception as fault:  # whatever it is: without this task everybody would wait
            trace = None if isinstance(fault, _EXPECTED) else fault
            _log.error("the database cannot be written to", extra=_fields(fault), exc_info=trace)
            self._sender.note_failure(name)
            for write in batch:
                _settle(write, StoreUnavailable())
        else:
            for write in batch:
                _settle(write, write.key is None or written.get(write.key) is write)
            moves = sum("move" in (write.entry or {})["entry"] for write in written.values())
            self.on_commit(len(batch), moves, monotonic() - began)

    def _insert(self, batch: list[PendingWrite], name: str, connection: Connection) -> Written:
        """Insert a batch, and return those whose entries are new, by match and number."""
        now = self._clock.now()
        if any(write.is_sign for write in batch):
            sign = {"id": 1, "at": now, "shown": self._clock.shown()}
            self._clock.go_on_to(connection.scalar(self._live, sign))
        wanted: Written = {}
        for write in batch:
            if write.key:
                wanted.setdefault(write.key, write)
        # Two processes with the same entries in another order would wait for each other.
        rows = [{**wanted[key].entry, "at": now} for key in sorted(wanted)]  # type: ignore[dict-item]
        result: Iterable[Row[Any]] = connection.execute(self._append, rows) if rows else ()
        written = {(row.match, row.number): wanted[row.match, row.number] for row in result}
        created = [
            {**write.created, "created": now}
            for write in batch
            if write.created and (write.key is None or written.get(write.key) is write)
        ]
        if created:
            connection.execute(self._create, created)
        if written:
            self._follow_up(written, name, connection)
        return written

    def _follow_up(self, written: Written, name: str, connection: Connection) -> None:
        """Note in their matches that these entries exist, and tell other processes."""
        versions = {match: number + 1 for match, number in sorted(written)}
        grown = [{"key": match, "count": count} for match, count in versions.items()]
        connection.execute(_GROW, grown)
        over = [key[0] for key, write in written.items() if write.is_last]
        if over:
            ended = update(matches).where(matches.c.id.in_(over)).values(is_over=True)
            connection.execute(ended)
        if self._has_others:
            for told in write_notices(name, _news_of(written)):
                connection.execute(TELL, {"told": told})


def _news_of(written: Written) -> dict[str, Tail]:
    news: dict[str, Tail] = {}
    for (match_id, number), write in sorted(written.items(), key=itemgetter(0)):
        assert write.entry is not None
        text = json.dumps(write.entry["entry"], separators=(",", ":"))
        add_news(news, match_id, number, text, write.entry["seal"])
    return news


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
    """The statement that writes a sign of life over the one before, and returns the time: it does
    not go back if another process's clock is further on."""
    is_sqlite = dialect == "sqlite"
    statement = sqlite.insert(pulse) if is_sqlite else postgresql.insert(pulse)
    latest = func.max if is_sqlite else func.greatest
    shown = statement.excluded.shown if is_sqlite else DATABASE_CLOCK
    new = {"at": latest(pulse.c.at, statement.excluded.at), "shown": shown}
    replaced = statement.on_conflict_do_update(index_elements=["id"], set_=new)
    return replaced.returning(pulse.c.at)


def _fields(fault: BaseException) -> dict[str, Any]:
    return {"fields": {"fault": describe_fault(fault)}}
