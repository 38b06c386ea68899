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
