"""A session of its own with PostgreSQL, for questions that come often or that belong together.

It goes around SQLAlchemy's pool and transactions, which take more than half of the processor time
of a short query.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from numduel.web.errors import StoreUnavailable
from numduel.web.store.time_limit import within

_SECONDS_TO_CLOSE = 0.5
FetchedRows = list[tuple[Any, ...]]
Values = Sequence[Any] | Mapping[str, Any]


class Session:
    """A connection that is opened when it is needed, and again after a fault."""

    def __init__(self, engine: AsyncEngine, seconds: float) -> None:
        """`engine` has connections without transactions, and an answer comes within `seconds`."""
        self._engine = engine
        self._seconds = seconds
        self._connection: AsyncConnection | None = None
        self._one_at_a_time = asyncio.Lock()

    async def ask(self, question: str, values: Values, is_repeated: bool = False) -> FetchedRows:
        """The rows that answer a question. If `is_repeated`, it is asked once more if the
        connection turns out to be broken."""
        async with self._one_at_a_time:
            try:
                return await self._ask(question, values)
            except StoreUnavailable:
                raise
            except Exception:
                if not is_repeated:
                    raise
                return await self._ask(question, values)

    async def _ask(self, question: str, values: Values) -> FetchedRows:
        is_sound = False
        try:
            rows = await within(self._seconds, self._run(question, values))
            is_sound = True
        finally:
            if not is_sound:
                await self._drop()
        return rows

    async def _run(self, question: str, values: Values) -> FetchedRows:
        if self._connection is None:
            self._connection = await self._engine.connect()
        driver: Any = (await self._connection.get_raw_connection()).driver_connection
        cursor = await driver.execute(question, values)
        rows: FetchedRows = await cursor.fetchall()
        return rows

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await within(_SECONDS_TO_CLOSE, connection.invalidate())

    async def close(self) -> None:
        await self._drop()
        await self._engine.dispose()
