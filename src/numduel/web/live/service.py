"""The matches of a server process: find one, act in it, notify its listeners."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from time import monotonic
from weakref import WeakValueDictionary

from numduel.errors import NumduelError
from numduel.game import Player
from numduel.web.errors import MatchDamaged, NotFound, StoreUnavailable, TooBusy
from numduel.web.limits import LRU
from numduel.web.live.listeners import Listeners, Presence
from numduel.web.live.replies import SECONDS_BEFORE_TAKING_OVER, InBackground, Replies
from numduel.web.matches.actions import check_room
from numduel.web.matches.creation import is_id
from numduel.web.matches.log import Entry, MatchHeader, MatchLog
from numduel.web.settings import Settings
from numduel.web.store.base import Store

Decision = Callable[[MatchLog], Entry | None]
_HOUR = 3600
_MOST_HEARD = 10_000
_ANY_VERSION = 1 << 31  # newer than any
_SECONDS_AFTER_FAULT = 10
_log = logging.getLogger(__name__)


class MatchService:
    """The matches of one server process; those in use are cached.

    If other processes share the database, the cache may be stale: a request first reads the newer
    entries, and a notification wakes the listeners.
    """

    def __init__(self, settings: Settings, store: Store, in_background: InBackground) -> None:
        """`in_background` runs the choice of the computer's moves."""
        self.settings = settings
        self.listeners = Listeners(settings.most_listeners, settings.listeners_per_client)
        self.presence = Presence()
        self._store = store
        self._logs: LRU[str, MatchLog] = LRU(settings.most_matches)
        self._heard: LRU[str, int] = LRU(_MOST_HEARD)  # the newest versions we were notified of
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._replies = Replies(
            self.recall, self.act, lambda name: self.listeners.count_of(name) > 0, in_background
        )
        self._health: asyncio.Task[None] | None = None
        self._health_began = 0.0
        self._cleaner: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start listening to other processes and removing old matches."""
        self._store.on_news = self.hear
        self._store.on_reconnect = self.hear_all
        self._store.on_presence = lambda name, player, here: self.presence.note(
            name, [player], here
        )
        await self._store.listen()
        self._cleaner = asyncio.create_task(self._clean_for_ever(), name="cleaner")

    async def close(self) -> None:
        self.listeners.close()
        self._replies.close()
        if self._cleaner is not None:
            self._cleaner.cancel()

    @property
    def count(self) -> int:
        """How many matches are in memory."""
        return len(self._logs)

    # Reading.

    async def find(self, match_id: str) -> MatchLog:
        """Return a match as it is in the database now, or raise NotFound."""
        log = self._logs.find(match_id) or await self._load(match_id)
        if self._store.is_shared:
            log = await self._catch_up(log)
        self._look_after(log)
        return log

    async def recall(self, match_id: str) -> MatchLog:
        """Return a match from memory, or raise NotFound. It may lack other processes' entries until
        their notification arrives."""
        log = self._logs.find(match_id) or await self._load(match_id)
        heard = self._heard.get(match_id, 0)
        if log.version < heard:
            log = await self._catch_up(log)
            if self._heard.get(match_id) == heard:
                del self._heard[match_id]
        self._look_after(log)
        return log

    def _look_after(self, log: MatchLog) -> None:
        """Schedule the computer's move, later if another process may be making it."""
        self._replies.begin_later(log, SECONDS_BEFORE_TAKING_OVER if self._store.is_shared else 0)

    def _lock(self, match_id: str) -> asyncio.Lock:
        """Return the lock for changing a match."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _load(self, match_id: str) -> MatchLog:
        if not is_id(match_id):
            raise NotFound("There is no such match.")
        async with self._lock(match_id):
            return await self._load_in_lock(match_id)

    async def _load_in_lock(self, match_id: str) -> MatchLog:
        """Return a match from memory or the database. The caller holds the lock."""
        log = self._logs.find(match_id)
        if log is not None:
            return log
        try:
            log = await self._store.load(match_id)
        except (TooBusy, MatchDamaged):
            raise
        except NumduelError as fault:  # its rule book is gone, or no longer allows it
            raise NotFound(f"This match cannot be shown any more: {fault}") from None
        if log is None:
            raise NotFound("There is no such match. An old one may have been removed.")
        self._logs.keep(match_id, log)
        return log

    async def _catch_up(self, log: MatchLog) -> MatchLog:
        """Return the match with what other processes have written."""
        match_id, version = log.header.id, log.version
        entries = await self._store.news(match_id, version)
        if entries == []:
            return log
        async with self._lock(match_id):  # so that no entry is applied twice
            log = await self._load_in_lock(match_id)
            self._extend(log, version, entries)
            return log

    async def _catch_up_in_lock(self, log: MatchLog) -> bool:
        """Apply what other processes have written; return whether there was anything."""
        version = log.version
        return self._extend(log, version, await self._store.news(log.header.id, version))

    def _extend(self, log: MatchLog, version: int, entries: list[Entry] | None) -> bool:
        """Apply the entries after a version that are still new; return whether there were any."""
        if entries is None:
            self._forget(log.header.id)
            raise NotFound("There is no such match. An old one may have been removed.")
        new = entries[log.version - version :]
        for entry in new:
            log.apply(entry)
        if new:
            self.listeners.announce(log.header.id)
        return bool(new)

    def _forget(self, match_id: str) -> None:
        """Drop a match from memory: it is gone, or may be different on disk."""
        self._logs.pop(match_id, None)
        self.listeners.announce(match_id)

    # Notifications of other processes.

    def hear(self, match_id: str, version: int) -> None:
        """Handle a notification: note a match's version and wake its listeners."""
        self._heard.keep(match_id, max(version, self._heard.get(match_id, 0)))
        self.listeners.announce(match_id)

    def hear_all(self) -> None:
        """Mark every match as outdated: notifications may have been lost."""
        for match_id in {*self._logs, *self._locks, *self.listeners.match_ids}:
            self.hear(match_id, _ANY_VERSION)

    def note_presence(self, match_id: str, players: Iterable[Player], is_here: bool) -> None:
        """Note that these players of a match are here or have just left, and tell other
        processes."""
        for player in players:
            self.presence.note(match_id, [player], is_here)
            self._store.tell_presence(match_id, player, is_here)

    # Acting.

    async def create(self, header: MatchHeader) -> MatchLog:
        """Begin a match."""
        log = MatchLog(header)
        await self._store.create(header)
        self._logs.keep(header.id, log)
        self._replies.begin(log)
        return log

    async def act(self, match_id: str, decide: Decision) -> MatchLog:
        """Carry out one action in a match: decide, write, apply, announce."""
        await self.recall(match_id)
        async with self._lock(match_id):
            log = await self._load_in_lock(match_id)
            entry = await self._write(log, decide)
        if entry is not None:
            self._note_arrival(match_id, entry)
            self.listeners.announce(match_id)
            self._replies.begin(log)
        return log

    async def _write(self, log: MatchLog, decide: Decision) -> Entry | None:
        """Decide on an entry and append it. A stale entry is refused by its primary key; before any
        other refusal the match is brought up to date."""
        while True:
            try:
                entry = check_room(log, decide(log))
            except NumduelError:
                if self._store.is_shared and await self._catch_up_in_lock(log):
                    continue
                raise
            if entry is None:
                if self._store.is_shared and await self._catch_up_in_lock(log):
                    continue
                return None
            if await self._append(log, entry):
                return entry
            if not await self._catch_up_in_lock(log):
                raise MatchDamaged("an entry can neither be read nor written")

    async def _append(self, log: MatchLog, entry: Entry) -> bool:
        next_id = entry["rematch"]["next"] if "rematch" in entry else None
        next_header = None if next_id is None else log.rematch_header(next_id)
        try:
            is_new = await self._store.append(log, entry, next_header)
        except StoreUnavailable:
            self._forget(log.header.id)  # it may be on disk or not: look again
            raise
        if is_new:
            log.apply(entry)
        return is_new

    def _note_arrival(self, match_id: str, entry: Entry) -> None:
        """Note the player who has just joined, or both when their rematch begins, as present: their
        pages say so only a moment later."""
        if "join" in entry:
            self.note_presence(match_id, [Player(entry["join"]["player"])], is_here=True)
        elif "rematch" in entry and entry["rematch"]["next"] is not None:
            self.note_presence(entry["rematch"]["next"], Player, is_here=True)

    async def wait_for_reply(self, match_id: str) -> None:
        """Wait a little for the computer's move, if it is its turn."""
        await self._replies.wait(match_id, self.settings.seconds_for_reply)

    # Maintenance.

    async def check(self) -> None:
        """Raise TooBusy unless the database can be written to and LISTEN is connected. Calls within
        a moment share one check."""
        task = self._health
        is_old = monotonic() - self._health_began >= self.settings.healthy_for
        if task is None or (task.done() and is_old):
            self._health_began = monotonic()
            task = self._health = asyncio.create_task(self._check_store())
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.shield(task)
        if not self._store.is_listening:
            raise TooBusy(
                "This server does not see moves made at other servers: LISTEN is not connected. It"
                " is reconnecting.",
                2,
            )

    async def _check_store(self) -> None:
        try:
            async with asyncio.timeout(self.settings.seconds_for_health):
                await self._store.check()
        except (TimeoutError, StoreUnavailable, MatchDamaged):
            raise TooBusy("The database cannot be written to at the moment.", 2) from None

    async def _clean_for_ever(self) -> None:
        """Remove old matches every hour."""
        while True:
            pause = _HOUR
            try:
                await self.remove_old()
            except (StoreUnavailable, MatchDamaged):
                _log.warning("old matches could not be removed; trying again later")
                pause = _SECONDS_AFTER_FAULT
            await asyncio.sleep(pause)

    async def remove_old(self) -> None:
        """Remove matches without an entry for `keep_days`."""
        while removed := await self._store.remove_old(self.settings.keep_days):
            for match_id in removed:
                self._forget(match_id)
