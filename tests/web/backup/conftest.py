"""What the tests of backups share: the commands, as a person runs them."""

import pytest
from click.testing import CliRunner

from numduel.terminal.command import numduel


@pytest.fixture
def run():
    """run("backup", file, "--database", …): the exit code and what was said."""

    def run(*arguments, **more):
        done = CliRunner().invoke(numduel, [str(one) for one in arguments], **more)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, done.stderr

    return run


@pytest.fixture
def new_database(tmp_path, request):
    """new_database(kind): the address of a database that nobody has used yet."""
    made = []

    def new(kind):
        if kind == "postgresql":
            return request.getfixturevalue("postgres").new_database()
        made.append(kind)
        return f"sqlite:///{tmp_path / f'new{len(made)}.sqlite'}"

    return new
