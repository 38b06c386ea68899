"""The listeners of each match, and the players at the board.

There are no queues: a listener is woken and reads the newest snapshot, so a slow one skips some.
Presence is kept in memory only.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic

from numduel.errors import NumduelError
from numduel.game import Player
from numduel.web.errors import TooBusy, TooManyRequests
from numduel.web.limits import WIDE
from numduel.web.matches.log import MatchLog


class Listeners:
    """The listeners of this process."""

    def __init__(self, most: int, most_per_client: int) -> None:
        self.most = most
        self.most_per_client = most_per_client
        self.is_closed = False
        self._by_match: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._by_client: Counter[str] = Counter()  # a seat or an address
        self._by_address: Counter[str] = Counter()

    def announce(self, match_id: str) -> None:
        """Wake a match's listeners."""
        for is_woken in self._by_match.get(match_id, ()):
            is_woken.set()

    def count_of(self, match_id: str) -> int:
        """Return the number of a match's listeners."""
        return len(self._by_match.get(match_id, ()))

    @property
    def match_ids(self) -> Iterable[str]:
        """The matches with listeners."""
        return self._by_match.keys()

    @property
    def count(self) -> int:
        return self._by_address.total()

    @contextmanager
    def place(self, client: str, address: str) -> Iterator[None]:
        """Reserve a slot for one more listener, or raise an error if this client, its address or
        the server has too many. It counts before anything is awaited."""
        is_full = self._by_client[client] >= self.most_per_client
        if is_full or self._by_address[address] >= WIDE * self.most_per_client:
            raise TooManyRequests("You have too many boards open. Close some.", 10)
        if self.count >= self.most:
            raise TooBusy("Too many people are watching. Try later.", 10)
        counted = ((self._by_client, client), (self._by_address, address))
        for counts, key in counted:
            counts[key] += 1
        try:
            yield
        finally:
            for counts, key in counted:
                counts[key] -= 1
                if not counts[key]:
                    del counts[key]

    @contextmanager
    def listen(self, match_id: str) -> Iterator[asyncio.Event]:
        """Yield an event that is set whenever a match changes."""
        is_woken = asyncio.Event()
        self._by_match[match_id].add(is_woken)
        try:
            yield is_woken
        finally:
            self._by_match[match_id].discard(is_woken)
            if not self._by_match[match_id]:
                del self._by_match[match_id]

    def close(self) -> None:
        """End every stream; browsers reconnect by themselves."""
        self.is_closed = True
        for match_id in self._by_match:
            self.announce(match_id)


async def follow(
    listeners: Listeners,
    find: Callable[[str], Awaitable[MatchLog]],
    match_id: str,
    seen: int,
    seconds_between_signs: float,
) -> AsyncGenerator[MatchLog | None, None]:
    """Yield the match when its version is newer than `seen`, and None as a keep-alive when nothing
    has changed for this many seconds.

    It is looked up only after a change, so that idle matches are not read from disk again.
    """
    with listeners.listen(match_id) as is_woken:
        is_woken.set()
        while not listeners.is_closed:
            if is_woken.is_set():
                is_woken.clear()
                try:
                    log = await find(match_id)
                except NumduelError:  # the client reconnects, and gets the reason
                    return
                if log.version > seen:
                    seen = log.version
                    yield log
            try:
                async with asyncio.timeout(seconds_between_signs):
                    await is_woken.wait()
            except TimeoutError:
                yield None


SECONDS = 20  # without a sign, after which a player counts as away


class Presence:
    """Which players are connected, by match."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._heard: dict[tuple[str, Player], float] = {}  # the oldest first

    def __len__(self) -> int:
        return len(self._heard)

    def note(self, match_id: str, players: Iterable[Player], is_here: bool) -> None:
        """Note that these players of a match are here, or have just left."""
        now = self._clock()
        for player in players:
            self._heard.pop((match_id, player), None)
            if is_here:
                self._heard[match_id, player] = now
        self._forget(now)

    def who(self, match_id: str) -> list[Player]:
        """Return the players of a match who are here."""
        self._forget(self._clock())
        return [player for player in Player if (match_id, player) in self._heard]

    def _forget(self, now: float) -> None:
        while self._heard:
            oldest = next(iter(self._heard))
            if now - self._heard[oldest] < SECONDS:
                return
            del self._heard[oldest]
