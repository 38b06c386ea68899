"""The database behind the store: opens SQLite or PostgreSQL, tunes it and migrates it."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from numduel.errors import BadOption, MissingExtra
from numduel.web.errors import CannotOpen
from numduel.web.store.writers import PostgresWriter, SqliteWriter, Writer

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}

# If the machine of a server vanishes, PostgreSQL ends its sessions, and its lease, in 25 seconds.
_KEEPALIVES = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"


def read_address(text: str) -> URL:
    """A database's address as given by a person, or BadOption."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadOption(f'"{text[:40]}" is not the address of a database.') from None
    kind = url.get_backend_name()
    if kind == "postgres":
        kind = "postgresql"
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


def _make_postgres(url: URL, seconds: float, **more: Any) -> AsyncEngine:
    try:
        return create_async_engine(
            url,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={
                "client_encoding": "utf8",
                "connect_timeout": max(2, int(seconds)),
                "options": f"-c statement_timeout={int(1000 * seconds)} {_KEEPALIVES}",
            },
            **more,
        )
    except ModuleNotFoundError:
        raise MissingExtra("PostgreSQL needs: pip install 'numduel[postgres]'") from None


def make_writer(engine: AsyncEngine, seconds: float) -> Writer:
    """What writes to the database that this engine reads."""
    url = engine.url
    if engine.dialect.name == "postgresql":
        return PostgresWriter(_make_postgres(url, seconds, poolclass=NullPool), seconds)
    # The asynchronous driver would change threads for every statement.
    writer = create_engine(
        url.set(drivername="sqlite"),
        connect_args={"timeout": seconds, "check_same_thread": False},
        hide_parameters=True,
    )
    _tune(writer)
    return SqliteWriter(writer, Path(str(url.database)))


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
    """Run the migrations that this database has not seen."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "numduel.web.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise CannotOpen(
            "The database is of a version that this numduel does not know: a newer one made it,"
            " or it was damaged. Update numduel, or choose another --database."
        ) from None
