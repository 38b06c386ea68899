"""Thinking takes time: it happens in threads, with a budget, and never in the event loop."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from numduel.web.problems import Problem

T = TypeVar("T")
_MOST_WAITING = 64
_MOST_KEPT = 2_000


class Threads:
    """Threads that work beside the event loop. Unlike those of an executor they do not keep a
    server that was told to stop from stopping."""

    def __init__(self, count: int) -> None:
        self._tasks: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]]] = SimpleQueue()
        for _ in range(count):
            Thread(target=self._work, daemon=True).start()

    def do(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        """The result that some work will have."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tasks.put((work, future))
        return future

    def close(self) -> None:
        """Begin nothing new: each thread ends after what it is at."""
        self._tasks.put((_stop, asyncio.get_running_loop().create_future()))

    def _work(self) -> None:
        while True:
            work, future = self._tasks.get()
            if work is _stop:
                self._tasks.put((work, future))  # for the next thread
                return
            result, fault = None, None
            try:
                result = work()
            except Exception as raised:
                fault = raised
            with suppress(RuntimeError):  # the event loop was closed meanwhile
                future.get_loop().call_soon_threadsafe(_settle, future, result, fault)


def _stop() -> None:
    """What a thread is given to do when it is to end."""


def _settle(future: "asyncio.Future[Any]", result: Any, fault: Exception | None) -> None:
    if future.cancelled():
        return
    if fault is None:
        future.set_result(result)
    else:
        future.set_exception(fault)


class Thinker:
    """Works things out, and keeps what was found. Moves have threads of their own: nobody waits
    for a move because somebody else wants to know the truth, nor for the truth about a position
    because of a long study, such as a review."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._movers = Threads(2)
        self._finder = Threads(1)
        self._scholar = Threads(1)
        self._under_way: dict[Hashable, asyncio.Future[Any]] = {}
        self._found: OrderedDict[Hashable, Any] = OrderedDict()

    async def think(self, work: Callable[[], T]) -> T:
        """The result of some work, however long it takes."""
        return await self._movers.do(work)

    async def find(self, key: Hashable, work: Callable[[], T], seconds: float | None = None) -> T:
        """The result of work that is done once for its key; TimeoutError if it takes longer
        than the budget: then it goes on, and is there for whoever asks later. Work that is given
        `seconds` of its own is a long study."""
        if key in self._found:
            self._found.move_to_end(key)
            found: T = self._found[key]
            return found
        if key not in self._under_way:
            if len(self._under_way) >= _MOST_WAITING:
                raise Problem(503, "Too many analyses are under way.", {"Retry-After": "5"})
            threads = self._finder if seconds is None else self._scholar
            self._under_way[key] = threads.do(work)
            self._under_way[key].add_done_callback(lambda future: self._keep(key, future))
        async with asyncio.timeout(seconds or self.seconds):
            thought: T = await asyncio.shield(self._under_way[key])
            return thought

    def _keep(self, key: Hashable, future: "asyncio.Future[Any]") -> None:
        del self._under_way[key]
        if not future.cancelled() and future.exception() is None:
            self._found[key] = future.result()
            while len(self._found) > _MOST_KEPT:
                self._found.popitem(last=False)

    def close(self) -> None:
        self._movers.close()
        self._finder.close()
        self._scholar.close()
