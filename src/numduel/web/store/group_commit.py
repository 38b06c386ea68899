"""Group commit: everything that requests want to write at the same time is one transaction.

With a transaction for each move, a thousand games would wait for each other's disk writes. Each
request waits until its own rows are on disk. While one batch is written, the next one gathers.
"""

import asyncio
import logging
from collections.abc import Callable
from time import monotonic

from numduel.web.errors import StoreUnavailable
from numduel.web.futures import settle
from numduel.web.matches.live.other_processes import Sender
from numduel.web.store.batch import PendingWrite, WriteBatch, Writer
from numduel.web.store.clock import StoreClock
from numduel.web.store.faults import describe_fault, is_of_database, is_refusal

_log = logging.getLogger(__name__)
_LARGEST_BATCH = 500


class GroupCommit:
    """The one task that writes."""

    def __init__(self, writer: Writer, sender: Sender) -> None:
        """`sender` names the batches."""
        self._writer = writer
        self._sender = sender
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

    async def _write_batch(self, writes: list[PendingWrite]) -> None:
        name, clock = self._sender.next_batch(), self._clock
        batch = WriteBatch(name, clock.now(), clock.shown(), writes)
        began = monotonic()
        try:
            written = await self._writer.write(batch)
        except Exception as fault:  # whatever it is: without this task everybody would wait
            if is_refusal(fault) and len(writes) > 1:  # one of them is at fault: find out which
                for write in writes:
                    await self._write_batch([write])
                return
            what = "refused an entry" if is_refusal(fault) else "cannot be written to"
            trace = None if is_of_database(fault) else fault
            told = {"fields": {"fault": describe_fault(fault)}}
            _log.error("the database %s", what, extra=told, exc_info=trace)
            self._sender.note_failure(name)
            for write in writes:
                settle(write.done, StoreUnavailable())
        else:
            if written.at is not None:
                clock.go_on_to(written.at)
            for write in writes:
                is_new = batch.is_first(write) and (write.key is None or write.key in written.new)
                settle(write.done, is_new)
            moves = sum("move" in (batch.entries[key].entry or {})["entry"] for key in written.new)
            self.on_commit(len(writes), moves, monotonic() - began)
