"""Matches in PostgreSQL, shared by several server processes.

A move is one statement, which also notifies the other processes of the match's ID and new version,
so that they read the new entries. PostgreSQL drops what it cannot deliver: after a reconnect, all
matches in use are read again.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from time import monotonic
from typing import Any

import psycopg
from psycopg import AsyncConnection, Connection, ConnectionInfo, Notify
from psycopg.errors import ForeignKeyViolation
from psycopg_pool import AsyncConnectionPool

from numduel.game import Player
from numduel.web.errors import CannotOpen, StoreUnavailable
from numduel.web.matches.log import Entry, MatchHeader, MatchLog
from numduel.web.store.base import DAY, MANY_REMOVED, Store, describe_fault, in_a_sentence, within
from numduel.web.store.rows import HEADER, Row, read_entries, write_header, write_row
from numduel.web.store.sqlite import VERSION, other_version

_log = logging.getLogger(__name__)
_MOST_CONNECTIONS = 8
_SECONDS_TO_CLOSE = 0.5
_SECONDS_BETWEEN_BEATS = 1.0
SECONDS_FOR_BEAT = 3.0  # after which the listening connection counts as dead
_SECONDS_BETWEEN_TRIES = 0.2
_LOCK = 0x6E756D6475656C  # "numduel": held while the tables are made

# PostgreSQL ends the sessions of a vanished machine after 25 seconds, and transactions of a server
# that hangs after 10.
_SESSION = (
    "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
    " -c idle_in_transaction_session_timeout=10s"
)
_NOW = "extract(epoch FROM clock_timestamp())"
_CREATE = f"INSERT INTO matches (id, created, header, checksum) SELECT %s, {_NOW}, %s, %s"
# An entry whose number is taken, or whose match is gone, writes and notifies nothing.
_APPEND = f"""
    WITH new AS (
        INSERT INTO entries (match, number, at, entry, checksum)
        SELECT id, %(number)s, {_NOW}, %(text)s, %(checksum)s FROM matches WHERE id = %(id)s
        ON CONFLICT DO NOTHING RETURNING match, number
    ), rematch AS (
        INSERT INTO matches (id, created, header, checksum)
        SELECT %(next)s, {_NOW}, %(header)s, %(header_checksum)s FROM new
        WHERE CAST(%(next)s AS TEXT) IS NOT NULL
    )
    SELECT pg_notify('numduel', match || ' ' || number + 1) FROM new
"""
# One statement sees a match as it was at one moment.
_READ = """
    SELECT m.header, m.checksum, e.number, e.entry, e.checksum
    FROM matches AS m LEFT JOIN entries AS e ON e.match = m.id AND e.number >= %s
    WHERE m.id = %s ORDER BY e.number
"""
_NEWS = _READ.replace("m.header, m.checksum,", "")
_CHECK = f"INSERT INTO health VALUES (1, {_NOW}) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
_REMOVE = f"""
    DELETE FROM matches WHERE id IN (
        SELECT id FROM matches
        WHERE coalesce((SELECT max(at) FROM entries WHERE match = id), created)
            < {_NOW} - CAST(%s AS float8)
        LIMIT %s FOR UPDATE SKIP LOCKED
    ) RETURNING id
