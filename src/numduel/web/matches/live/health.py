"""Whether the server is well, found out once for all who ask in the same moment."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

from numduel.web.futures import count_as_heard


class SharedCheck:
    """A check that costs something, such as a commit. It begins at most once in this many seconds,
    however often it is asked for: everybody who asks meanwhile gets the same result."""

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
            task.add_done_callback(count_as_heard)
        await asyncio.shield(task)
