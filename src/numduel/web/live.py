"""Who listens to which match, and the stream of events that they hear.

There are no queues: a listener is woken and then reads the newest snapshot, so one that is too
slow for some of them simply gets the last.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from fastapi.sse import format_sse_event

from numduel.web.duel import Duel
from numduel.web.problems import Problem
from numduel.web.snapshot import encode_snapshot


class Announcer(Protocol):
    """Tells listeners that something has happened in a match. Here it tells those of this
    process; with several on one PostgreSQL it would NOTIFY, and LISTEN for the others."""

    def announce(self, match_id: str, version: int) -> None: ...


class Hub:
    """The listeners of this process."""

    def __init__(self, most: int, most_per_client: int) -> None:
        self.most = most
        self.most_per_client = most_per_client
        self.is_closed = False
        self._by_match: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._by_client: Counter[str] = Counter()

    def announce(self, match_id: str, version: int) -> None:
        """Wake whoever listens to a match; the version is for announcers that travel."""
        for listener in self._by_match.get(match_id, ()):
            listener.set()

    def has_listeners(self, match_id: str) -> bool:
        return match_id in self._by_match

    @property
    def count(self) -> int:
        return self._by_client.total()

    @contextmanager
    def listen(self, match_id: str, client: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever something happens in a match."""
        listener = asyncio.Event()
        self._by_match[match_id].add(listener)
        self._by_client[client] += 1
        try:
            yield listener
        finally:
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]
            self._by_match[match_id].discard(listener)
            if not self._by_match[match_id]:
                del self._by_match[match_id]

    def check_room(self, client: str) -> None:
        """Raise Problem if a client, or all of them, listen to too many matches."""
        if self._by_client[client] >= self.most_per_client:
            raise Problem(429, "You have too many boards open: close some.", {"Retry-After": "10"})
        if self.count >= self.most:
            raise Problem(503, "Too many people are watching. Try later.", {"Retry-After": "10"})

    def close(self) -> None:
        """End every stream; browsers connect again by themselves."""
        self.is_closed = True
        for match_id in self._by_match:
            self.announce(match_id, 0)


async def tell_events(
    hub: Hub,
    find: Callable[[], Awaitable[Duel]],
    match_id: str,
    client: str,
    token: str | None,
    seen: int | None,
    seconds_between_signs: float,
) -> AsyncIterator[bytes]:
    """The stream of a match's snapshots, newer than the version `seen`."""
    with hub.listen(match_id, client) as listener:
        yield b"retry: 1000\n\n"
        while not hub.is_closed:
            listener.clear()
            try:
                duel = await find()
            except Problem:  # it cannot be read, or was removed: who comes back is told
                return
            if duel.version != seen:
                seen = duel.version
                snapshot = encode_snapshot(duel, duel.players_of(token))
                yield format_sse_event(event="match", id=str(seen), data_str=snapshot.decode())
            try:
                async with asyncio.timeout(seconds_between_signs):
                    await listener.wait()
            except TimeoutError:
                yield b": still here\n\n"
