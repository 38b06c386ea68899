"""A batch: what several requests want to write, in one transaction."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Protocol

EntryKey = tuple[str, int]  # a match's id and the number of an entry


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
    def key(self) -> EntryKey | None:
        return (self.entry["match"], self.entry["number"]) if self.entry else None


class WriteBatch:
    """What is written together."""

    def __init__(self, name: str, at: float, shown: float, writes: list[PendingWrite]) -> None:
        """`name` is what other processes know it by, `at` the time of the store's clock, and
        `shown` that of the machine's."""
        self.name = name
        self.at = at
        self.shown = shown
        self.writes = writes
        self.has_sign = any(write.is_sign for write in writes)
        wanted: dict[EntryKey, PendingWrite] = {}
        for write in writes:
            if write.key:
                wanted.setdefault(write.key, write)
        # Sorted: two processes with the same entries in different orders would wait for each other.
        self.entries = dict(sorted(wanted.items()))
        self.created = [write for write in writes if write.created and self.is_first(write)]

    def is_first(self, write: PendingWrite) -> bool:
        """Whether no earlier write of this batch has the same entry."""
        return write.key is None or self.entries[write.key] is write


@dataclass
class Written:
    """What became of a batch."""

    new: set[EntryKey]  # the entries that were not there before
    at: float | None = None  # what the store's clock shows now, if there was a sign of life


class Writer(Protocol):
    """Writes to a database."""

    async def open(self) -> None: ...

    async def remember(self) -> None:
        """To be called when the tables are up to date."""

    def check(self) -> None:
        """Raise OSError if the database in use is not the one that was opened."""

    async def write(self, batch: WriteBatch) -> Written:
        """Write all of it, and return when it is committed, or raise StoreUnavailable if that takes
        too long."""

    async def settle(self) -> None:
        """Return when it is known whether a batch that was given up is committed, unless this
        process hears of it."""

    async def close(self) -> None: ...
