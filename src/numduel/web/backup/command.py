"""The commands `numduel backup` and `numduel restore`."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import click

from numduel.errors import BadOption, missing_extra
from numduel.words import printable

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")
_SECONDS = 10  # to wait for a connection, a lock or a single statement
_MOST_TOLD = 20  # damaged matches
_DATABASE = click.option(
    "--database",
    metavar="URL",
    help="sqlite:///FILE or postgresql://…; a SQLite file in your data folder unless given.",
)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@_DATABASE
@click.option("--overwrite", is_flag=True, help="Write over FILE if it is there.")
@click.pass_context
def backup(context: click.Context, file: Path, database: str | None, overwrite: bool) -> None:
    """Copy all matches of a site to FILE while it runs.

    FILE is the same for every kind of database, and only you may read it; - is standard output.
    Matches that are damaged in the database are named and left out, and the exit code is 1.
    """
    try:
        from numduel.web.backup.private_file import FileOutput, new_file
        from numduel.web.backup.taking import take_backup
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The browser part", "web") from None
    is_pipe = str(file) == "-"
    if is_pipe and sys.stdout.isatty():
        raise BadOption("A backup is not for a terminal: name a file, or use a pipe.")
    name = "standard output" if is_pipe else str(file)
    opened = (
        nullcontext(FileOutput(sys.stdout.buffer, name)) if is_pipe else new_file(file, overwrite)
    )
    with opened as output:
        with _progress("Backing up") as tell:
            taken, _ = _run(database, lambda engine: take_backup(engine, output, tell))
        output.finish()
    _say(f"Backed up {_amount(*taken.amount)} to {name} ({output.size / 1e6:,.1f} MB).")
    for match_id, fault in list(taken.damaged.items())[:_MOST_TOLD]:
        _say(f"Match {match_id} was damaged in the database and is left out: {fault}.")
    if len(taken.damaged) > _MOST_TOLD:
        _say(f"There are {len(taken.damaged) - _MOST_TOLD:,} more damaged matches.")
    context.exit(1 if taken.damaged else 0)


@click.command()
@click.argument("file", type=click.File("rb"))
@_DATABASE
@click.option(
    "--replace-all-matches", is_flag=True, help="Remove the matches that the database has."
)
def restore(file: BinaryIO, database: str | None, replace_all_matches: bool) -> None:
    """Make a site's database from FILE, which `numduel backup` wrote.

    No server may be using the database. It is new or has no matches yet, and may be of another kind
    than the one that the backup is from. - is standard input.
    """
    try:
        from numduel.web.backup.backup_file import BackupReader
        from numduel.web.backup.restoring import restore_backup
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The browser part", "web") from None
    reader = BackupReader(file)
    with _progress("Restoring") as tell:
        amount, address = _run(
            database, lambda engine: restore_backup(engine, reader, replace_all_matches, tell)
        )
    _say(f"Restored {_amount(*amount)} into {address}.")


def _run(database: str | None, work: "Callable[[AsyncEngine], Awaitable[T]]") -> tuple[T, str]:
    """The result of some work with a database, and the database's address without its password."""
    from numduel.web.settings import default_database
    from numduel.web.store.database import make_engine

    async def run() -> tuple[T, str]:
        engine = make_engine(database or default_database(), _SECONDS)
        url = engine.url.set(drivername=engine.url.get_backend_name())
        try:
            return await work(engine), url.render_as_string(hide_password=True)
        finally:
            await engine.dispose()

    return asyncio.run(run())


@contextmanager
def _progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show the progress at a terminal. Yields a function that is called with how many matches are
    done, and of how many."""
    is_shown = sys.stderr.isatty()
    with click.progressbar(
        length=1, label=label, width=0, file=sys.stderr, show_pos=True, hidden=not is_shown
    ) as bar:

        def tell(done: int, expected: int) -> None:
            bar.length = max(1, expected)
            bar.update(done - bar.pos)

        yield tell


def _amount(matches: int, entries: int) -> str:
    return (
        f"{matches:,} {'match' if matches == 1 else 'matches'} with"
        f" {entries:,} {'entry' if entries == 1 else 'entries'}"
    )


def _say(sentence: str) -> None:
    click.echo(printable(sentence), err=True)
