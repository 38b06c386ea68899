"""The workers of a run, and the simplest of them: this process."""

from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from typing import Any, TypeVar

from numduel.errors import NumduelError

T = TypeVar("T")
GLANCE = 5.0  # seconds between looks at the workers while nothing comes back


class InPlace(Executor):
    """Calls each function at once, in this process."""

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Workers:
    """An executor, and how many tasks it should have at once so that no worker is idle."""

    is_elsewhere = False  # whether the work is done on machines with an environment of their own

    def __init__(self, executor: Executor, ahead: int) -> None:
        self.executor = executor
        self.ahead = ahead

    def submit(self, function: Callable[..., T], *args: Any) -> Future[T]:
        try:
            return self.executor.submit(function, *args)
        except BrokenExecutor:
            raise _ended() from None

    def result(self, future: Future[T]) -> T:
        """What came of a task, once it is there."""
        while True:
            try:
                return future.result(GLANCE)
            except TimeoutError:
                if future.done():
                    raise  # the task itself raised it
                self.look()
            except BrokenExecutor:
                raise _ended() from None

    def drop(self, futures: Iterable[Future[Any]]) -> None:
        """Cancel what has not begun, and wait for the rest."""
        dropped = list(futures)
        for future in dropped:
            future.cancel()
        wait(dropped)

    def look(self) -> None:
        """Called now and then while no result comes: check whether any worker is left."""


def _ended() -> NumduelError:
    return NumduelError("A process that worked for this one was ended from outside.")


HERE = Workers(InPlace(), 1)
