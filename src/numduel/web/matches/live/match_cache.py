"""The matches that this process has in memory, kept up to date with the database.

If other processes write to the same database, memory may be behind. Whoever asks gets what is on
disk: one query for many matches at once tells whether there is more. Whoever listens is told when
another process reports a change, which comes with its entries: so they need not be read.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol, TypeVar
from weakref import WeakValueDictionary

from numduel.errors import NumduelError, TooLarge
from numduel.web.errors import MatchDamaged, NotFound, TooBusy, TooManyRequests
from numduel.web.matches.live.listeners import Listeners
from numduel.web.matches.live.memory import LogsInMemory
from numduel.web.matches.live.other_processes import Notice, Others, Tail
from numduel.web.matches.log import Entry, MatchHeader, MatchLog
from numduel.web.matches.tokens import is_id

T = TypeVar("T")
_REMOVED = sys.maxsize  # instead of the version of a match that was removed while it was read


class InBackground(Protocol):
    """Does what takes long, in another process."""

    async def __call__(self, task: Callable[[], T]) -> T: ...


class MatchStore(Protocol):
    """Where matches are kept. When a method returns, its result is on disk."""

    @property
    def others(self) -> Others | None:
        """The other processes that use it, unless this one has it for itself."""

    async def create(self, header: MatchHeader) -> None: ...

    async def append(
        self, log: MatchLog, entry: Entry, is_last: bool = False, next: MatchHeader | None = None
    ) -> bool: ...

    async def load(self, match_id: str, in_background: InBackground) -> MatchLog | None: ...

    def extend(self, log: MatchLog, tail: Tail) -> bool:
        """Apply new entries to a match; False if it must be reloaded."""

    async def remove_old(self, days: float, finished_days: float, most: int) -> list[str]: ...

    async def count_matches(self) -> int: ...

    async def check(self) -> None:
        """Raise StoreUnavailable unless the database can be written to."""


class MatchCache:
    """Finds matches, in memory or on disk."""

    def __init__(
        self,
        logs: LogsInMemory,
        listeners: Listeners,
        store: MatchStore,
        in_background: InBackground,
    ) -> None:
        self._logs = logs
        self._listeners = listeners
        self._store = store
        self._others = store.others
        self._in_background = in_background
        self._loading: dict[str, int] = {}  # being read, with the newest version heard of meanwhile
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match_id: str) -> asyncio.Lock:
        """The lock that whoever changes a match must hold."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def find(self, match_id: str) -> MatchLog:
        """The match with this id as it is on disk now, or NotFound."""
        log = self._logs.find(match_id)
        if log is None:
            is_being_read = match_id in self._loading  # perhaps in an older version
            log = await self._read(match_id)
            if not is_being_read:
                return log
        if self._others is not None:
            log = await self._catch_up(log, self._others)
        return log

    async def recall(self, match_id: str) -> MatchLog:
        """The match as far as this process has heard, or NotFound. What was acknowledged elsewhere
        may be missing for a moment."""
        log = self._logs.find(match_id) or await self._read(match_id)
        if self._others is not None and log.version < log.heard:
            heard = log.heard
            log = await self._catch_up(log, self._others)
            if log.heard == heard:
                log.heard = log.version  # there is no more than that
        return log

    async def _read(self, match_id: str) -> MatchLog:
        if not is_id(match_id):
            raise NotFound("There is no such match.")
        async with self.lock(match_id):
            return await self.find_in_lock(match_id)

    async def find_in_lock(self, match_id: str) -> MatchLog:
        """The match in memory, or else on disk, for a caller that has the lock."""
        log = self._logs.find(match_id)
        if log is None:
            self._loading[match_id] = 0
            try:
                log = await self._store.load(match_id, self._in_background)
            except (TooBusy, TooManyRequests, MatchDamaged):
                raise
            except TooLarge:  # whatever ended the worker process: the match is still there
                raise TooBusy("This match could not be read just now. Try again.", 5) from None
            except NumduelError as fault:  # its rule book is gone, or no longer allows it
                raise NotFound(f"This match cannot be shown any more: {fault}") from None
            finally:
                heard = self._loading.pop(match_id)
            if log is None or heard == _REMOVED:
                raise NotFound("There is no such match. An old one may have been removed.")
            log.heard = heard
            self._logs.keep(log)
        return log

    async def _catch_up(self, log: MatchLog, others: Others) -> MatchLog:
        """The match with what other processes have written."""
        match_id, version = log.header.id, log.version
        tail = await others.tail(match_id, version)
        if tail is not None and version <= tail.length <= log.version:
            return log
        async with self.lock(match_id):  # an entry that is being written is not applied twice
            return await self._extend_in_lock(match_id, tail)

    async def catch_up_in_lock(self, log: MatchLog, others: Others) -> MatchLog:
        """The same, for a caller that has the lock."""
        tail = await others.tail(log.header.id, log.version)
        return await self._extend_in_lock(log.header.id, tail)

    async def _extend_in_lock(self, match_id: str, tail: Tail | None) -> MatchLog:
        log = self._logs.find(match_id)
        if log is not None:
            version = log.version
            if tail is not None and version <= tail.length and self._store.extend(log, tail):
                self._logs.keep(log)
                if log.version > version:
                    self._listeners.announce(match_id)
                return log
            self._logs.drop(match_id)
        return await self.find_in_lock(match_id)

    def hear(self, notice: Notice) -> None:
        """Take note of what another process tells. Listeners are woken even if the match in memory
        has all of it already, because they may not have been told."""
        for match_id, tail in notice.news.items():
            log = self._logs.peek(match_id)
            if log is not None:
                log.heard = max(tail.length, log.heard)
                self._apply_at_once(log, tail)
            if match_id in self._loading:
                self._loading[match_id] = max(tail.length, self._loading[match_id])
            self._listeners.announce(match_id)
        self.forget(notice.removed)

    def _apply_at_once(self, log: MatchLog, tail: Tail) -> None:
        """Apply entries that another process has told, unless somebody is changing the match just
        now. What is not applied is read when somebody asks, by a query."""
        version = log.version
        if not self.lock(log.header.id).locked():
            with suppress(NumduelError):
                self._store.extend(log, tail)
            if log.version > version:
                self._logs.keep(log)

    async def check_all(self) -> None:
        """Find changes in the matches in use that were not heard of."""
        assert self._others is not None
        ids = {*self._logs, *self._loading, *self._listeners.match_ids}
        lengths = await self._others.lengths(ids)
        news = {match_id: Tail(length, []) for match_id, length in lengths.items()}
        self.hear(Notice(news=news, removed=[*ids.difference(lengths)]))

    def forget(self, removed: Iterable[str]) -> None:
        """These matches are not on disk any more."""
        for match_id in removed:
            self._logs.drop(match_id)
            if match_id in self._loading:  # what is read may be from before it was removed
                self._loading[match_id] = _REMOVED
            self._listeners.announce(match_id)
