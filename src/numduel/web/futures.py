"""Futures that nobody may wait for any more, because whoever asked has hung up."""

import asyncio
from typing import Any


def count_as_heard(future: "asyncio.Future[Any]") -> None:
    """Read a future's exception, so that asyncio does not report it as unhandled. Whoever still
    waits for the future gets it all the same."""
    if not future.cancelled():
        future.exception()


def settle(future: "asyncio.Future[Any]", result: Any) -> None:
    """Give a future its result or its exception, unless it was cancelled."""
    if future.cancelled():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
