"""Matches on disk, by SQL."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Text,
    bindparam,
    cast,
    delete,
    exists,
    func,
    null,
    or_,
    select,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from numduel.web.errors import MatchDamaged, StoreUnavailable
from numduel.web.matches.live.match_cache import InBackground
from numduel.web.matches.live.other_processes import Sender, Tail, write_notices
from numduel.web.matches.log import Entry, MatchHeader, MatchLog
from numduel.web.matches.seals import first_seal
from numduel.web.store.batch import PendingWrite
from numduel.web.store.clock import StoreClock
from numduel.web.store.database import (
    bring_up_to_date,
    make_engine,
    make_session_engine,
    make_writer,
)
from numduel.web.store.faults import describe_fault, in_a_sentence, is_damage
from numduel.web.store.group_commit import GroupCommit
from numduel.web.store.postgres.claims import CLEANING
from numduel.web.store.postgres.listening import TELL
from numduel.web.store.postgres.other_processes import PostgresOthers
from numduel.web.store.rebuilding import extend, rebuild
from numduel.web.store.schema import DATABASE_CLOCK, entries, matches, pulse
from numduel.web.store.time_limit import within

T = TypeVar("T")
MatchRows = tuple[Sequence[Any] | None, Sequence[Sequence[Any]]]  # header, if it is there; entries
_DAY = 24 * 3600
MOST_REMOVED = 500  # matches in one cleaning
_FEW = 100  # entries that are replayed in three milliseconds, in the largest game
_log = logging.getLogger(__name__)
# JSON is read as text: what was damaged may not be JSON any more.
_HEADER = select(cast(matches.c.header, Text), matches.c.seal, matches.c.length).where(
    matches.c.id == bindparam("key")
)
_ENTRIES = (
    select(entries.c.number, cast(entries.c.entry, Text), entries.c.seal)
    .where(entries.c.match == bindparam("key"))
    .order_by(entries.c.number)
)


class DatabaseStore:
    """Keeps matches. When a method returns, its result is committed."""

    def __init__(self, address: str, seconds: float = 2, seconds_for_answer: float = 5) -> None:
        """`seconds` is how long a request waits for a lock or a connection, and
        `seconds_for_answer` how long it waits in all."""
        self.engine = make_engine(address, seconds)
        self._seconds = seconds_for_answer
        self.writer = make_writer(self.engine, seconds, seconds_for_answer)
        self._sender = Sender()
        self.commits = GroupCommit(self.writer, self._sender)
        self.others: PostgresOthers | None = None
        if self.engine.dialect.name == "postgresql":
            sessions = partial(make_session_engine, self.engine.url, seconds)
            self.others = PostgresOthers(sessions, self._do, self._sender, seconds_for_answer)
        self.clock = StoreClock()
        self._is_open = False

    async def open(self) -> None:
        """Bring the tables of the database up to date, or raise CannotOpen. A SQLite file is taken
        for this process alone. A store that is open stays as it is."""
        if self._is_open:
            return
        try:
            with in_a_sentence():
                await self.writer.open()
                await bring_up_to_date(self.engine)
                await self.writer.remember()
                self.clock = await self._with_connection(_read_clock)
        except BaseException:
            await self._shut()
            raise
        self.commits.start(self.clock)
        self._is_open = True

    async def close(self) -> None:
        if self._is_open:
            self._is_open = False
            await self.commits.stop()
            await self._shut()

    async def _shut(self) -> None:
        if self.others is not None:
            await self.others.close()
        await self.engine.dispose()
        await self.writer.close()

    async def create(self, header: MatchHeader) -> None:
        """Keep a new match."""
        await self.commits.write(PendingWrite(created=_row(header)))

    async def append(
        self, log: MatchLog, entry: Entry, is_last: bool = False, next: MatchHeader | None = None
    ) -> bool:
        """Keep an entry, and the rematch that it begins, if any. False if another process has
        written an entry with this number before."""
        row = {
            "match": log.header.id,
            "number": log.version,
            "entry": entry,
            "seal": log.seal_after(entry),
        }
        return await self.commits.write(
            PendingWrite(None if next is None else _row(next), row, is_last)
        )

    async def load(
        self, match_id: str, in_background: InBackground | None = None
    ) -> MatchLog | None:
        """A match with everything that happened in it, or None if there is no such match. A long
        one has its price, and is rebuilt in the background."""
        rows = await self._read_together(match_id)
        if rows is None:
            rows = await self._do(partial(_read_match, match_id))
        header, happened = rows
        if header is None:
            return None
        if in_background is None or len(happened) <= _FEW:
            return rebuild(match_id, header, happened)
        long = [tuple(row) for row in happened]
        return await in_background(partial(rebuild, match_id, tuple(header), long))

    async def _read_together(self, match_id: str) -> MatchRows | None:
        """A match's rows, read in one query with others that are wanted now; or None if it has to
        be read by itself, because it is long or something there is damaged."""
        if self.others is None:
            return None
        try:
            found = await self.others.whole(match_id)
        except MatchDamaged:
            return None
        if found is None:
            return None, []
        is_whole = len(found.tail.entries) == found.tail.length
        return (found.header, found.tail.entries) if is_whole else None

    def extend(self, log: MatchLog, tail: Tail) -> bool:
        """Apply new entries to a match; False if it must be reloaded."""
        return extend(log, tail)

    async def count_matches(self) -> int:
        """How many matches there are."""

        async def count(connection: AsyncConnection) -> int:
            return await connection.scalar(select(func.count()).select_from(matches)) or 0

        return await self._do(count)

    async def remove_old(
        self, days: float, finished_days: float, most: int = MOST_REMOVED
    ) -> list[str]:
        """Remove some matches in which nothing has happened for this many days by the store's own
        clock: unfinished ones and finished ones. At most a few hundred are removed at once, because
        everybody else waits. If another process is removing matches, none are removed."""
        await self.check()  # it writes down where the clock stands
        now = self.clock.now()
        old = select(matches.c.id).where(
            or_(
                ~matches.c.is_over & _is_quiet_since(now - days * _DAY),
                matches.c.is_over & _is_quiet_since(now - finished_days * _DAY),
            )
        )
        some = old.limit(min(most, MOST_REMOVED))
        if self.others is not None:  # pass over matches in which something happens now
            some = some.with_for_update(skip_locked=True)
        statement = delete(matches).where(matches.c.id.in_(some)).returning(matches.c.id)
        batch = self._sender.next_batch()
        # If the answer is lost, this process hears what was removed, like every other one.
        self._sender.note_failure(batch)

        async def remove(connection: AsyncConnection) -> list[str]:
            if self.others is not None and not await connection.scalar(CLEANING):
                return []
            removed = list(await connection.scalars(statement))
            if self.others is not None:
                for told in write_notices(batch, removed=removed):
                    await connection.execute(TELL, {"told": told})
            await connection.commit()
            return removed

        return await self._do(remove)

    async def check(self) -> None:
        """Raise StoreUnavailable unless the database can be written to."""
        await self.commits.write(PendingWrite())

    async def _do(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        try:
            self.writer.check()
            return await within(self._seconds, self._with_connection(work))
        except (SQLAlchemyError, OSError) as fault:
            told = {"fields": {"fault": describe_fault(fault)}}
            if is_damage(fault):
                _log.error("the database is damaged", extra=told)
                raise MatchDamaged("the database itself is damaged") from None
            _log.error("the database cannot be read", extra=told)
            raise StoreUnavailable from None

    async def _with_connection(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        await self.writer.settle()
        async with self.engine.connect() as connection:
            return await work(connection)


async def _read_match(match_id: str, connection: AsyncConnection) -> MatchRows:
    """Return a match's rows."""
    header = (await connection.execute(_HEADER, {"key": match_id})).one_or_none()
    if header is None:
        return None, []
    return header, (await connection.execute(_ENTRIES, {"key": match_id})).all()


async def _read_clock(connection: AsyncConnection) -> StoreClock:
    """The store's clock. It goes on from where it was when it was last written down. In a database
    of an older numduel, it goes on from when the newest match was created."""
    newest = select(func.max(matches.c.created)).scalar_subquery()
    written = select(pulse.c.at).scalar_subquery()
    shown = select(pulse.c.shown).scalar_subquery()
    now = null() if connection.dialect.name == "sqlite" else DATABASE_CLOCK
    row = await connection.execute(select(func.coalesce(written, newest), shown, now))
    return StoreClock(*(None if value is None else float(value) for value in row.one()))


def _is_quiet_since(moment: float) -> ColumnElement[bool]:
    """Whether a match was created before that moment and nothing has happened in it after that."""
    last = (entries.c.match == matches.c.id) & (entries.c.number == matches.c.length - 1)
    return (matches.c.created < moment) & ~exists().where(last, entries.c.at >= moment)


def _row(header: MatchHeader) -> dict[str, object]:
    written = asdict(header)
    return {
        "id": header.id,
        "created": header.created,  # a batch replaces it by the store's own time
        "is_over": False,
        "header": written,
        "seal": first_seal(written),
        "length": 0,
    }
