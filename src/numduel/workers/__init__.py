"""Parallel work in processes of this machine or on a Dask cluster.

Only functions of their arguments alone are sent, and results come back in the order of the
arguments, so they are the same wherever they are computed.
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
GLANCE = 5.0  # seconds between checks of the workers while no result comes
_AHEAD = 2  # tasks for each process, so that it has the next one at once
_ROUNDS = 2  # bundles for each task under way, to balance slow ones


class _InPlace(Executor):
    """An executor that calls each function at once in this process."""

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Workers:
    """An executor, and the number of tasks that keeps it busy."""

    is_elsewhere = False  # whether the work is done on other machines, with their own environment

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
        """Cancel tasks that have not begun, and wait for the others."""
        dropped = list(futures)
        for future in dropped:
            future.cancel()
        wait(dropped)

    def look(self) -> None:
        """Check that a worker is left; called now and then while no result comes."""


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

    For one process, this one is used. `tell` gets a sentence if a cluster has no workers left.
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
    """Raise NumduelError for both processes and a cluster."""
    if count is not None and cluster is not None:
        raise NumduelError("--workers is for this machine and --cluster for others: give one.")


def _serve() -> None:
    """Ignore Ctrl-C, which the parent handles, and exit with the parent."""
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
    """Yield function(item) for each item, in order. Items are taken as workers need them, so there
    may be infinitely many."""
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
    """Yield the items in as few bundles as keep all workers busy. In this process each bundle has
    one item, for progress reports."""
    size = 1 if workers is HERE else max(1, count // (_ROUNDS * workers.ahead))
    left = iter(items)
    while bundle := list(islice(left, size)):
        yield bundle