"""
_TELL = "SELECT pg_notify('numduel_here', told) FROM unnest(CAST(%s AS TEXT[])) AS told"


class PostgresStore(Store):
    """A pool of autocommit connections, and one connection for LISTEN."""

    is_shared = True

    def __init__(self, address: str, seconds: float, seconds_for_answer: float) -> None:
        super().__init__(seconds_for_answer)
        self.address = address
        self._connecting: dict[str, Any] = {
            "autocommit": True,
            "client_encoding": "utf8",
            "connect_timeout": max(2, int(seconds)),
            "options": f"-c statement_timeout={int(1000 * seconds)} {_SESSION}",
        }
        self._seconds_for_connection = seconds
        self._pool: AsyncConnectionPool[AsyncConnection[Any]] | None = None
        self._listening: asyncio.Task[None] | None = None
        self.is_listening = False
        self._presence: dict[tuple[str, Player], bool] = {}  # not sent yet
        self._beat: float | None = None  # when a notification to ourselves was sent

    async def open(self) -> None:
        if self._pool is not None:
            return
        with in_a_sentence():
            connection = await AsyncConnection.connect(self.address, **self._connecting)
            async with connection:
                _check_encoding(connection.info)
                await make_tables(connection)
        pool = AsyncConnectionPool(
            self.address,
            kwargs={**self._connecting, "application_name": "numduel"},
            min_size=1,
            max_size=_MOST_CONNECTIONS,
            timeout=self._seconds_for_connection,
            reconnect_timeout=1,  # then the next request tries anew: no exponential backoff
            check=AsyncConnectionPool.check_connection,  # PostgreSQL may have been restarted
            open=False,
        )
        await pool.open()
        self._pool = pool

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening], timeout=_SECONDS_TO_CLOSE)
        pool, self._pool = self._pool, None
        if pool is not None:
            with suppress(StoreUnavailable):  # a frozen database must not block the shutdown
                await within(_SECONDS_TO_CLOSE, pool.close(_SECONDS_TO_CLOSE))

    async def create(self, header: MatchHeader) -> None:
        _, text, checksum = write_header(header)
        await self._write(_CREATE, [header.id, text, checksum])

    async def append(self, log: MatchLog, entry: Entry, next: MatchHeader | None = None) -> bool:
        match_id = log.header.id
        row = write_row(match_id, log.version, entry)
        _, header, header_checksum = (None, None, None) if next is None else write_header(next)
        values = row._asdict() | {
            "id": match_id,
            "next": next and next.id,
            "header": header,
            "header_checksum": header_checksum,
        }
        return bool(await self._write(_APPEND, values, is_move="move" in entry))

    async def news(self, match_id: str, version: int) -> list[Entry] | None:
        rows = await self._do(_NEWS, [version, match_id])
        if not rows:
            return None
        return read_entries(match_id, version, [row for row in rows if row[0] is not None])

    async def _read(self, match_id: str) -> tuple[Row, list[Row]] | None:
        rows = await self._do(_READ, [0, match_id])
        if not rows:
            return None
        header, checksum = rows[0][:2]
        entries = [Row(*row[2:]) for row in rows if row[2] is not None]
        return Row(HEADER, header, checksum), entries

    async def check(self) -> None:
        await self._write(_CHECK)

    async def remove_old(self, days: float) -> list[str]:
        rows = await self._do(_REMOVE, [days * DAY, MANY_REMOVED])
        return [match_id for (match_id,) in rows]

    async def _write(
        self, statement: str, values: Any = (), is_move: bool = False
    ) -> Sequence[Sequence[Any]]:
        began = monotonic()
        rows = await self._do(statement, values)
        self.on_commit(1, int(is_move and bool(rows)), monotonic() - began)
        return rows

    async def _do(self, statement: str, values: Any = ()) -> Sequence[Sequence[Any]]:
        return await self._within(self._execute(statement, values))

    async def _execute(self, statement: str, values: Any) -> Sequence[Sequence[Any]]:
        if self._pool is None:
            raise StoreUnavailable
        async with self._pool.connection() as connection:
            try:
                cursor = await connection.execute(statement, values)
            except ForeignKeyViolation:  # the match has just been removed
                return ()
            return await cursor.fetchall() if cursor.description else ()

    async def listen(self) -> None:
        self._listening = asyncio.create_task(self._listen_for_ever(), name="listening")
        with suppress(TimeoutError):  # it keeps trying
            async with asyncio.timeout(SECONDS_FOR_BEAT):
                while not self.is_listening:
                    await asyncio.sleep(0.01)

    def tell_presence(self, match_id: str, player: Player, is_here: bool) -> None:
        self._presence[match_id, player] = is_here  # sent with the next heartbeat

    async def _listen_for_ever(self) -> None:
        is_first_fault = True
        while True:
            try:
                await self._listen()
            except Exception as fault:  # whatever it is, LISTEN must be connected again
                if self.is_listening or is_first_fault:
                    told = {"fields": {"fault": describe_fault(fault)}}
                    _log.error("LISTEN is not connected: connecting again", extra=told)
                is_first_fault = False
            self.is_listening = False
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)

    async def _listen(self) -> None:
        """Listen until something goes wrong. A connection may be dead without an error: each second
        it has to answer, and to deliver a notification to ourselves."""
        options = self._connecting | {"application_name": "numduel listening"}
        connection = await within(
            SECONDS_FOR_BEAT, AsyncConnection.connect(self.address, **options)
        )
        try:
            for channel in ("numduel", "numduel_here"):
                await within(SECONDS_FOR_BEAT, connection.execute(f"LISTEN {channel}"))
            self._beat = None
            self.on_reconnect()
            self.is_listening = True
            while True:
                await within(SECONDS_FOR_BEAT, self._send(connection))
                async for notice in connection.notifies(timeout=_SECONDS_BETWEEN_BEATS):
                    self._take(notice, connection.info.backend_pid)
                    await asyncio.sleep(0)  # let requests run in between
                if self._beat is not None and monotonic() - self._beat > SECONDS_FOR_BEAT:
                    raise StoreUnavailable
        finally:
            with suppress(Exception):
                await within(_SECONDS_TO_CLOSE, connection.close())

    async def _send(self, connection: AsyncConnection[Any]) -> None:
        """Send who is at the boards to others, and a heartbeat to ourselves."""
        presence, self._presence = self._presence, {}
        told = [
            f"{match_id} {int(player)} {here:d}" for (match_id, player), here in presence.items()
        ]
        if self._beat is None:
            self._beat = monotonic()
            await connection.execute("NOTIFY numduel")
        if told:
            await connection.execute(_TELL, [told])

    def _take(self, notice: Notify, own_pid: int) -> None:
        words = notice.payload.split()
        match notice.channel, words:
            case "numduel", []:
                if notice.pid == own_pid and self._beat is not None:
                    self.on_notice(monotonic() - self._beat)
                    self._beat = None
            case "numduel", [match_id, version]:
                self.on_news(match_id, int(version))
            case "numduel_here", [match_id, player, is_here] if notice.pid != own_pid:
                self.on_presence(match_id, Player(int(player)), is_here == "1")


def connect_at_once(address: str, seconds: int) -> Connection[Any]:
    """Connect synchronously to a database with our tables, or raise CannotOpen."""
    connection = psycopg.connect(address, autocommit=True, connect_timeout=seconds)
    try:
        _check_encoding(connection.info)
        if connection.execute("SELECT to_regclass('numduel')").fetchone() == (None,):
            raise CannotOpen("There is nothing to copy: numduel has not used this database yet.")
        if connection.execute("SELECT version FROM numduel").fetchone() != (VERSION,):
            raise other_version()
    except BaseException:
        connection.close()
        raise
    return connection


def _check_encoding(info: ConnectionInfo) -> None:
    """Raise CannotOpen unless a database is in UTF-8, which can hold every name."""
    encoding = info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise CannotOpen(
            f"This database keeps its text as {encoding}, which cannot hold every name. Make one"
            " in UTF-8: createdb --encoding=UTF8 --template=template0 NAME."
        )


async def make_tables(connection: AsyncConnection[Any]) -> None:
    """Make the tables if there are none; raise CannotOpen if they are of another version. A lock
    makes servers that start at once take turns."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        if await _exists(connection, "numduel"):
            cursor = await connection.execute("SELECT version FROM numduel")
            if await cursor.fetchone() != (VERSION,):
                raise other_version()
        elif await _exists(connection, "matches"):
            raise other_version()
        else:
            script = (files("numduel.web.store") / "postgres.sql").read_text(encoding="utf-8")
            await connection.execute(script.encode())


async def _exists(connection: AsyncConnection[Any], table: str) -> bool:
    cursor = await connection.execute("SELECT to_regclass(%s)", [table])
    return await cursor.fetchone() != (None,)
