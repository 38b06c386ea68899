"""Limits for the site as a whole: what clients use at the other processes on the same database.

Each process counts its clients at once and in memory, so that no request waits for another process.
About once a second it tells the others what its clients use, and learns what they use there; a
limit counts both. So a client can exceed a limit by what it uses elsewhere within about two
seconds. It can also exceed it by a twentieth, because smaller amounts are not told.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, Protocol

from numduel.web.errors import StoreUnavailable

_log = logging.getLogger(__name__)
_SECONDS_TO_LEAVE = 0.5
_MOST_FAILURES = 3  # in a row: after that, what was learnt is too old to count
_PART_NOT_TOLD = 1 / 20  # of a limit, divided among all processes

ClientCounts = Mapping[str, Mapping[str, float]]  # by what is counted, then by client
Elsewhere = Callable[[str], float]  # what a client uses at the other processes


def nothing_elsewhere(_: str) -> float:
    """For a process that is the only one."""
    return 0


class CountsTable(Protocol):
    """Where processes find each other's counts."""

    async def exchange(self, counts: ClientCounts) -> Sequence[ClientCounts]:
        """Tell what is used here, and return what each other process that is alive has told."""

    async def leave(self) -> None:
        """Tell that nothing is used here any more."""


class _Shared(NamedTuple):
    limit: float
    used_above: Callable[[float], Mapping[str, float]]


class SharedCounts:
    """What clients use here and elsewhere. Without a table there is no other process."""

    def __init__(self, table: CountsTable | None = None, seconds: float = 1) -> None:
        """Counts are exchanged at this interval of seconds, once this is started."""
        self.processes = 1  # of the site, as far as this one knows
        self.failures = 0
        self._table = table
        self._seconds = seconds
        self._shared: dict[str, _Shared] = {}
        self._elsewhere: dict[str, Counter[str]] = {}
        self._failures_in_a_row = 0
        self._task: asyncio.Task[None] | None = None
        self._is_closing = asyncio.Event()

    def share(
        self, what: str, limit: float, used_above: Callable[[float], Mapping[str, float]]
    ) -> Elsewhere:
        """Share what clients use of this limit. `used_above` gives the clients who use more than
        some amount here, and how much. The returned function tells how much a client uses
        elsewhere."""
        self._shared[what] = _Shared(limit, used_above)

        def elsewhere(client: str) -> float:
            used = self._elsewhere.get(what)
            return used[name_of(client)] if used and client else 0

        return elsewhere

    def start(self) -> None:
        if self._table is not None:
            self._task = asyncio.create_task(self._run(), name="shared counts")

    async def close(self) -> None:
        self._is_closing.set()
        if self._task is None or self._table is None:
            return
        self._task.cancel()
        # A frozen database must not delay stopping: the others will find out by themselves.
        with suppress(StoreUnavailable, TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_LEAVE):
                await self._table.leave()

    async def _run(self) -> None:
        while not self._is_closing.is_set():
            await self.exchange()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    await self._is_closing.wait()

    async def exchange(self) -> None:
        """Tell the others, and learn from them. If the database does not answer, this process goes
        on with what it knows, and soon with its own counts alone."""
        assert self._table is not None
        try:
            others = await self._table.exchange(self._counts())
        except StoreUnavailable:
            self.failures += 1
            self._failures_in_a_row += 1
            if self._failures_in_a_row == _MOST_FAILURES:
                _log.warning("limits hold for this process alone until the database answers")
                self._elsewhere = {}
            return
        self._failures_in_a_row = 0
        self.processes = 1 + len(others)
        sums: dict[str, Counter[str]] = {}
        for counts in others:
            for what, used in counts.items():
                sums.setdefault(what, Counter()).update(used)
        self._elsewhere = sums

    def _counts(self) -> ClientCounts:
        """The counts that are worth telling. Few clients come near a limit."""
        part = _PART_NOT_TOLD / self.processes
        return {
            what: {name_of(client): used for client, used in used_above(part * limit).items()}
            for what, (limit, used_above) in self._shared.items()
        }


@lru_cache(maxsize=10_000)
def name_of(client: str) -> str:
    """A name for a client that does not show its address."""
    return blake2b(client.encode(), digest_size=8, person=b"numduel").hexdigest()
