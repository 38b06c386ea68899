"""Who listens to which match.

There are no queues: a listener is woken and then reads the newest snapshot. One that is too slow
to read every snapshot gets the last one.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import contextmanager

from numduel.errors import NumduelError
from numduel.web.errors import TooBusy, TooManyRequests
from numduel.web.matches.log import MatchLog


class Listeners:
    """The listeners of this process."""

    def __init__(self, most: int, most_per_client: int) -> None:
        self.most = most
        self.most_per_client = most_per_client
        self.is_closed = False
        self._by_match: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._by_client: Counter[str] = Counter()

    def announce(self, match_id: str) -> None:
        """Wake everybody who listens to a match."""
        for listener in self._by_match.get(match_id, ()):
            listener.set()

    def count_of(self, match_id: str) -> int:
        """How many listen to a match."""
        return len(self._by_match.get(match_id, ()))

    @property
    def count(self) -> int:
        return self._by_client.total()

    @contextmanager
    def place(self, client: str) -> Iterator[None]:
        """A place for one more listener, or a refusal if this client, or all together, have too
        many. It counts from here on, before anything is waited for: many may ask at once."""
        if self._by_client[client] >= self.most_per_client:
            raise TooManyRequests("You have too many boards open: close some.", 10)
        if self.count >= self.most:
            raise TooBusy("Too many people are watching. Try later.", 10)
        self._by_client[client] += 1
        try:
            yield
        finally:
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]

    @contextmanager
    def listen(self, match_id: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever something happens in a match."""
        listener = asyncio.Event()
        self._by_match[match_id].add(listener)
        try:
            yield listener
        finally:
            self._by_match[match_id].discard(listener)
            if not self._by_match[match_id]:
                del self._by_match[match_id]

    def close(self) -> None:
        """End every stream; browsers connect again by themselves."""
        self.is_closed = True
        for match_id in self._by_match:
            self.announce(match_id)


async def follow(
    listeners: Listeners,
    find: Callable[[], Awaitable[MatchLog]],
    match_id: str,
    seen: int | None,
    seconds_between_signs: float,
) -> AsyncGenerator[MatchLog | None, None]:
    """The match whenever it has a version other than the one seen last; None as a sign of life
    when nothing has happened for so many seconds."""
    with listeners.listen(match_id) as listener:
        while not listeners.is_closed:
            listener.clear()
            try:
                log = await find()
            except NumduelError:  # whoever connects again is told which
                return
            if log.version != seen:
                seen = log.version
                yield log
            try:
                async with asyncio.timeout(seconds_between_signs):
                    await listener.wait()
            except TimeoutError:
                yield None
