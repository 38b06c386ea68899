"""Makes a database from a backup, in one transaction: all of it is there, or nothing.

The tables are built as they were where the backup was taken, filled, and then brought up to date by
the same migrations as a database that was always there.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from numduel.web.backup.backup_file import Amount, BackupReader, KeptMatch, newer_backup
from numduel.web.backup.taking import ReportMatches, connected
from numduel.web.errors import CannotOpen
from numduel.web.store.database import take_time
from numduel.web.store.faults import in_a_sentence
from numduel.web.store.migrating import is_known, revision_of, upgrade
from numduel.web.store.postgres.claims import MIGRATING
from numduel.web.store.schema import entries, matches, metadata, pulse
from numduel.web.store.sqlite.files import FileLease, make_file_private

_MANY_MATCHES = 500  # at a time
_MANY_ENTRIES = 5_000
_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
_LOOK_AGAIN = text("SELECT pg_stat_clear_snapshot()")
_TRIES = 20
_BETWEEN_TRIES = 0.1
_LOCK = text("LOCK TABLE matches, entries IN ACCESS EXCLUSIVE MODE")


async def restore_backup(
    engine: AsyncEngine, backup: BackupReader, replace: bool, tell: ReportMatches
) -> Amount:
    """Put all matches of a backup into a database that has none. With `replace`, those that it has
    are removed."""
    if not is_known(backup.head.revision):
        raise newer_backup()
    with _without_servers(engine):
        async with connected(engine) as connection:
            with in_a_sentence("written"):
                async with connection.begin():
                    return await connection.run_sync(_restore, backup, replace, tell)


@contextmanager
def _without_servers(engine: AsyncEngine) -> Iterator[None]:
    """Inside this block no server can use the SQLite file. If it is new and the block fails, it is
    removed."""
    if engine.dialect.name != "sqlite":
        yield
        return
    path = Path(str(engine.url.database))
    is_new = not path.exists()
    lease = FileLease(path)
    with in_a_sentence():
        make_file_private(path)
        lease.take()
    try:
        yield
    except BaseException:
        if is_new:
            for end in ("", "-wal", "-shm", "-lease"):
                with suppress(OSError):
                    path.with_name(path.name + end).unlink()
        raise
    finally:
        lease.release()


def _restore(
    connection: Connection, backup: BackupReader, replace: bool, tell: ReportMatches
) -> Amount:
    if connection.dialect.name == "postgresql":
        _keep_servers_out(connection)
    take_time(connection)
    if revision_of(connection) is not None:
        _clear(connection, replace)
    upgrade(connection, backup.head.revision)
    amount = _fill(connection, backup, tell)
    upgrade(connection)
    if backup.head.clock is not None:
        connection.execute(delete(pulse))
        connection.execute(insert(pulse), {"id": 1, "at": backup.head.clock})
    return amount


def _keep_servers_out(connection: Connection) -> None:
    """Refuse a database that is in use. A server that starts now waits, as for a migration."""
    for _ in range(_TRIES):  # the sessions of a server that was just stopped end in a moment
        connection.execute(_LOOK_AGAIN)
        others = connection.scalar(_OTHERS)
        if not others:
            break
        sleep(_BETWEEN_TRIES)
    if others or not connection.scalar(MIGRATING):
        raise CannotOpen(
            f"The database is in use (connections: {others}). Stop its servers and leave psql"
            " first, or choose another --database."
        )


def _clear(connection: Connection, replace: bool) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK)
    present = connection.scalar(select(func.count()).select_from(matches)) or 0
    if present and not replace:
        raise CannotOpen(
            f"The database has matches already ({present:,}), and nothing was changed. Restore into"
            " an empty one, or say --replace-all-matches to remove them."
        )
    metadata.drop_all(connection)
    connection.execute(text("DROP TABLE alembic_version"))


def _fill(connection: Connection, backup: BackupReader, tell: ReportMatches) -> Amount:
    kept: list[KeptMatch] = []
    waiting = done = happened = 0

    def insert_kept() -> None:
        nonlocal waiting, done, happened
        _insert(connection, kept)
        done += len(kept)
        happened += waiting
        waiting = 0
        kept.clear()
        tell(done, backup.head.matches)

    for match in backup.matches():
        kept.append(match)
        waiting += len(match.entries)
        if len(kept) == _MANY_MATCHES or waiting > _MANY_ENTRIES:
            insert_kept()
    insert_kept()
    return Amount(done, happened)


def _insert(connection: Connection, kept: list[KeptMatch]) -> None:
    rows: list[dict[str, Any]] = [
        {
            "id": match.id,
            "created": match.created,
            "is_over": match.is_over,
            "header": match.header,
            "seal": match.seal,
            "length": len(match.entries),
        }
        for match in kept
    ]
    if rows:
        connection.execute(insert(matches), rows)
    rows = [
        {"match": match.id, "number": number, **entry._asdict()}
        for match in kept
        for number, entry in enumerate(match.entries)
    ]
    if rows:
        connection.execute(insert(entries), rows)
