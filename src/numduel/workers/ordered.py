"""Results in the order in which they were asked for, computed by many workers at once."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from typing import TypeVar

from numduel.workers.workers import HERE, Workers

T = TypeVar("T")
Item = TypeVar("Item")
_ROUNDS = 2  # bundles for each task under way, so that slow ones even out


def in_order(workers: Workers, function: Callable[[Item], T], items: Iterable[Item]) -> Iterator[T]:
    """function(item) for each item, in their order. Items are taken as workers need them, so there
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
    """Split the items into as few bundles as keep all workers busy. In this process each bundle has
    one item, so that progress can be told after each."""
    size = 1 if workers is HERE else max(1, count // (_ROUNDS * workers.ahead))
    left = iter(items)
    while bundle := list(islice(left, size)):
        yield bundle
