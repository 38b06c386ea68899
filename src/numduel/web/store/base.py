"""The interface of a store, its time limit, and its faults."""

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
    """Return what a database says, without the values in the statement that failed."""
    diagnosis: Any = getattr(fault, "diag", None)
    said = getattr(diagnosis, "message_primary", None) or str(fault)
    return f"{type(fault).__name__}: {_VALUE.sub('…', said.partition(chr(10))[0])}"


@contextmanager
def in_a_sentence(what: str = "opened") -> Iterator[None]:
    """Turn what goes wrong with a database here into CannotOpen with one sentence, for whoever runs
    a server or a command. `what` is what cannot be done with it."""
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
    """Return whether a database is at fault, and not our own code. psycopg, which may not be
    installed, has errors with an `sqlstate`, and its pool those with a name of their own."""
    known = (sqlite3.Error, OSError, StoreUnavailable)
    is_pool = type(fault).__module__.startswith("psycopg_pool")
    return isinstance(fault, known) or hasattr(fault, "sqlstate") or is_pool


def is_damage(fault: BaseException) -> bool:
    """Return whether a database says that what is stored in it was damaged."""
    if isinstance(fault, sqlite3.Error):
        code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
        damaged = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        return code in damaged or "decode to UTF-8" in str(fault)
    return (getattr(fault, "sqlstate", None) or "").startswith("XX")


T = TypeVar("T")
DAY = 24 * 3600
MANY_REMOVED = 500  # matches that are deleted by one statement, since everybody else waits
_MANY_ENTRIES = 100  # above this a replay takes more than some milliseconds
_log = logging.getLogger(__name__)


class Store(ABC):
    """Keeps matches. When a method returns, its result is committed; a database that does not
    answer in time raises StoreUnavailable."""

    is_shared = False  # whether other processes may write to the same database
    is_listening = True  # whether LISTEN is connected, if it is shared

    def __init__(self, seconds: float) -> None:
        """`seconds` is how long a request waits for an answer in all."""
        self._seconds = seconds
        # Called after a commit with its number of writes, that of moves, and its seconds.
        self.on_commit: Callable[[int, int, float], None] = lambda *_: None
        # Called now and then with how many seconds a notification took.
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
        """Keep a new match."""

    @abstractmethod
    async def append(self, log: MatchLog, entry: Entry, next: MatchHeader | None = None) -> bool:
        """Append an entry, and the rematch that it begins. Return False if the match has an entry
        with this number already, or is gone."""

    @abstractmethod
    async def news(self, match_id: str, version: int) -> list[Entry] | None:
        """Return the entries that follow a version, or None if there is no such match."""

    @abstractmethod
    async def check(self) -> None:
        """Raise StoreUnavailable unless the database can be written to."""

    @abstractmethod
    async def remove_old(self, days: float) -> list[str]:
        """Delete some matches in which nothing has happened for this many days, and return their
        ids."""

    @abstractmethod
    async def _read(self, match_id: str) -> tuple[Row, list[Row]] | None:
        """Return the rows of a match as they were at one moment: its header and its entries."""

    async def load(self, match_id: str) -> MatchLog | None:
        """Return a match with everything that happened in it, or None if there is none."""
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
        """Tell other processes who is at the board, or has just left."""

    async def _within(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what some work with the database returns, within the time limit."""
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

    The work is then cancelled, but not waited for: a driver may wait for a frozen database even to
    end a statement.
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
