"""Takes a backup: all matches of a database as they were at one moment.

All is read in one transaction, as pg_dump does. A server can go on writing: neither PostgreSQL nor
SQLite (which keeps a write-ahead log) lets a reader hold up a writer.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Text, bindparam, cast, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from numduel.web.backup.backup_file import (
    Amount,
    BackupHead,
    BackupWriter,
    KeptEntry,
    KeptMatch,
    Output,
)
from numduel.web.errors import CannotOpen, MatchDamaged
from numduel.web.store.database import take_time
from numduel.web.store.faults import in_a_sentence, is_damage
from numduel.web.store.migrating import revision_of
from numduel.web.store.rebuilding import read_rows
from numduel.web.store.schema import entries, matches, pulse

_OLDEST_REVISION = "0004"  # the first that has all that is read here
_MANY_MATCHES = 200  # at a time
_MANY_ENTRIES = 5_000
_IDS = (
    select(matches.c.id)
    .where(matches.c.id > bindparam("after"))
    .order_by(matches.c.id)
    .limit(_MANY_MATCHES)
)
# JSON is read as text: what was damaged may not be JSON any more.
_MATCHES = (
    select(
        matches.c.id,
        matches.c.created,
        matches.c.is_over,
        cast(matches.c.header, Text),
        matches.c.seal,
        matches.c.length,
    )
    .where(matches.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(matches.c.id)
)
_ENTRIES = (
    select(
        entries.c.match, entries.c.number, cast(entries.c.entry, Text), entries.c.seal, entries.c.at
    )
    .where(entries.c.match.in_(bindparam("ids", expanding=True)))
    .order_by(entries.c.match, entries.c.number)
)


class Taken(NamedTuple):
    """What a backup contains, and which matches it lacks, with what is wrong with each."""

    amount: Amount
    damaged: dict[str, str]


# Called with how many matches are done, and of how many.
ReportMatches = Callable[[int, int], None]


async def take_backup(engine: AsyncEngine, output: Output, tell: ReportMatches) -> Taken:
    """Write all matches of a database, as they are now. A match that is damaged is left out: no
    server could show it."""
    file = Path(str(engine.url.database))
    if engine.dialect.name == "sqlite" and not file.is_file():
        raise CannotOpen(f"There is no database {file}.")  # SQLite would make one
    async with connected(engine) as connection:
        with in_a_sentence("read"):
            return await connection.run_sync(_copy, output, tell)


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection to a database, or a sentence that says why there is none."""
    with in_a_sentence():
        connection = await engine.connect()
    try:
        yield connection
    finally:
        await connection.close()


def _copy(connection: Connection, output: Output, tell: ReportMatches) -> Taken:
    take_time(connection)  # a pipe may be slow
    head = _head(connection)
    writer = BackupWriter(output, head)
    damaged: dict[str, str] = {}
    done = 0
    for ids in _pages(connection):
        for match in _read_matches(connection, ids, damaged):
            writer.add(match)
        done += len(ids)
        tell(done, head.matches)
    if done != head.matches:
        raise CannotOpen(
            f"The database is damaged: it counts {head.matches:,} matches and has {done:,}."
        )
    return Taken(writer.finish(), damaged)


def _head(connection: Connection) -> BackupHead:
    revision = revision_of(connection)
    if revision is None:
        raise CannotOpen("There is nothing to back up: numduel has not used this database yet.")
    if revision < _OLDEST_REVISION:
        raise CannotOpen(
            "An older numduel has made this database. Back it up with that one, or start this one's"
            " server on it once."
        )
    clock = connection.scalar(select(pulse.c.at))
    count = connection.scalar(select(func.count()).select_from(matches))
    return BackupHead(revision, clock, count or 0)


def _pages(connection: Connection) -> Iterator[list[str]]:
    """The ids of all matches, some at a time."""
    after = ""
    while ids := list(connection.scalars(_IDS, {"after": after})):
        yield ids
        after = ids[-1]


def _read_matches(
    connection: Connection, ids: list[str], damaged: dict[str, str]
) -> Iterator[KeptMatch]:
    """These matches; those that are damaged are added to `damaged` instead."""
    rows = _read(connection, _MATCHES, ids, damaged)
    for group in _groups(rows):
        happened: dict[str, list[Any]] = {row.id: [] for row in group}
        for entry in _read(connection, _ENTRIES, list(happened), damaged):
            happened[entry.match].append(entry)
        for row in group:
            if row.id in damaged:
                continue
            try:
                yield _kept(row, happened[row.id])
            except MatchDamaged as fault:
                damaged[row.id] = fault.what


def _groups(rows: list[Any]) -> Iterator[list[Any]]:
    """Matches that have few enough entries together to be read at once."""
    group: list[Any] = []
    size = 0
    for row in rows:
        length = row.length if isinstance(row.length, int) else 0
        if group and size + length > _MANY_ENTRIES:
            yield group
            group, size = [], 0
        group.append(row)
        size += length
    if group:
        yield group


def _read(
    connection: Connection, statement: Any, ids: list[str], damaged: dict[str, str]
) -> list[Any]:
    """The rows of these matches. If the database cannot read some of its pages, they are read one
    match after the other, and those on such a page are damaged."""
    try:
        with connection.begin_nested():
            return list(connection.execute(statement, {"ids": ids}))
    except SQLAlchemyError as fault:
        if not is_damage(fault):
            raise
    if len(ids) == 1:
        damaged[ids[0]] = "the database itself is damaged"
        return []
    return [row for one in ids for row in _read(connection, statement, [one], damaged)]


def _kept(row: Any, happened: list[Any]) -> KeptMatch:
    _, created, is_over, *header = row
    written, read = read_rows(row.id, header, [entry[1:4] for entry in happened])
    kept = [
        KeptEntry(entry.at, what, entry.seal) for entry, what in zip(happened, read, strict=True)
    ]
    match = KeptMatch(row.id, created, is_over, written, row.seal, kept)
    if not match.has_times:
        raise MatchDamaged("a time in it is not what was written")
    return match
