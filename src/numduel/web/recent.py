"""What was used lately: an LRU dictionary, and leaky buckets."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LRU(OrderedDict[K, V]):
    """A dictionary of at most so many items, from which the least recently used go first."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def find(self, key: K) -> V | None:
        """Return the value of a key that is thereby used, or None."""
        if key in self:
            self.move_to_end(key)
        return self.get(key)

    def keep(self, key: K, value: V) -> None:
        self[key] = value
        self.move_to_end(key)
        if len(self) > self.most:
            self.popitem(last=False)


class LeakyBuckets:
    """How full the bucket of each key is, in seconds until it is empty (GCRA)."""

    def __init__(self, most: int = 100_000) -> None:
        self._empty_at: LRU[Hashable, float] = LRU(most)

    def level(self, key: Hashable, now: float) -> float:
        return max(0.0, self._empty_at.get(key, 0.0) - now)

    def add(self, key: Hashable, seconds: float, now: float) -> None:
        """Add what takes so many seconds to drain."""
        self._empty_at.keep(key, now + self.level(key, now) + seconds)
