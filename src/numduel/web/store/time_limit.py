"""A time limit on our side, so that a frozen database keeps nobody waiting."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from numduel.web.errors import StoreUnavailable
from numduel.web.futures import count_as_heard

T = TypeVar("T")


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """The result of some work with the database, or StoreUnavailable after this many seconds. Then
    the work is cancelled, but not waited for: a driver may wait for the database even to end a
    statement."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(count_as_heard)
    try:
        done, _ = await asyncio.wait([task], timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if not done:
        task.cancel()
        raise StoreUnavailable
    return task.result()
