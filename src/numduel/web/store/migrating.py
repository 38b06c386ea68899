"""The migrations of a database: which were run, and running the missing ones.

Alembic does that. It is loaded when it is needed, because a server that starts on a database that
is up to date would spend a tenth of its start on it.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from numduel.web.errors import CannotOpen

if TYPE_CHECKING:
    from alembic.config import Config

_VERSIONS = Path(__file__).parent / "migrations" / "versions"


def newest_revision() -> str:
    """The last migration there is. Their files are called by number and name."""
    return max(path.name.partition("_")[0] for path in _VERSIONS.glob("[0-9]*_*.py"))


def is_up_to_date(connection: Connection) -> bool:
    """Whether every migration was run on this database."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    revisions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    return revisions == [newest_revision()]


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the missing migrations up to this one."""
    from alembic import command
    from alembic.util import CommandError

    config = _migrations()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError:
        raise _unknown() from None


def revision_of(connection: Connection) -> str | None:
    """The last migration that was run on this database, or None if numduel has not used it yet."""
    from alembic.runtime.migration import MigrationContext

    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is not None and not is_known(revision):
        raise _unknown()
    return revision


def is_known(revision: str) -> bool:
    """Whether this numduel has a migration of that name."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(_migrations())
    return any(script.revision == revision for script in scripts.walk_revisions())


def _migrations() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "numduel.web.store:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _unknown() -> CannotOpen:
    return CannotOpen(
        "The database is of a version that this numduel does not know: a newer one made it,"
        " or it was damaged. Update numduel, or choose another --database."
    )
