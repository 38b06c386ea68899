"""Matches on disk, by SQL."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from time import time

from sqlalchemy import Text, bindparam, cast, delete, exists, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from numduel.web.errors import MatchDamaged, StoreUnavailable
from numduel.web.matches.log import Entry, MatchHeader, MatchLog
from numduel.web.matches.seals import first_seal, next_seal
from numduel.web.store.database import bring_up_to_date, is_damage, make_engine, make_writer
from numduel.web.store.group_commit import GroupCommit, PendingWrite
from numduel.web.store.rebuilding import rebuild
from numduel.web.store.schema import entries, matches

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
    """Keeps matches. What a method has returned from is committed."""

    def __init__(self, address: str, seconds: float = 2) -> None:
        """`seconds` is how long a request waits for a lock or a connection."""
        self.engine = make_engine(address, seconds)
        self.commits = GroupCommit(self.engine, make_writer(self.engine, seconds))

    async def open(self) -> None:
        try:
            await bring_up_to_date(self.engine)
        except (SQLAlchemyError, OSError) as fault:
            raise StoreUnavailable from fault
        self.commits.start()

    async def close(self) -> None:
        await self.commits.stop()
        await self.engine.dispose()

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
            "seal": next_seal(log.seal, entry),
        }
        return await self.commits.write(
            PendingWrite(None if next is None else _row(next), row, is_last)
        )

    async def load(self, match_id: str) -> MatchLog | None:
        """A match with everything that happened in it, or None if there is no such match."""
        async with self._connection() as connection:
            header = (await connection.execute(_HEADER, {"key": match_id})).one_or_none()
            if header is None:
                return None
            happened = (await connection.execute(_ENTRIES, {"key": match_id})).all()
        return rebuild(match_id, header, happened)

    async def remove_unfinished(self, days: float) -> list[str]:
        """Remove the unfinished matches in which nothing has happened for so many days."""
        before = time() - days * 24 * 3600
        is_alive = exists().where(entries.c.match == matches.c.id, entries.c.at >= before)
        statement = (
            delete(matches)
            .where(~matches.c.is_over, matches.c.created < before, ~is_alive)
            .returning(matches.c.id)
        )
        async with self._connection() as connection:
            removed = list(await connection.scalars(statement))
            await connection.commit()
        return removed

    async def check(self) -> None:
        """Raise StoreUnavailable unless the database answers."""
        async with self._connection() as connection:
            await connection.execute(text("SELECT 1"))

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as fault:
            if is_damage(fault):
                _log.error("the database is damaged")
                raise MatchDamaged("the database itself is damaged") from None
            _log.error("the database cannot be read", exc_info=fault)
            raise StoreUnavailable from fault


def _row(header: MatchHeader) -> dict[str, object]:
    written = asdict(header)
    return {
        "id": header.id,
        "created": header.created,
        "is_over": False,
        "header": written,
        "seal": first_seal(written),
        "length": 0,
    }
