"""Whether the server is well, found out once for all who ask in the same moment."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic


class SharedCheck:
    """A check that costs something, such as a commit. Those who ask while one is under way share
    it, and for a moment after it began its result holds: whoever asks as fast as they can makes
    the disk no busier than that. A fault is told at the latest after that moment."""

    def __init__(self, check: Callable[[], Awaitable[None]], seconds: float) -> None:
        self._check = check
        self._seconds = seconds
        self._began = 0.0
        self._task: asyncio.Future[None] | None = None

    async def __call__(self) -> None:
        """Return if all is well, or raise what the check has raised."""
        task = self._task
        if task is None or (task.done() and monotonic() - self._began >= self._seconds):
            self._began = monotonic()
            task = self._task = asyncio.ensure_future(self._check())
            task.add_done_callback(_look)
        await asyncio.shield(task)


def _look(task: "asyncio.Future[None]") -> None:
    """Nobody may be waiting for a fault any more: then asyncio would complain."""
    if not task.cancelled():
        task.exception()
