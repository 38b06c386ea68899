"""A dictionary with a limit: the least recently used make room for others (LRU)."""

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LRU(OrderedDict[K, V]):
    """At most this many values, by their keys."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def find(self, key: K) -> V | None:
        """Return a value and count this as a use of it, or return None."""
        if key not in self:
            return None
        self.move_to_end(key)
        return self[key]

    def keep(self, key: K, value: V) -> None:
        """Keep a value as the most recently used one."""
        self[key] = value
        self.move_to_end(key)
        while len(self) > self.most:
            self.popitem(last=False)
