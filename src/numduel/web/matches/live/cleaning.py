"""Old matches are removed now and then, so slowly that a fault can be noticed meanwhile.

At most a tenth of all matches is removed in an hour. If a wrong clock or a wrong setting makes them
look old, there are hours to notice it. Even a large number of old ones is gone after a few days.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic

from numduel.web.errors import MatchDamaged, StoreUnavailable
from numduel.web.matches.live.match_cache import MatchStore
from numduel.web.settings import Settings

_log = logging.getLogger(__name__)
_HOUR = 3600
_SECONDS_AFTER_FAULT = 10
_SECONDS_BETWEEN_PARTS = 1  # of one cleaning, which removes a few matches at a time
_PART_OF_ALL = 10  # at most one match in ten is removed in an hour
_LEAST = 10  # matches that may be removed in an hour, however few there are


class Cleaning:
    """Removes old matches every hour, as long as this process runs."""

    def __init__(
        self, settings: Settings, store: MatchStore, forget: Callable[[Iterable[str]], None]
    ) -> None:
        """`forget` is told which matches are gone."""
        self._days = settings.keep_days, settings.keep_finished_days
        self._store = store
        self._forget = forget
        self._removed: OrderedDict[str, float] = OrderedDict()  # in the last hour, and when
        self._is_closing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="cleaner")

    async def close(self) -> None:
        self._is_closing.set()
        if self._task is not None:
            await self._task

    def note(self, removed: Iterable[str]) -> None:
        """Note that these matches were removed, by this process or by another one. A process hears
        of its own removals too, so each match counts once."""
        for match_id in removed:
            self._removed.setdefault(match_id, monotonic())

    async def clean(self) -> None:
        """Remove old matches, a few at a time, until no more may be removed in this hour."""
        most = await self._most_now()
        while not self._is_closing.is_set():
            left = most - self._removed_lately()
            if left < 1:
                _log.warning("as many matches were removed as may go in an hour; others may wait")
                return
            removed = await self._store.remove_old(*self._days, left)
            if not removed:
                return
            self.note(removed)
            self._forget(removed)
            await self._pause(_SECONDS_BETWEEN_PARTS)

    async def _most_now(self) -> int:
        """How many matches may be removed in an hour. Those of the last hour count."""
        all_of_them = await self._store.count_matches() + self._removed_lately()
        return max(_LEAST, all_of_them // _PART_OF_ALL)

    def _removed_lately(self) -> int:
        while self._removed and monotonic() - next(iter(self._removed.values())) >= _HOUR:
            self._removed.popitem(last=False)
        return len(self._removed)

    async def _run(self) -> None:
        while not self._is_closing.is_set():
            pause = _HOUR
            try:
                await self.clean()
            except (StoreUnavailable, MatchDamaged):
                _log.warning("old matches could not be removed; it is tried again")
                pause = _SECONDS_AFTER_FAULT
            await self._pause(pause)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_closing.wait()
