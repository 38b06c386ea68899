"""Copies of a site: `numduel backup` while it runs, `numduel copy` from one database to another."""

import os
import stat
import subprocess

import pytest
from click.testing import CliRunner

from numduel.terminal.command import numduel
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
