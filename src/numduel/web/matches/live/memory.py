"""The matches in memory, with a limit in bytes. The least recently used make room for others."""

from collections import OrderedDict
from collections.abc import Iterator
from sys import getsizeof
from typing import Any

from numduel.web.matches.log import MatchLog

_FEW = 8  # fields of a state; a longer tuple is shared by all states


class LogsInMemory:
    """Matches by their ids."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._logs: OrderedDict[str, MatchLog] = OrderedDict()
        self._weights: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._logs)

    def __iter__(self) -> Iterator[str]:
        return iter(self._logs)

    def find(self, match_id: str) -> MatchLog | None:
        log = self._logs.get(match_id)
        if log is not None:
            self._logs.move_to_end(match_id)
        return log

    def peek(self, match_id: str) -> MatchLog | None:
        """A match, without counting this as a use of it."""
        return self._logs.get(match_id)

    def keep(self, log: MatchLog) -> None:
        """Keep a match, and weigh it again after a change."""
        match_id = log.header.id
        self.drop(match_id)
        self._logs[match_id] = log
        self._weights[match_id] = weight_of(log)
        self.bytes += self._weights[match_id]
        while self.bytes > self.most_bytes and len(self._logs) > 1:
            self.drop(next(iter(self._logs)))

    def drop(self, match_id: str) -> None:
        if self._logs.pop(match_id, None) is not None:
            self.bytes -= self._weights.pop(match_id)

    def clear(self) -> None:
        for match_id in [*self._logs]:
            self.drop(match_id)


def weight_of(log: MatchLog) -> int:
    """About how many bytes a match takes, with its snapshots and all that grows in it. A test
    compares it with the truth."""
    states = (log.ply + 1) * _size_of(log.match.state)
    return 20_000 + 140 * log.size + 400 * log.ply + 300 * len(log.keys) + states


def _size_of(value: Any) -> int:
    """About how many bytes a state takes, with its fields and what is in them. What a long tuple
    contains is not counted, because all states of a match share it."""
    parts = value if isinstance(value, tuple) and len(value) <= _FEW else ()
    return getsizeof(value) + sum(map(_size_of, parts))
