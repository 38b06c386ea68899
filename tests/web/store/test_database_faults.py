"""A database that cannot be used is one sentence, from a server and from the commands."""

from contextlib import closing
from urllib.parse import urlsplit

import psycopg
import pytest
from click.testing import CliRunner

from numduel.terminal.command import numduel
from numduel.web.errors import CannotOpen
from numduel.web.settings import Settings


@pytest.fixture
def refusals(run_site, tmp_path):
    """refusals(database): what a server says of it, and `numduel copy` with it at either end."""
    good = f"sqlite:///{tmp_path / 'good.sqlite'}"

    def try_all(database):
        with pytest.raises(CannotOpen) as refused:
            run_site(Settings(database, seconds_for_database=2)).__enter__()
        said = [str(refused.value)]
        with run_site(Settings(good)):
            pass
        for source, target in ((database, good), (good, database)):
            done = CliRunner().invoke(numduel, ["copy", "--from", source, "--to", target])
            assert done.exit_code == 1, done.output
            said.append(done.stderr.removeprefix("Error: ").removesuffix("\n"))
        return said

    return try_all


def with_parts(url, user="numduel", password=None, port=None, name=None):
    """The address of a database with other parts."""
    told = urlsplit(url)
    who = user if password is None else f"{user}:{password}"
    where = f"{who}@{told.hostname}:{port or told.port}"
    return told._replace(netloc=where, path=f"/{name or told.path[1:]}").geturl()


@pytest.fixture(scope="module")
def guarded(postgres):
    """A database that lets ann in with her password only."""
    url = postgres.new_database()
    rules = postgres.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    with closing(psycopg.connect(url, autocommit=True)) as master:
        master.execute("CREATE ROLE ann LOGIN PASSWORD 'right'")
        rules.write_text(f"host all ann 127.0.0.1/32 scram-sha-256\n{before}")
        master.execute("SELECT pg_reload_conf()")
    yield url
    rules.write_text(before)
    with closing(psycopg.connect(url, autocommit=True)) as master:
        master.execute("SELECT pg_reload_conf()")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"name": "nowhere"}, 'database "nowhere" does not exist'),
        ({"port": 1}, "Connection refused"),
    ],
)
def test_why_postgresql_does_not_let_one_in(refusals, postgres, change, reason):
    said = refusals(with_parts(postgres.new_database(), **change))
    assert all(one.endswith(f": {reason}.") for one in said), said


def test_a_wrong_password_is_told_without_it(refusals, guarded):
    said = refusals(with_parts(guarded, user="ann", password="wrong"))
    reason = ': password authentication failed for user "ann".'
    assert all(one.endswith(reason) for one in said), said


def test_a_database_that_is_not_in_utf8(refusals, postgres):
    encoding = "LATIN1"
    database = postgres.new_database("-E", encoding, "-T", "template0", "--locale=C")
    for said in refusals(database):
        assert said.startswith(f"This database keeps its text as {encoding}, which cannot hold")
        assert said.endswith(
            "Make one in UTF-8: createdb --encoding=UTF8 --template=template0 NAME."
        )


def test_a_file_that_is_no_database_keeps_its_permissions(refusals, tmp_path):
    letter = tmp_path / "letter"
    letter.write_text("Dear Ann, this is not a database. " * 100)
    letter.chmod(0o644)
    said = refusals(f"sqlite:///{letter}")
    assert all(one.endswith(": file is not a database.") for one in said), said
    assert letter.stat().st_mode & 0o777 == 0o644
    assert not (tmp_path / "letter-lease").exists()


def test_a_database_of_a_newer_numduel(refusals, run_site, postgres):
    database = postgres.new_database()
    with run_site(Settings(database)):
        pass
    with closing(psycopg.connect(database, autocommit=True)) as newer:
        newer.execute("UPDATE numduel SET version = 99")
    for said in refusals(database):
        assert said.startswith("The database has tables that this version of numduel does not know")
