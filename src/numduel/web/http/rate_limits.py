"""Rate limits: narrow by seat, wide by address, and met only while this process is busy."""

import asyncio
from time import monotonic, thread_time

from numduel.web.client import Asker
from numduel.web.errors import TooManyRequests
from numduel.web.recent import LRU, SlidingWindow

_WIDE = 5  # times the limit of one visitor, for all visitors of an address: it may be a school
_MOVES_PER_MINUTE = 600  # of one seat: no person plays ten moves a second
_KNOWN_SEATS = 10_000


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
            self.judge(monotonic() - began, thread_time() - used)

    def judge(self, passed: float, computed: float) -> None:
        """Take note that a pause of one period took so long, and how much of it was computed."""
        if passed > self.period + self.late or computed > self.share * passed:
            self.busy_until = monotonic() + self.hold


class RateLimits:
    """Requests a minute: as many for each visitor who is known to hold a seat as for all others of
    an address together, and five times as many for an address in all. Moves of a known visitor
    have a limit of their own."""

    def __init__(self, requests_per_minute: int) -> None:
        """0 requests a minute is no limit."""
        self.requests_per_minute = requests_per_minute
        self.load = Load()
        self.refused = 0
        self._seats: LRU[str, None] = LRU(_KNOWN_SEATS)
        self._window = SlidingWindow(60)

    def know_seat(self, token_hash: str) -> None:
        """Note that this token holds a seat."""
        self._seats.keep(token_hash, None)

    def asker(self, address: str, token_hash: str | None) -> Asker:
        """Return the client with this address and perhaps this token."""
        return Asker(address, token_hash if token_hash in self._seats else None)

    def count(self, asker: Asker, requests: int = 1, is_move: bool = False) -> None:
        """Count requests of a client, or refuse them with TooManyRequests."""
        if self.requests_per_minute == 0:
            return
        kind, most = "requests", self.requests_per_minute
        if is_move and asker.visitor is not None:
            kind, most = "moves", _MOVES_PER_MINUTE
        limits = {
            (kind, asker.client): most,
            (kind, "all of", asker.address): _WIDE * self.requests_per_minute,
        }
        now = monotonic()
        if all(self._window.used(key, now) + requests < limits[key] + 1 for key in limits):
            for key in limits:
                self._window.add(key, requests, now)
        elif self.load.is_busy:
            self.refused += 1
            raise TooManyRequests("Too many requests: wait a moment.", 10)
        # What an idle server lets through beyond a limit is not counted: it must not use up what
        # others of this address have when the server is busy.
