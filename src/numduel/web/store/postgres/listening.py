"""The connection by which a server process hears what the others have committed.

PostgreSQL forgets what it could not deliver. So after every break, everything that is kept in
memory is compared with the database. A connection can also be dead without anybody noticing: so the
process sends itself something each second, and connects again if it does not hear it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from numduel.game import Player
from numduel.web.errors import StoreUnavailable
from numduel.web.matches.live.other_processes import Notice, Sender, read_notice, write_notices
from numduel.web.store.faults import describe_fault
from numduel.web.store.time_limit import within

CHANNEL = "numduel"
TELL = text("SELECT pg_notify('numduel', :told)")
_log = logging.getLogger(__name__)
_SECONDS_BETWEEN_BEATS = 1.0
SECONDS_FOR_ANSWER = 3.0  # after which a connection is taken for dead
_SECONDS_BETWEEN_TRIES = 0.2


class ListeningConnection:
    """Hears what other processes tell, for as long as the server runs."""

    def __init__(
        self,
        engine: AsyncEngine,
        sender: Sender,
        hear: Callable[[Notice], None],
        check_all: Callable[[], Awaitable[None]],
        on_lag: Callable[[float], None],
    ) -> None:
        """`check_all` compares what is kept in memory with the database. `on_lag` is told each
        second how long a notice was on its way."""
        self._engine = engine
        self._sender = sender
        self._hear = hear
        self._check_all = check_all
        self._on_lag = on_lag
        self._presence: dict[tuple[str, Player], bool] = {}  # not told yet
        self._beat = ""  # on its way
        self._told_at = 0.0
        self._task: asyncio.Task[None] | None = None
        self._is_first_fault = True
        self._is_ready = asyncio.Event()

    @property
    def is_sound(self) -> bool:
        """Whether everything that others tell is heard."""
        return self._is_ready.is_set()

    async def start(self) -> None:
        """Begin to listen. Returns when it works, or after a while if it does not: it keeps
        trying."""
        self._task = asyncio.create_task(self._run(), name="listening")
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_FOR_ANSWER):
                await self._is_ready.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=_SECONDS_BETWEEN_BEATS)
        await self._engine.dispose()

    def tell_presence(self, match_id: str, player: Player, is_here: bool) -> None:
        """Tell the others who is at a board or has left, together with the next sign of life."""
        self._presence[match_id, player] = is_here

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as fault:  # whatever it is: without listening nobody hears anything
                if self._is_first_fault:
                    told = {"fields": {"fault": describe_fault(fault)}}
                    _log.error("moves made elsewhere are not heard: connecting again", extra=told)
                self._is_first_fault = False
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)

    async def _listen(self) -> None:
        """Listen until something goes wrong."""
        connection = await within(SECONDS_FOR_ANSWER, self._connect())
        try:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await within(SECONDS_FOR_ANSWER, driver.execute(f"LISTEN {CHANNEL}"))
            await self._check_all()
            self._is_ready.set()
            self._is_first_fault = True
            self._beat = ""
            while True:
                if not self._beat:
                    await self._tell(driver)
                async for told in driver.notifies(timeout=_SECONDS_BETWEEN_BEATS):
                    self._take(told.payload)
                    await asyncio.sleep(0)  # requests need not wait for a long row of notices
                if self._beat and monotonic() - self._told_at > SECONDS_FOR_ANSWER:
                    raise StoreUnavailable  # it did not hear itself
        finally:
            self._is_ready.clear()
            with suppress(Exception):
                await within(SECONDS_FOR_ANSWER, connection.invalidate())

    async def _connect(self) -> AsyncConnection:
        return await self._engine.connect()

    async def _tell(self, driver: Any) -> None:
        """Tell others who is at the boards, and ourselves that we are here."""
        self._beat, self._told_at = self._sender.next_batch(), monotonic()
        presence, self._presence = self._presence, {}
        texts = write_notices(self._beat, presence=presence) or [self._beat]
        for told in texts:
            work = driver.execute("SELECT pg_notify(%s, %s)", [CHANNEL, told])
            await within(SECONDS_FOR_ANSWER, work)

    def _take(self, told: str) -> None:
        notice = read_notice(told)
        if notice.sender == self._beat:
            self._on_lag(monotonic() - self._told_at)
            self._beat = ""
        elif not self._sender.is_known(notice.sender):
            self._hear(notice)
