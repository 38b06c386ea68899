"""What was used lately: an LRU dictionary, and a sliding window."""

from collections import OrderedDict, defaultdict
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


class SlidingWindow:
    """Adds up what each key used within so many seconds.

    It counts the present window and a part of the one before: as much as is left of the present
    one. That is exact for steady use.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._number = 0.0
        self._counts: defaultdict[Hashable, float] = defaultdict(float)
        self._before: defaultdict[Hashable, float] = defaultdict(float)

    def used(self, key: Hashable, now: float) -> float:
        """Return what a key used in the last seconds."""
        left = self._turn_to(now)
        return self._counts.get(key, 0) + left * self._before.get(key, 0)

    def add(self, key: Hashable, amount: float, now: float) -> None:
        self._turn_to(now)
        self._counts[key] += amount

    def _turn_to(self, now: float) -> float:
        """Begin a new window if it is time, and return which part of it is left."""
        number, part = divmod(now / self.seconds, 1)
        if number != self._number:
            was_last = number == self._number + 1
            self._before = self._counts if was_last else defaultdict(float)
            self._counts = defaultdict(float)
            self._number = number
        return 1 - part
