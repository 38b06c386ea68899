"""Faults of work that nobody waits for any more, because whoever asked has hung up."""

import asyncio
from typing import Any


def count_as_heard(future: "asyncio.Future[Any]") -> None:
    """Read a future's exception, so that asyncio does not report it as unhandled. Whoever still
    waits for the future gets it all the same."""
    if not future.cancelled():
        future.exception()
