"""All the matches: find one, let something happen in it, tell whoever listens."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from functools import partial
from typing import Protocol, TypeVar
from weakref import WeakValueDictionary

from numduel.errors import NumduelError, TooLarge
from numduel.match import Match
from numduel.players import choose_move
from numduel.web.errors import (
    MatchDamaged,
    NotFound,
    NotNow,
    StoreUnavailable,
    TooBusy,
    TooManyRequests,
)
from numduel.web.matches.listeners import Listeners
from numduel.web.matches.log import Entry, MatchHeader, MatchLog
from numduel.web.matches.memory import LogsInMemory
from numduel.web.matches.presence import Presence
from numduel.web.matches.tokens import is_id
from numduel.web.settings import Settings

Decision = Callable[[MatchLog], Entry | None]
T = TypeVar("T")
_log = logging.getLogger(__name__)
_SECONDS_BETWEEN_CLEANINGS = 3600
_SECONDS_AFTER_FAULT = 10
_SECONDS_BETWEEN_PARTS = 1  # of one cleaning, which removes a few matches at a time


class InBackground(Protocol):
    """Does what takes long, in another process."""

    async def __call__(self, task: Callable[[], T]) -> T: ...


class MatchStore(Protocol):
    """Where matches are kept. What a method has returned from is on disk."""

    async def create(self, header: MatchHeader) -> None: ...

    async def append(
        self, log: MatchLog, entry: Entry, is_last: bool = False, next: MatchHeader | None = None
    ) -> bool: ...

    async def load(self, match_id: str, in_background: InBackground) -> MatchLog | None: ...

    async def remove_old(self, days: float, finished_days: float) -> list[str]: ...


class MatchService:
    """The matches of one server process. Those in use are kept in memory."""

    def __init__(self, settings: Settings, store: MatchStore, in_background: InBackground) -> None:
        self.settings = settings
        self.listeners = Listeners(settings.most_listeners, settings.listeners_per_client)
        self.presence = Presence()
        self._store = store
        self._in_background = in_background
        self._logs = LogsInMemory(settings.most_bytes_of_matches)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._replies: dict[str, asyncio.Task[None]] = {}
        self._cleaner: asyncio.Task[None] | None = None
        self._is_closing = asyncio.Event()

    def start(self) -> None:
        """Begin to remove old matches now and then."""
        self._cleaner = asyncio.create_task(self._clean(), name="cleaner")

    async def close(self) -> None:
        self.listeners.close()
        self._is_closing.set()
        if self._cleaner is not None:
            await self._cleaner
        for reply in list(self._replies.values()):
            reply.cancel()

    @property
    def count(self) -> int:
        """How many matches are in memory."""
        return len(self._logs)

    async def create(self, header: MatchHeader) -> MatchLog:
        """Begin a match."""
        log = MatchLog(header)
        await self._store.create(header)
        self._logs.keep(log)
        self._let_computer_reply(log)
        return log

    async def find(self, match_id: str) -> MatchLog:
        """The match with this id, or NotFound."""
        log = self._logs.find(match_id)
        if log is not None:
            return log
        if not is_id(match_id):
            raise NotFound("There is no such match.")
        async with self._lock(match_id):
            log = await self._find_in_lock(match_id)
        self._let_computer_reply(log)
        return log

    async def _find_in_lock(self, match_id: str) -> MatchLog:
        log = self._logs.find(match_id)
        if log is None:
            try:
                log = await self._store.load(match_id, self._in_background)
            except (TooBusy, TooManyRequests, MatchDamaged):
                raise
            except NumduelError as fault:  # its rule book is gone, or no longer allows it
                raise NotFound(f"This match cannot be shown any more: {fault}") from None
            if log is None:
                raise NotFound("There is no such match. An old one may have been removed.")
            self._logs.keep(log)
        return log

    async def act(self, match_id: str, decide: Decision) -> MatchLog:
        """Let one thing happen in a match. It is on disk before anybody is told."""
        return await self._act(match_id, partial(self._decide_within_limit, decide))

    def _decide_within_limit(self, decide: Decision, log: MatchLog) -> Entry | None:
        """A decision, unless there is no room for another entry: a match can always be ended."""
        entry = decide(log)
        if entry is None or entry.keys() & {"end", "rematch"}:
            return entry
        if log.version >= self.settings.most_entries:
            raise NotNow(
                f"So much has happened in this match that it is full: {log.version} entries."
                " Resign it, and play another."
            )
        return entry

    async def _act(self, match_id: str, decide: Decision) -> MatchLog:
        await self.find(match_id)
        async with self._lock(match_id):
            refused = -1
            while True:
                log = await self._find_in_lock(match_id)
                if log.version <= refused:
                    raise MatchDamaged("an entry can neither be read nor written")
                entry = decide(log)
                if entry is None or await self._append(log, entry):
                    break
                refused = log.version  # there is such an entry already: look again
                self._logs.drop(match_id)
        if entry is not None:
            self.listeners.announce(match_id)
            self._let_computer_reply(log)
        return log

    async def _append(self, log: MatchLog, entry: Entry) -> bool:
        next_id = entry["rematch"]["next"] if "rematch" in entry else None
        next_header = None if next_id is None else log.rematch_header(next_id)
        try:
            is_new = await self._store.append(log, entry, log.is_ended_by(entry), next_header)
        except StoreUnavailable:
            self._logs.drop(log.header.id)  # it may be on disk or not: look again
            self.listeners.announce(log.header.id)
            raise
        if is_new:
            log.apply(entry)
            self._logs.keep(log)
        return is_new

    def _lock(self, match_id: str) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    def _let_computer_reply(self, log: MatchLog) -> None:
        match_id = log.header.id
        under_way = self._replies.get(match_id)
        if log.is_computers_turn and (under_way is None or under_way.done()):
            task = asyncio.create_task(self._reply(match_id))
            self._replies[match_id] = task
            task.add_done_callback(lambda task: self._forget_reply(match_id, task))

    def _forget_reply(self, match_id: str, task: "asyncio.Task[None]") -> None:
        if self._replies.get(match_id) is task:
            del self._replies[match_id]

    async def wait_for_reply(self, match_id: str) -> None:
        """Wait a little for the computer's move, if it is its turn."""
        reply = self._replies.get(match_id)
        if reply is not None:
            await asyncio.wait([reply], timeout=self.settings.seconds_for_reply)

    async def _reply(self, match_id: str) -> None:
        """Make the computer's move. If the match changes meanwhile, choose again."""
        try:
            while (log := await self.find(match_id)).is_computers_turn:
                version = log.version
                move = await self._choose(copy(log.match))
                await self._act(match_id, partial(_move_unless_changed, version, move))
        except (MatchDamaged, TooBusy, TooManyRequests):
            _log.warning("the computer's move could not be made; it is made when asked for")
        except Exception:
            _log.exception("the computer found no move")

    async def _choose(self, match: Match) -> str:
        """The computer's move; one at random if thinking takes more than it may."""
        try:
            return await self._in_background(partial(_choose, match))
        except TooLarge:
            return await self._in_background(partial(_choose, match, "random"))

    async def _clean(self) -> None:
        while not self._is_closing.is_set():
            pause = _SECONDS_BETWEEN_CLEANINGS
            try:
                removed = await self._store.remove_old(
                    self.settings.keep_days, self.settings.keep_finished_days
                )
            except (StoreUnavailable, MatchDamaged):
                _log.warning("old matches could not be removed; it is tried again")
                pause = _SECONDS_AFTER_FAULT
            else:
                for match_id in removed:
                    self._logs.drop(match_id)
                    self.listeners.announce(match_id)
                if removed:
                    pause = _SECONDS_BETWEEN_PARTS
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._is_closing.wait()


def _choose(match: Match, level: str | None = None) -> str:
    """The move of the computer whose turn it is, or of another one."""
    level = level or match.seat(match.state.to_move).kind
    return match.game.write_move(choose_move(match, level))


def _move_unless_changed(version: int, move: str, log: MatchLog) -> Entry | None:
    return {"move": move} if log.version == version else None
