"""The commands `numduel backup` and `numduel copy`."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Any

import click

from numduel.errors import BadOption, NumduelError, missing_extra
from numduel.web.settings import DATABASE_HELP, default_database
from numduel.words import printable

_SECONDS = 10  # to wait for a connection or a lock
_MANY = 500  # matches that are copied at a time
_MATCHES = f"""
    SELECT id, header, checksum, created FROM matches WHERE id > ? ORDER BY id LIMIT {_MANY}
"""
_ENTRIES = """
    SELECT match, number, entry, checksum, at FROM entries
    WHERE match > ? AND match <= ? ORDER BY match, number
"""


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--database", metavar="URL", help=DATABASE_HELP)
@click.option("--overwrite", is_flag=True, help="Write over FILE if it is there.")
def backup(file: Path, database: str | None, overwrite: bool) -> None:
    """Copy all matches of a site to FILE while it runs.

    FILE is what the database itself makes, and only you may read it: a SQLite database (VACUUM
    INTO), or the custom format of pg_dump, for pg_restore.
    """
    try:
        from numduel.web.store import is_postgres, sqlite_path
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The browser part", "web") from None
    address = database or default_database()
    if file.exists() and not (overwrite and file.is_file()):
        raise BadOption(f"There is already a file {file}. Choose another, or say --overwrite.")
    with _new_file(file) as new:
        if is_postgres(address):
            _dump(address, new)
        else:
            with closing(_open_sqlite(sqlite_path(address))) as connection:
                connection.execute("VACUUM INTO ?", [str(new)])
    _say(f"Backed up to {file} ({file.stat().st_size / 1e6:,.1f} MB).")


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Yield an empty private file that gets its name when the context ends well, on disk."""
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
    """Run pg_dump. The password is not among its arguments, where others could see it."""
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
@click.option("--from", "source", metavar="URL", required=True, help="Where the matches are.")
@click.option("--to", "target", metavar="URL", required=True, help="A database without matches.")
@click.pass_context
def copy(context: click.Context, source: str, target: str) -> None:
    """Copy all matches from one database to another, such as from SQLite to PostgreSQL.

    The site may go on at the old one, but what happens after this began is not copied. Damaged
    matches are named and left out; then the exit code is 1.
    """
    try:
        from numduel.web.store.base import in_a_sentence
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The browser part", "web") from None
    with in_a_sentence("read"), closing(_connect(source)) as old:
        old.execute("BEGIN" if _is_sqlite(old) else "BEGIN ISOLATION LEVEL REPEATABLE READ")
        with in_a_sentence("written"), _opened_empty(target) as new:
            count, damaged = _copy(old, new)
    _say(f"Copied {count:,} matches.")
    for match_id, fault in damaged:
        _say(f"Match {match_id} was damaged in the database and is left out: {fault}.")
    context.exit(1 if damaged else 0)


def _connect(address: str) -> Any:
    """Connect to a database that numduel has made, without transactions of the driver's own."""
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
    """Yield a connection to a database without matches that no server uses, in a transaction."""
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
    """Make the tables. A SQLite file that a server uses is refused."""
    await store.open()
    await store.close()


def _copy(old: Any, new: Any) -> tuple[int, list[tuple[str, str]]]:
    """Copy matches a page at a time; return how many, and which are damaged, with the reason."""
    from numduel.web.errors import MatchDamaged
    from numduel.web.store.rows import HEADER, read_entries, read_row

    damaged: list[tuple[str, str]] = []
    count, last = 0, ""
    while matches := _read(old, _MATCHES, last):
        entries: dict[str, list[Any]] = {row[0]: [] for row in matches}
        for row in _read(old, _ENTRIES, last, matches[-1][0]):
            entries[row[0]].append(row)
        last = matches[-1][0]
        whole = []
        for match_id, header, checksum, created in matches:
            try:
                read_row(match_id, HEADER, (HEADER, header, checksum))
                read_entries(match_id, 0, [row[1:4] for row in entries[match_id]])
            except MatchDamaged as fault:
                damaged.append((match_id, fault.what))
            else:
                whole.append((match_id, header, checksum, created))
        _write(new, "matches (id, header, checksum, created)", whole)
        happened = [row for match in whole for row in entries[match[0]]]
        _write(new, "entries (match, number, entry, checksum, at)", happened)
        count += len(whole)
    return count, damaged


def _read(connection: Any, statement: str, *values: Any) -> list[Any]:
    """Return the rows that a query finds."""
    if not _is_sqlite(connection):
        statement = statement.replace("?", "%s")
    rows: list[Any] = connection.execute(statement, values).fetchall()
    return rows


def _write(connection: Any, table: str, rows: list[Any]) -> None:
    """Insert rows into a table."""
    mark = "?" if _is_sqlite(connection) else "%s"
    marks = ", ".join([mark] * (table.count(",") + 1))
    statement = f"INSERT INTO {table} VALUES ({marks})"
    connection.cursor().executemany(statement, rows)


def _is_sqlite(connection: Any) -> bool:
    return isinstance(connection, sqlite3.Connection)


def _say(sentence: str) -> None:
    click.echo(printable(sentence), err=True)
