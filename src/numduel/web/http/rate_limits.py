"""Rate limits: narrow by seat, wide by address, and met only while this process is busy."""

import asyncio
from time import monotonic, thread_time

from numduel.web.client import Asker
from numduel.web.errors import TooManyRequests
from numduel.web.recent import LRU, LeakyBuckets

_WIDE = 5  # times the limit of one visitor, for all visitors of an address: it may be a school
_MOVES_PER_MINUTE = 600  # of one seat: no person plays ten moves a second
_KNOWN_SEATS = 10_000
_HASTY, _FULL = 0.5, 10  # seconds' worth of requests that a client may have at once


class Load:
    """Whether this process is busy: its event loop runs late, or computes nearly all the time."""

    period = 0.25  # seconds between two measurements
    late = 0.05  # seconds
    share = 0.8  # of the time
    hold = 10  # seconds for which it then counts as busy, or a flood would be let in by turns

    def __init__(self) -> None:
        self.busy_until = 0.0

    @property
    def is_busy(self) -> bool:
        return monotonic() < self.busy_until

    async def watch(self) -> None:
        """Measure again and again, until this is cancelled."""
        while True:
            began, used = monotonic(), thread_time()
            await asyncio.sleep(self.period)
            self.note(monotonic() - began, thread_time() - used)

    def note(self, passed: float, computed: float) -> None:
        """Take note of how long a period really took, and for how long of it this computed."""
        if passed > self.period + self.late or computed > self.share * passed:
            self.busy_until = max(self.busy_until, monotonic() + self.hold)


class RateLimits:
    """Leaky buckets: as much for each visitor who is known to hold a seat as for all others of an
    address together, and five times as much for an address in all. Moves of a known visitor have
    buckets of their own."""

    def __init__(self, requests_per_minute: int) -> None:
        """0 requests a minute is no limit."""
        self.requests_per_minute = requests_per_minute
        self.load = Load()
        self.refused = 0
        self._seats: LRU[str, None] = LRU(_KNOWN_SEATS)
        self._buckets = LeakyBuckets()

    def know_seat(self, token_hash: str) -> None:
        """Note that this token holds a seat."""
        self._seats.keep(token_hash, None)

    def asker(self, address: str, token_hash: str | None) -> Asker:
        """Return the client with this address and perhaps this token."""
        return Asker(address, token_hash if token_hash in self._seats else None)

    def count(self, asker: Asker, requests: int = 1, is_move: bool = False) -> bool:
        """Count requests of a client, or refuse them with TooManyRequests. Return whether they came
        so fast that the client should wait a moment."""
        if self.requests_per_minute == 0:
            return False
        kind, most = "requests", self.requests_per_minute
        if is_move and asker.visitor is not None:
            kind, most = "moves", _MOVES_PER_MINUTE
        limits = {
            (kind, asker.client): most,
            (kind, "all of", asker.address): _WIDE * self.requests_per_minute,
        }
        now = monotonic()
        own, wide = (self._buckets.level(key, now) for key in limits)
        if max(own, wide) < _FULL:
            for key, per_minute in limits.items():
                self._buckets.add(key, requests * 60 / per_minute, now)
        elif self.load.is_busy:
            self.refused += 1
            raise TooManyRequests("Too many requests: wait a moment.", 10)
        # What an idle server lets through beyond a limit is not counted: it must not use up what
        # others of this address have when the server is busy.
        return own > _HASTY or wide > _FULL / 2
