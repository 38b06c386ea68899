"""Rate limits: which client a request counts for, and how many it may send."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address
from math import inf
from time import monotonic, thread_time
from typing import NamedTuple, TypeVar

from numduel.web.errors import TooManyRequests

K = TypeVar("K")
V = TypeVar("V")


class LRU(OrderedDict[K, V]):
    """A dictionary of at most `most` items, which drops the least recently used."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def find(self, key: K) -> V | None:
        """Return the value of a key and mark it as used, or return None."""
        if key in self:
            self.move_to_end(key)
        return self.get(key)

    def keep(self, key: K, value: V) -> None:
        self[key] = value
        self.move_to_end(key)
        if len(self) > self.most:
            self.popitem(last=False)


class LeakyBuckets:
    """Leaky buckets by key; a level is the seconds until a bucket is empty (GCRA)."""

    def __init__(self, most: int = 100_000) -> None:
        self._empty_at: LRU[Hashable, float] = LRU(most)

    def level(self, key: Hashable, now: float) -> float:
        return max(0.0, self._empty_at.get(key, 0.0) - now)

    def add(self, key: Hashable, seconds: float, now: float) -> None:
        """Add an amount that takes so many seconds to drain."""
        self._empty_at.keep(key, now + self.level(key, now) + seconds)


class Asker(NamedTuple):
    """A client: its address and, if it is counted by itself, the hash of its token."""

    address: str = ""
    visitor: str | None = None

    @property
    def client(self) -> str:
        """The key to count by: the visitor's token, or the address for all without one."""
        return self.visitor or self.address


_NOBODY = Asker()
_asker: ContextVar[Asker] = ContextVar("asker", default=_NOBODY)


def set_asker(asker: Asker) -> None:
    _asker.set(asker)


def asker() -> Asker:
    """Return the client of the current request."""
    return _asker.get()


def network_of(address: str) -> str:
    """Return an IPv4 address (also if mapped into IPv6), or the /64 network of an IPv6 address,
    since a client has all of it."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))


WIDE = 5  # times a visitor's limit for a whole address: it may be a school
_MOVES_PER_MINUTE = 600  # of one seat
_NEW_VISITORS = 2  # requests that a new token costs its address: 100 fit at once
_KNOWN_VISITORS = 10_000
_HASTY, _FULL = 0.5, 10  # levels in seconds: requests are slowed down, or refused


class Load:
    """Whether this process is busy: its event loop runs late, or computes nearly all the time."""

    period = 0.25  # seconds between two measurements
    late = 0.05  # seconds
    share = 0.8  # of the time
    hold = 10  # seconds for which it then counts as busy (hysteresis)

    def __init__(self) -> None:
        self.busy_until = 0.0

    @property
    def is_busy(self) -> bool:
        return monotonic() < self.busy_until

    async def watch(self) -> None:
        """Measure until cancelled."""
        while True:
            began, used = monotonic(), thread_time()
            await asyncio.sleep(self.period)
            self.note(monotonic() - began, thread_time() - used)

    def note(self, passed: float, computed: float) -> None:
        """Record a period: its real length and its processor time."""
        if passed > self.period + self.late or computed > self.share * passed:
            self.busy_until = max(self.busy_until, monotonic() + self.hold)


class RateLimits:
    """Leaky buckets for requests. Each visitor with a token has one. All requests without a token
    from one address share one of the same size, and an address in all has one five times as large.
    Moves have buckets of their own.

    A seat's token is trusted. Other tokens can be made up by anybody, so an address may bring only
    a limited number of new ones a minute.
    """

    def __init__(self, requests_per_minute: int) -> None:
        """0 means no limit."""
        self.requests_per_minute = requests_per_minute
        self.load = Load()
        self._visitors: LRU[str, None] = LRU(_KNOWN_VISITORS)
        self._buckets = LeakyBuckets()

    def know(self, token_hash: str) -> None:
        """Trust a token: its client is counted apart from its address."""
        self._visitors.keep(token_hash, None)

    def asker(self, address: str, token_hash: str | None) -> Asker:
        """Return the client to count for this address and token."""
        if token_hash is not None and token_hash not in self._visitors:
            key, now = ("new visitors", address), monotonic()
            if self._buckets.level(key, now) >= _FULL:
                return Asker(address)
            self._buckets.add(key, _NEW_VISITORS * 60 / (self.requests_per_minute or inf), now)
            self.know(token_hash)
        return Asker(address, token_hash)

    def count(self, asker: Asker, requests: int = 1, is_move: bool = False) -> bool:
        """Count requests, or raise TooManyRequests. Return whether to slow the client down."""
        if self.requests_per_minute == 0:
            return False
        kind, most = "requests", self.requests_per_minute
        if is_move and asker.visitor is not None:
            kind, most = "moves", _MOVES_PER_MINUTE
        limits = {
            (kind, asker.client): most,
            (kind, "all of", asker.address): WIDE * self.requests_per_minute,
        }
        now = monotonic()
        own, wide = (self._buckets.level(key, now) for key in limits)
        if max(own, wide) < _FULL:
            for key, per_minute in limits.items():
                self._buckets.add(key, requests * 60 / per_minute, now)
        elif self.load.is_busy:
            raise TooManyRequests("Too many requests. Wait a moment.", 10)
        # What an idle server lets through beyond a limit is not counted: it must not use up what
        # others of this address have when the server is busy.
        return own > _HASTY or wide > _FULL / 2
