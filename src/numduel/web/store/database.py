"""The database behind the store: opens SQLite or PostgreSQL, tunes it and brings it up to date."""

import asyncio
from pathlib import Path
from time import monotonic
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from numduel.errors import BadOption, MissingExtra
from numduel.web.errors import CannotOpen
from numduel.web.store.batch import Writer
from numduel.web.store.migrating import is_up_to_date, upgrade
from numduel.web.store.postgres.claims import MIGRATING
from numduel.web.store.postgres.session import Session
from numduel.web.store.postgres.writer import PostgresWriter
from numduel.web.store.sqlite.writer import SqliteWriter

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
_OLDEST = 12  # version of PostgreSQL that is supported

# If the machine of a server vanishes, PostgreSQL ends its sessions, and its claims, in 25 seconds;
# if a server hangs in the middle of a transaction, others do not wait longer for it than this.
_SESSION = (
    "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
    " -c idle_in_transaction_session_timeout=10s"
)
_SECONDS_FOR_MIGRATION = 120.0
_SECONDS_BETWEEN_TRIES = 0.1


def read_address(text: str) -> URL:
    """A database's address as given by a person, or BadOption."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadOption(f'"{text[:40]}" is not the address of a database.') from None
    kind = url.drivername
    if kind not in _DRIVERS:
        raise BadOption(f"A database is sqlite:///FILE or postgresql://…, not {kind}.")
    return url.set(drivername=_DRIVERS[kind])


def make_engine(text: str, seconds: float) -> AsyncEngine:
    """The engine that reads, for an address. It waits at most these seconds for a lock or a
    connection. Nothing is opened yet."""
    url = read_address(text)
    if url.get_backend_name() == "postgresql":
        return _make_postgres(
            url,
            seconds,
            isolation_level="REPEATABLE READ",  # a match is read as it was at one moment
            pool_size=5,
            max_overflow=5,
            pool_timeout=seconds,
        )
    if not url.database or url.database == ":memory:":
        raise BadOption("A SQLite database must be a file: sqlite:///FILE.")
    url = url.set(database=str(Path(url.database).expanduser()))
    connect_args = {"timeout": seconds}
    engine = create_async_engine(url, connect_args=connect_args, hide_parameters=True)
    _tune(engine.sync_engine)
    return engine


def _make_postgres(url: URL, seconds: float, name: str = "numduel", **more: Any) -> AsyncEngine:
    try:
        engine = create_async_engine(
            url,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={
                "client_encoding": "utf8",
                "application_name": name,
                "connect_timeout": max(2, int(seconds)),
                "options": f"-c statement_timeout={int(1000 * seconds)} {_SESSION}",
            },
            **more,
        )
    except ModuleNotFoundError:
        raise MissingExtra("PostgreSQL needs: pip install 'numduel[postgres]'") from None

    # A server tells its version and encoding while a connection is made: no query is needed.
    @event.listens_for(engine.sync_engine, "connect", insert=True)
    def check(connection: Any, _: Any) -> None:
        server = connection.driver_connection.info
        check_server(server.server_version // 10_000, server.parameter_status("server_encoding"))

    return engine


def check_server(version: int, encoding: str | None) -> None:
    """Raise CannotOpen if this PostgreSQL is not supported."""
    if version < _OLDEST:
        raise CannotOpen(f"PostgreSQL {version} is too old: numduel needs {_OLDEST} or newer.")
    if encoding != "UTF8":
        raise CannotOpen(
            f"This database keeps its text as {encoding}, which cannot hold every name. Make one"
            " in UTF-8: createdb --encoding=UTF8 --template=template0 NAME."
        )


def make_session_engine(url: URL, seconds: float, name: str) -> AsyncEngine:
    """An engine for PostgreSQL whose connections are sessions of their own. Each is opened when it
    is asked for, and is never inside a transaction. In the database's list of sessions they have
    this name."""
    isolation = "AUTOCOMMIT"
    return _make_postgres(url, seconds, name, poolclass=NullPool, isolation_level=isolation)


def make_writer(engine: AsyncEngine, seconds: float, seconds_for_answer: float) -> Writer:
    """The object that writes to the database that this engine reads."""
    url = engine.url
    if engine.dialect.name == "postgresql":
        session = make_session_engine(url, seconds, "numduel writing")
        return PostgresWriter(Session(session, seconds_for_answer))
    # The asynchronous driver would change threads for every statement.
    writer = create_engine(
        url.set(drivername="sqlite"),
        connect_args={"timeout": seconds, "check_same_thread": False},
        hide_parameters=True,
    )
    _tune(writer)
    return SqliteWriter(writer, Path(str(url.database)), seconds_for_answer)


def _tune(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def tune(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver would leave DDL out of transactions
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # what is committed survives a power cut
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Run the migrations that this database lacks. One process runs them; any others wait for
    it."""
    deadline = monotonic() + _SECONDS_FOR_MIGRATION
    while not await _bring_up_to_date(engine):
        if monotonic() > deadline:
            raise CannotOpen(
                "Another numduel server has been bringing the database up to date for"
                f" {_SECONDS_FOR_MIGRATION:g} seconds. Start this one again when that is done."
            )
        await asyncio.sleep(_SECONDS_BETWEEN_TRIES)


async def _bring_up_to_date(engine: AsyncEngine) -> bool:
    """Returns False if another process is doing it."""
    is_shared = engine.dialect.name == "postgresql"
    if is_shared:  # this process must see what the last holder of the lock has done
        engine = engine.execution_options(isolation_level="READ COMMITTED")
    async with engine.begin() as connection:
        if is_shared and not await connection.scalar(MIGRATING):
            return False
        if not await connection.run_sync(is_up_to_date):
            await connection.run_sync(take_time)
            await connection.run_sync(upgrade)
    return True


def take_time(connection: Connection) -> None:
    """Remove the time limit of this transaction, because a large table takes long."""
    if connection.dialect.name == "postgresql":
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(text(f"SET LOCAL {limit} = 0"))
