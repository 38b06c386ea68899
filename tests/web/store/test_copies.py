"""`numduel backup` and `numduel copy`, and databases that cannot be used."""

import os
import stat
import subprocess
from contextlib import closing
from urllib.parse import urlsplit

import psycopg
import pytest
from click.testing import CliRunner

from numduel.terminal.command import numduel
from numduel.web.errors import CannotOpen
from numduel.web.settings import Settings

from .test_match_store import ask


def run(*arguments):
    return CliRunner().invoke(numduel, arguments)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, new_database):
    return new_database(request.param)


@pytest.fixture
def played(run_site, database):
    """The seat's cookies and the moves of two matches that were played, one with a name."""
    with run_site(Settings(database)) as site:
        visitor = site.visitor()
        moves = {}
        for name, played in (("Ünï 😀", ["6", "3", "9"]), (None, ["7"])):
            match_id = visitor.create(mode="screen", name=name)["match"]["id"]
            for ply, move in enumerate(played):
                assert visitor.move(match_id, ply, move).status_code == 200
            moves[match_id] = played
        visitor.act(match_id, "resign")
        cookies = dict(visitor.cookies)
    return cookies, moves


def check(run_site, database, cookies, moves):
    """All matches are there, and whoever had a seat still has it."""
    with run_site(Settings(database)) as site:
        visitor = site.visitor(cookies=cookies)
        for match_id, played in moves.items():
            seen = visitor.see(match_id)
            assert seen["moves"] == played
            assert seen["you"] == [1, 2]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_site_moves_to_a_database_of_either_kind(run_site, new_database, database, played, kind):
    target = new_database(kind)
    done = run("copy", "--from", database, "--to", target)
    assert done.exit_code == 0, done.output
    assert done.stderr == "Copied 2 matches.\n"
    check(run_site, target, *played)
    columns = "SELECT id, created, header, checksum FROM matches ORDER BY id"
    assert ask(database, columns) == ask(target, columns)
    again = run("copy", "--from", database, "--to", target)
    assert again.exit_code == 1
    assert "has matches already (2)" in again.stderr


def test_a_file_that_a_server_uses_is_no_target(run_site, tmp_path, database, played):
    target = f"sqlite:///{tmp_path / 'used.sqlite'}"
    with run_site(Settings(target)):
        done = run("copy", "--from", database, "--to", target)
    assert done.exit_code == 1
    assert "Another numduel server is using" in done.stderr


def test_sqlite_is_backed_up_while_the_site_runs(run_site, tmp_path):
    database, copy = f"sqlite:///{tmp_path / 'web.sqlite'}", tmp_path / "copy.sqlite"
    with run_site(Settings(database)) as site:
        visitor = site.visitor()
        match_id = visitor.create(mode="screen")["match"]["id"]
        assert visitor.move(match_id, 0, "6").status_code == 200
        before = os.umask(0)
        try:
            done = run("backup", str(copy), "--database", database)
        finally:
            os.umask(before)
        assert done.exit_code == 0, done.output
        assert visitor.move(match_id, 1, "3").status_code == 200
        refused = run("backup", str(copy), "--database", database)
        assert refused.exit_code == 2
        assert "exists already" in refused.stderr
        cookies = dict(visitor.cookies)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    check(run_site, f"sqlite:///{copy}", cookies, {match_id: ["6"]})
    assert run("backup", str(copy), "--database", database, "--overwrite").exit_code == 0
    check(run_site, f"sqlite:///{copy}", cookies, {match_id: ["6", "3"]})
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".part"]


def test_postgresql_is_backed_up_by_pg_dump(run_site, tmp_path, postgres):
    database, copy = postgres.new_database(), tmp_path / "copy.dump"
    with run_site(Settings(database)) as site:
        visitor = site.visitor()
        match_id = visitor.create(mode="screen")["match"]["id"]
        assert visitor.move(match_id, 0, "6").status_code == 200
        done = run("backup", str(copy), "--database", database)
        assert done.exit_code == 0, done.output
        cookies = dict(visitor.cookies)
    target = postgres.new_database()
    restored = ["pg_restore", f"--dbname={target}", str(copy)]
    subprocess.run(restored, check=True, capture_output=True)
    check(run_site, target, cookies, {match_id: ["6"]})


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("sqlite:////no/such/file", "There is no database /no/such/file."),
        ("postgresql://ann@127.0.0.1:1/duels", "pg_dump failed: "),
        ("nonsense", "is not the address of a database"),
    ],
)
def test_what_cannot_be_backed_up_leaves_no_file(tmp_path, address, said):
    done = run("backup", str(tmp_path / "copy"), "--database", address)
    assert done.exit_code in (1, 2)
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


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
