"""Work in several processes, of this machine or of a Dask cluster.

Only functions whose results depend on nothing but their arguments are sent, and results come back
in the order of the arguments. So they are the same wherever they were computed.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any, TypeVar

from numduel.errors import NumduelError

__all__ = ["GLANCE", "HERE", "Workers", "check_choice", "in_bundles", "in_order", "open_workers"]

T = TypeVar("T")
Item = TypeVar("Item")
GLANCE = 5.0  # seconds between looks at the workers while nothing comes back
_AHEAD = 2  # tasks for each process, so that it has the next while a result is sent back
_ROUNDS = 2  # bundles for each task under way, so that slow ones even out


class _InPlace(Executor):
    """An executor that calls each function at once, in this process."""

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
        """Start a task."""
        try:
            return self.executor.submit(function, *args)
        except BrokenExecutor:
            raise _ended() from None

    def result(self, future: Future[T]) -> T:
        """Wait for the result of a task."""
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
        """Check whether any worker is left; called now and then while no result comes."""


def _ended() -> NumduelError:
    return NumduelError("A worker process was killed.")


HERE = Workers(_InPlace(), 1)


@contextmanager
def open_workers(
    count: int | None = None,
    cluster: str | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Iterator[Workers]:
    """Open this many local processes, or connect to the cluster at this address.

    For one process, this one is used. `tell` is called with a sentence if a cluster has no workers
    left.
    """
    check_choice(count, cluster)
    if cluster is not None:
        from numduel.workers.cluster import Cluster

        elsewhere = Cluster(cluster, tell)
        try:
            yield elsewhere
        finally:
            elsewhere.close()
    elif count is None or count == 1:
        yield HERE
    else:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        with ProcessPoolExecutor(count, get_context("spawn"), initializer=_serve) as processes:
            yield Workers(processes, _AHEAD * count)


def check_choice(count: int | None, cluster: str | None) -> None:
    """Refuse to use both processes and a cluster."""
    if count is not None and cluster is not None:
        raise NumduelError("--workers is for this machine and --cluster for others: give one.")


def _serve() -> None:
    """Ignore Ctrl-C, which is for the parent, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import connection, parent_process

    parent = parent_process()
    assert parent is not None
    with suppress(OSError):
        connection.wait([parent.sentinel])
    os._exit(1)


def in_order(workers: Workers, function: Callable[[Item], T], items: Iterable[Item]) -> Iterator[T]:
    """Yield function(item) for each item, in their order. Items are taken as workers need them, so
    there may be infinitely many."""
    under_way: deque[Future[T]] = deque()
    try:
        for item in items:
            under_way.append(workers.submit(function, item))
            if len(under_way) >= workers.ahead:
                yield workers.result(under_way.popleft())
        while under_way:
            yield workers.result(under_way.popleft())
    finally:
        workers.drop(under_way)


def in_bundles(workers: Workers, items: Iterable[Item], count: int) -> Iterator[list[Item]]:
    """Split the items into as few bundles as keep all workers busy. In this process each bundle has
    one item, so that progress can be told after each."""
    size = 1 if workers is HERE else max(1, count // (_ROUNDS * workers.ahead))
    left = iter(items)
    while bundle := list(islice(left, size)):
        yield bundle
