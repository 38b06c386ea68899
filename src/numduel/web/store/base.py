"""The interface of a store, its timeout and its errors."""

import asyncio
import logging
import re
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from numduel.game import Player
from numduel.web.errors import CannotOpen, MatchDamaged, StoreUnavailable
from numduel.web.matches.log import Entry, MatchHeader, MatchLog
from numduel.web.store.rows import Row, rebuild

_VALUE = re.compile(r"""(?<=: )(["']).*\1""")  # such as in: invalid input for a number: "abc"
_REASON = re.compile(r".*failed: (?:FATAL:\s+)?(.*)")


def describe_fault(fault: BaseException) -> str:
    """Return a database's error message without the values of the failed statement."""
    diagnosis: Any = getattr(fault, "diag", None)
    said = getattr(diagnosis, "message_primary", None) or str(fault)
    return f"{type(fault).__name__}: {_VALUE.sub('…', said.partition(chr(10))[0])}"


@contextmanager
def in_a_sentence(what: str = "opened") -> Iterator[None]:
    """Turn a database error into CannotOpen, with a sentence for the operator. `what` is what
    cannot be done with the database."""
    try:
        yield
    except Exception as fault:
        if not is_of_database(fault):
            raise
        raise CannotOpen(f"The database cannot be {what}: {_reason_of(fault)}.") from fault


def _reason_of(fault: BaseException) -> str:
    """Return why a database could not be opened, as the end of a sentence."""
    if isinstance(fault, OSError) and fault.filename:
        return f"{fault.strerror}, {fault.filename}"
    said = describe_fault(fault).partition(": ")[2]
    found = _REASON.search(said)
    return (found[1] if found else said).rstrip(".")


def is_of_database(fault: BaseException) -> bool:
    """Return whether an error is the database's, not our own. psycopg may not be installed: its
    errors have an `sqlstate`, and its pool's are known by their module."""
    known = (sqlite3.Error, OSError, StoreUnavailable)
    is_pool = type(fault).__module__.startswith("psycopg_pool")
    return isinstance(fault, known) or hasattr(fault, "sqlstate") or is_pool


def is_damage(fault: BaseException) -> bool:
    """Return whether an error says that stored data is damaged."""
    if isinstance(fault, sqlite3.Error):
        code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
        damaged = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        return code in damaged or "decode to UTF-8" in str(fault)
    return (getattr(fault, "sqlstate", None) or "").startswith("XX")


T = TypeVar("T")
DAY = 24 * 3600
MANY_REMOVED = 500  # matches per DELETE, for which all others wait
_MANY_ENTRIES = 100  # above this a replay takes more than some milliseconds
_log = logging.getLogger(__name__)


class Store(ABC):
    """Keeps matches. When a method returns, its result is committed; a database that does not
    answer in time raises StoreUnavailable."""

    is_shared = False  # whether other processes may write to the same database
    is_listening = True  # whether LISTEN is connected, if it is shared

    def __init__(self, seconds: float) -> None:
        """`seconds` is the timeout of a request."""
        self._seconds = seconds
        # Called after a commit with its writes, its moves, and its seconds.
        self.on_commit: Callable[[int, int, float], None] = lambda *_: None
        # Called now and then with the delay of a notification in seconds.
        self.on_notice: Callable[[float], None] = lambda _: None
        self.on_news: Callable[[str, int], None] = lambda *_: None
        self.on_reconnect: Callable[[], None] = lambda: None
        self.on_presence: Callable[[str, Player, bool], None] = lambda *_: None

    @abstractmethod
    async def open(self) -> None:
        """Make the tables if there are none, or raise CannotOpen."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def create(self, header: MatchHeader) -> None:
        """Store a new match."""

    @abstractmethod
    async def append(self, log: MatchLog, entry: Entry, next: MatchHeader | None = None) -> bool:
        """Append an entry, and the rematch that it begins. Return False if its number is taken or
        the match is gone."""

    @abstractmethod
    async def news(self, match_id: str, version: int) -> list[Entry] | None:
        """Return the entries from a version on, or None if there is no such match."""

    @abstractmethod
    async def check(self) -> None:
        """Raise StoreUnavailable unless the database can be written to."""

    @abstractmethod
    async def remove_old(self, days: float) -> list[str]:
        """Delete some matches without an entry for this many days, and return their IDs."""

    @abstractmethod
    async def _read(self, match_id: str) -> tuple[Row, list[Row]] | None:
        """Return a match's header and entries, read at one moment, or None."""

    async def load(self, match_id: str) -> MatchLog | None:
        """Return a match, or None if there is none."""
        found = await self._read(match_id)
        if found is None:
            return None
        if len(found[1]) > _MANY_ENTRIES:
            return await asyncio.to_thread(rebuild, match_id, *found)
        return rebuild(match_id, *found)

    @abstractmethod
    async def listen(self) -> None:
        """Start LISTEN: call `on_news`, `on_reconnect` and `on_presence` from now on."""

    @abstractmethod
    def tell_presence(self, match_id: str, player: Player, is_here: bool) -> None:
        """Notify other processes that a player is at the board, or has just left."""

    async def _within(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of some work with the database, or raise StoreUnavailable or
        MatchDamaged."""
        try:
            return await within(self._seconds, work)
        except Exception as fault:
            if not is_of_database(fault):
                raise
            told = {"fields": {"fault": describe_fault(fault)}}
            if is_damage(fault):
                _log.error("the database is damaged", extra=told)
                raise MatchDamaged("the database itself is damaged") from None
            _log.error("the database does not answer", extra=told)
            raise StoreUnavailable from None


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of some work, or raise StoreUnavailable after this many seconds.

    The work is then cancelled, but not awaited: a driver may wait for a frozen database even to end
    a statement.
    """
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        done, _ = await asyncio.wait([task], timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if not done:
        task.cancel()
        raise StoreUnavailable
    return task.result()
