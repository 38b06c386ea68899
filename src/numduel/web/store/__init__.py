"""Matches in a database: SQLite for one process, PostgreSQL for several."""

from pathlib import Path

from numduel.errors import BadOption, missing_extra
from numduel.web.store.base import Store
from numduel.web.store.sqlite import SqliteStore

__all__ = ["Store", "is_postgres", "make_store", "sqlite_path"]


def make_store(address: str, seconds: float = 2, seconds_for_answer: float = 5) -> Store:
    """Return the store at an address, not opened yet. A request waits `seconds` for a lock or a
    connection, and `seconds_for_answer` in all."""
    if not is_postgres(address):
        return SqliteStore(sqlite_path(address), seconds, seconds_for_answer)
    try:
        from numduel.web.store.postgres import PostgresStore
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "PostgreSQL", "postgres") from None
    return PostgresStore(address, seconds, seconds_for_answer)


def is_postgres(address: str) -> bool:
    """Return whether an address is PostgreSQL's; raise BadOption if it is not SQLite's either."""
    kind, separator, _ = address.partition("://")
    if not separator:
        raise BadOption(f'"{address[:40]}" is not the address of a database.')
    if kind not in ("sqlite", "postgresql", "postgres"):
        raise BadOption(f"A database is sqlite:///FILE or postgresql://…, not {kind}.")
    return kind != "sqlite"


def sqlite_path(address: str) -> Path:
    """Return the file of a SQLite address."""
    name = address.removeprefix("sqlite://")
    if not name.startswith("/") or name in ("/", "/:memory:"):
        raise BadOption("A SQLite database must be a file: sqlite:///FILE.")
    return Path(name[1:]).expanduser()
