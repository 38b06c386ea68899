"""Long work runs in threads, within a budget of time, and never in the event loop."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from numduel.web.errors import TooBusy

T = TypeVar("T")
_MOST_WAITING = 64
_MOST_KEPT = 2_000


class Threads:
    """Threads that work beside the event loop. Unlike the threads of an executor they do not keep
    the server from stopping."""

    def __init__(self, count: int) -> None:
        self._tasks: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]]] = SimpleQueue()
        for _ in range(count):
            Thread(target=self._work, daemon=True).start()

    def do(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        """Do some work when a thread is free; its result."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tasks.put((work, future))
        return future

    def close(self) -> None:
        """Each thread ends when it has finished its present work."""
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
    """Stands for no work: the thread that gets it ends."""


def _settle(future: "asyncio.Future[Any]", result: Any, fault: Exception | None) -> None:
    if future.cancelled():
        return
    if fault is None:
        future.set_result(result)
    else:
        future.set_exception(fault)


class BackgroundWork:
    """Does long work, and keeps its results.

    There are separate threads for the computer's moves, for analyses of a position, and for what
    takes longer, such as reviews: nobody waits for a move because of somebody else's analysis.
    """

    def __init__(self, seconds_to_analyse: float, seconds_to_study: float) -> None:
        self.seconds_to_analyse = seconds_to_analyse
        self.seconds_to_study = seconds_to_study
        self._for_moves = Threads(2)
        self._for_analyses = Threads(1)
        self._for_studies = Threads(1)
        self._under_way: dict[Hashable, asyncio.Future[Any]] = {}
        self._found: OrderedDict[Hashable, Any] = OrderedDict()

    async def choose_move(self, work: Callable[[], T]) -> T:
        """Do work that chooses a move, however long it takes."""
        return await self._for_moves.do(work)

    async def analyse(self, key: Hashable, work: Callable[[], T]) -> T:
        """The result of work on one position, which is done once for its key. TimeoutError if it
        takes longer than its budget: the work goes on, and its result is there for whoever asks
        later."""
        return await self._find(key, work, self._for_analyses, self.seconds_to_analyse)

    async def study(self, key: Hashable, work: Callable[[], T]) -> T:
        """The same for work that takes longer, with a larger budget."""
        return await self._find(key, work, self._for_studies, self.seconds_to_study)

    async def _find(
        self, key: Hashable, work: Callable[[], T], threads: Threads, seconds: float
    ) -> T:
        if key in self._found:
            self._found.move_to_end(key)
            found: T = self._found[key]
            return found
        if key not in self._under_way:
            if len(self._under_way) >= _MOST_WAITING:
                raise TooBusy("Too many analyses are under way.", 5)
            self._under_way[key] = threads.do(work)
            self._under_way[key].add_done_callback(lambda future: self._keep(key, future))
        async with asyncio.timeout(seconds):
            result: T = await asyncio.shield(self._under_way[key])
            return result

    def _keep(self, key: Hashable, future: "asyncio.Future[Any]") -> None:
        del self._under_way[key]
        if not future.cancelled() and future.exception() is None:
            self._found[key] = future.result()
            while len(self._found) > _MOST_KEPT:
                self._found.popitem(last=False)

    def close(self) -> None:
        for threads in (self._for_moves, self._for_analyses, self._for_studies):
            threads.close()
