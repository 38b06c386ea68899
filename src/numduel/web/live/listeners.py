"""Who listens to which matches.

There are no queues: a listener is woken and then reads the newest snapshot of what has changed. One
that is too slow to read every snapshot gets the last one.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager

from numduel.errors import NumduelError
from numduel.web.errors import TooBusy, TooManyRequests
from numduel.web.matches.log import MatchLog


class Listener:
    """Somebody who listens to some matches, and the matches in which something has happened."""

    def __init__(self, match_ids: Sequence[str]) -> None:
        self.match_ids = match_ids
        self.changed: dict[str, None] = {}  # in order, each once
        self.is_awake = asyncio.Event()

    def wake(self, *match_ids: str) -> None:
        self.changed |= dict.fromkeys(match_ids)
        self.is_awake.set()

    def take_changed(self) -> list[str]:
        """The matches to look at again. Later changes are gathered anew."""
        changed = [*self.changed]
        self.changed.clear()
        self.is_awake.clear()
        return changed


class Listeners:
    """The listeners of this process."""

    def __init__(self, most: int, most_per_client: int) -> None:
        self.most = most
        self.most_per_client = most_per_client
        self.is_closed = False
        self.refused = 0
        self._by_match: defaultdict[str, set[Listener]] = defaultdict(set)
        self._by_client: Counter[str] = Counter()

    def announce(self, match_id: str) -> None:
        """Wake everybody who listens to a match."""
        for listener in self._by_match.get(match_id, ()):
            listener.wake(match_id)

    def count_of(self, match_id: str) -> int:
        """How many listen to a match."""
        return len(self._by_match.get(match_id, ()))

    @property
    def match_ids(self) -> Iterable[str]:
        """The matches to which somebody listens."""
        return self._by_match.keys()

    @property
    def count(self) -> int:
        return self._by_client.total()

    @contextmanager
    def place(self, client: str) -> Iterator[None]:
        """A place for one more listener, or a refusal if this client, or all together, have too
        many. It counts from now on, before anything is waited for, because many may ask at once."""
        if self._by_client[client] >= self.most_per_client:
            self.refused += 1
            raise TooManyRequests("You have too many boards open: close some.", 10)
        if self.count >= self.most:
            self.refused += 1
            raise TooBusy("Too many people are watching. Try later.", 10)
        self._by_client[client] += 1
        try:
            yield
        finally:
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]

    @contextmanager
    def listen(self, match_ids: Sequence[str]) -> Iterator[Listener]:
        """A listener that is woken whenever something happens in one of these matches."""
        listener = Listener(match_ids)
        for match_id in match_ids:
            self._by_match[match_id].add(listener)
        try:
            yield listener
        finally:
            for match_id in match_ids:
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
    find: Callable[[str], Awaitable[MatchLog]],
    match_ids: Sequence[str],
    seen: Mapping[str, int],
    seconds_between_signs: float,
) -> AsyncGenerator[MatchLog | None, None]:
    """Yields each match when it has a newer version than the one seen last, and None as a sign of
    life when nothing has happened for this many seconds.

    A match is looked at only after something has happened in it. Otherwise old matches would be
    read from disk again and again.
    """
    versions = dict(seen)
    with listeners.listen(match_ids) as listener:
        listener.wake(*match_ids)
        while not listeners.is_closed:
            for match_id in listener.take_changed():
                try:
                    log = await find(match_id)
                except NumduelError:  # a client that connects again is told the reason
                    return
                if log.version > versions.get(match_id, -1):
                    versions[match_id] = log.version
                    yield log
            try:
                async with asyncio.timeout(seconds_between_signs):
                    await listener.is_awake.wait()
            except TimeoutError:
                yield None
