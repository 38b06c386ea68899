"""The database behind the store: opens SQLite or PostgreSQL, tunes it and migrates it."""

import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from numduel.errors import BadOption, MissingExtra

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}


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
    """The engine for an address, which waits at most these seconds for a lock or an answer.
    Nothing is opened yet, except a folder for a SQLite file."""
    url = read_address(text)
    if url.get_backend_name() == "sqlite":
        return _make_sqlite(url, seconds)
    try:
        return create_async_engine(
            url,
            pool_pre_ping=True,
            pool_size=5,
            max_overflow=5,
            pool_timeout=seconds,
            connect_args={
                "connect_timeout": max(2, int(seconds)),
                "options": f"-c statement_timeout={int(1000 * seconds)}",
            },
        )
    except ModuleNotFoundError:
        raise MissingExtra("PostgreSQL needs: pip install 'numduel[postgres]'") from None


def _make_sqlite(url: URL, seconds: float) -> AsyncEngine:
    if not url.database or url.database == ":memory:":
        raise BadOption("A SQLite database must be a file: sqlite:///FILE.")
    Path(url.database).expanduser().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    url = url.set(database=str(Path(url.database).expanduser()))
    engine = create_async_engine(url, connect_args={"timeout": seconds})
    _tune(engine.sync_engine)
    return engine


def make_writer(engine: AsyncEngine, seconds: float) -> Engine | None:
    """An engine that writes to the same SQLite file and is used in one thread. The asynchronous
    one changes threads for every statement. PostgreSQL's driver needs no threads, so None."""
    if engine.dialect.name != "sqlite":
        return None
    url = engine.url.set(drivername="sqlite")
    writer = create_engine(url, connect_args={"timeout": seconds, "check_same_thread": False})
    _tune(writer)
    return writer


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
    command.upgrade(config, "head")


def is_damage(fault: Exception) -> bool:
    """Whether a database says that what is stored in it was damaged."""
    original = getattr(fault, "orig", None)
    if isinstance(original, sqlite3.Error):
        code = getattr(original, "sqlite_errorcode", 0) & 0xFF
        damaged = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        return code in damaged or "decode to UTF-8" in str(original)
    return (getattr(original, "sqlstate", None) or "").startswith("XX")
