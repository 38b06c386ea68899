"""The table in which the processes of a site tell each other what clients use.

Each process has one row, and writes it about once a second. If a row was not written for a while,
its process has died: the row does not count, and the next process that looks removes it. Age goes
by the clock of the database, which is the same for all.
"""

import json
from secrets import token_hex
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from numduel.web.errors import StoreUnavailable
from numduel.web.shared_counts import ClientCounts
from numduel.web.store.time_limit import within

# One statement, so that it takes one round trip. A row that another process is writing is passed
# over: two that took each other for dead would wait for each other.
_EXCHANGE = text("""
    WITH dead AS (
        SELECT process FROM shared_counts
        WHERE process <> :process AND at < now() - make_interval(secs => :seconds)
        FOR UPDATE SKIP LOCKED
    ), removed AS (
        DELETE FROM shared_counts WHERE process IN (SELECT process FROM dead)
    ), told AS (
        INSERT INTO shared_counts (process, at, counts)
        VALUES (:process, now(), CAST(:counts AS json))
        ON CONFLICT (process) DO UPDATE SET at = excluded.at, counts = excluded.counts
    )
    SELECT counts FROM shared_counts
    WHERE process <> :process AND at >= now() - make_interval(secs => :seconds)
""")
_LEAVE = text("DELETE FROM shared_counts WHERE process = :process")


class PostgresCounts:
    """The row of this process, and those of the others."""

    def __init__(
        self, engine: AsyncEngine, seconds_until_dead: float, seconds_for_answer: float
    ) -> None:
        # Each statement is a transaction of its own, and sees what others have just committed.
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._seconds_until_dead = seconds_until_dead
        self.seconds_for_answer = seconds_for_answer
        self.process = token_hex(8)

    async def exchange(self, counts: ClientCounts) -> list[ClientCounts]:
        values = {"counts": json.dumps(counts), "seconds": self._seconds_until_dead}
        rows = await self._do(_EXCHANGE, values, is_read=True)
        return [row.counts for row in rows]

    async def leave(self) -> None:
        await self._do(_LEAVE, {})

    async def _do(self, statement: Any, values: dict[str, Any], is_read: bool = False) -> Any:
        async def run() -> Any:
            async with self._engine.connect() as connection:
                result = await connection.execute(statement, values | {"process": self.process})
                return result.all() if is_read else None

        try:
            return await within(self.seconds_for_answer, run())
        except (SQLAlchemyError, OSError):
            raise StoreUnavailable from None
