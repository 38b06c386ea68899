"""The commands `numduel backup` and `numduel copy`."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Any

import click

from numduel.errors import BadOption, NumduelError, missing_extra
from numduel.web.settings import DATABASE_HELP, default_database
from numduel.words import printable

_SECONDS = 10  # to wait for a connection or a lock
_MANY = 1_000  # rows that are copied at a time
_TABLES = {
    "matches": ("id", "header", "checksum", "created"),
    "entries": ("match", "number", "entry", "checksum", "at"),
}


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--database", metavar="URL", help=DATABASE_HELP)
@click.option("--overwrite", is_flag=True, help="Overwrite FILE if it exists.")
def backup(file: Path, database: str | None, overwrite: bool) -> None:
    """Copy all matches of a site to FILE while it runs.

    FILE, which only you may read, is a SQLite database (VACUUM INTO), or the custom format of
    pg_dump, for pg_restore.
    """
    try:
        from numduel.web.store import is_postgres, sqlite_path
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The browser part", "web") from None
    address = database or default_database()
    if file.exists() and not (overwrite and file.is_file()):
        raise BadOption(f"{file} exists already. Choose another name, or add --overwrite.")
    with _new_file(file) as new:
        if is_postgres(address):
            _dump(address, new)
        else:
            with closing(_open_sqlite(sqlite_path(address))) as connection:
                connection.execute("VACUUM INTO ?", [str(new)])
    _say(f"Backed up to {file} ({file.stat().st_size / 1e6:,.1f} MB).")


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Yield a new private file, which gets its name when the context ends without an error."""
    from numduel.journal import sync_folder
    from numduel.web.store.base import in_a_sentence

    try:
        descriptor, name = mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as fault:
        raise NumduelError(f"{path} cannot be written: {fault.strerror}.") from None
    try:
        with in_a_sentence("copied"):
            yield Path(name)
        os.fsync(descriptor)
        os.replace(name, path)
        sync_folder(path.parent)
    finally:
        os.close(descriptor)
        with suppress(FileNotFoundError):
            os.unlink(name)


def _dump(address: str, file: Path) -> None:
    """Run pg_dump. Its arguments are public, so the password is not among them."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    program = shutil.which("pg_dump")
    if program is None:
        raise NumduelError("This needs pg_dump: apt install postgresql-client.")
    target: dict[str, Any] = conninfo_to_dict(address)
    password = target.pop("password", None)
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    command = [program, "--format=custom", f"--file={file}", f"--dbname={make_conninfo(**target)}"]
    command.append("--no-password")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NumduelError(f"pg_dump failed: {done.stderr.strip().splitlines()[-1]}")


@click.command()
@click.option("--from", "source", metavar="URL", required=True, help="The database to copy from.")
@click.option("--to", "target", metavar="URL", required=True, help="An empty database to copy to.")
def copy(source: str, target: str) -> None:
    """Copy all matches from one database to another, such as from SQLite to PostgreSQL.

    The site may keep using the old one, but changes made from now on are not copied.
    """
    try:
        from numduel.web.store.base import in_a_sentence
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The browser part", "web") from None
    with in_a_sentence("read"), closing(_connect(source)) as old:
        old.execute("BEGIN" if _is_sqlite(old) else "BEGIN ISOLATION LEVEL REPEATABLE READ")
        with in_a_sentence("written"), _opened_empty(target) as new:
            for table, columns in _TABLES.items():
                _copy(old, new, table, columns)
            ((count,),) = new.execute("SELECT count(*) FROM matches").fetchall()
    _say(f"Copied {count:,} matches.")


def _connect(address: str) -> Any:
    """Connect to a database made by numduel, in autocommit mode."""
    from numduel.web.store import is_postgres, sqlite_path

    if not is_postgres(address):
        return _open_sqlite(sqlite_path(address))
    try:
        from numduel.web.store.postgres import connect_at_once
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "PostgreSQL", "postgres") from None
    return connect_at_once(address, _SECONDS)


def _open_sqlite(path: Path) -> sqlite3.Connection:
    from numduel.web.errors import CannotOpen
    from numduel.web.store.sqlite import VERSION, connect, other_version

    if not path.is_file():
        raise CannotOpen(f"There is no database {path}.")  # SQLite would make one
    connection = connect(path, _SECONDS)
    if connection.execute("PRAGMA user_version").fetchone() != (VERSION,):
        connection.close()
        raise other_version()
    return connection


@contextmanager
def _opened_empty(address: str) -> Iterator[Any]:
    """Yield a connection, in a transaction, to a database without matches that no server uses."""
    from numduel.web.errors import CannotOpen
    from numduel.web.store import make_store

    store = make_store(address, _SECONDS)
    asyncio.run(_open_and_close(store))
    with closing(_connect(address)) as connection:
        connection.execute("BEGIN")
        ((count,),) = connection.execute("SELECT count(*) FROM matches").fetchall()
        if count:
            raise CannotOpen(
                f"The database has matches already ({count:,}), and nothing was changed. Copy into"
                " an empty one."
            )
        yield connection
        connection.execute("COMMIT")


async def _open_and_close(store: Any) -> None:
    """Make the tables. A SQLite file in use is refused."""
    await store.open()
    await store.close()


def _copy(old: Any, new: Any, table: str, columns: Sequence[str]) -> None:
    """Copy a table, with the checksums of its rows."""
    cursor = old.cursor() if _is_sqlite(old) else old.cursor("copy")  # which stays at the server
    names, mark = ", ".join(columns), "?" if _is_sqlite(new) else "%s"
    insert = f"INSERT INTO {table} ({names}) VALUES ({', '.join(mark for _ in columns)})"
    with closing(cursor):
        cursor.execute(f"SELECT {names} FROM {table}")
        while rows := cursor.fetchmany(_MANY):
            new.cursor().executemany(insert, rows)


def _is_sqlite(connection: Any) -> bool:
    return isinstance(connection, sqlite3.Connection)


def _say(sentence: str) -> None:
    click.echo(printable(sentence), err=True)
