"""`numduel backup` and `numduel restore`: what was copied is what was played, and it goes on."""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from numduel.web.backup.backup_file import BackupHead, BackupReader, BackupWriter
from numduel.web.settings import Settings
from numduel.web.store.database import make_engine
from numduel.web.store.match_store import DatabaseStore
from numduel.web.store.migrating import upgrade

from ..conftest import PATIENCE

KINDS = ["sqlite", "postgresql"]
SCRIPT = str(Path(sys.executable).with_name("numduel"))


def play_some(site):
    """Matches in which all kinds of things have happened; what each player sees of them."""
    ann, bob = site.visitor(), site.visitor()
    made = ann.create(mode="link", name="Ann 🦊")
    match_id = made["match"]["id"]
    assert bob.join(made["seat_link"], name="Zoë").status_code == 200
    for player, ply, move in ((ann, 0, "6"), (bob, 1, "3"), (ann, 2, "9")):
        assert player.move(match_id, ply, move).status_code == 200
    assert ann.act(match_id, "takeback", action="ask").status_code == 200
    lost = ann.create(mode="computer")["match"]["id"]
    assert ann.act(lost, "resign").status_code == 200
    fresh = ann.create("sequence-builder", "screen")["match"]["id"]
    seen = [[player.see(one) for one in (match_id, lost, fresh)] for player in (ann, bob)]
    return match_id, [dict(player.cookies) for player in (ann, bob)], seen


def sqlite_file(address):
    return Path(address.removeprefix("sqlite:///"))


async def count_matches(address):
    engine = make_engine(address, PATIENCE)
    async with engine.connect() as connection:
        found = await connection.scalar(text("SELECT count(*) FROM matches"))
    await engine.dispose()
    return found


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_site_is_moved_to_another_database_and_goes_on(
    run_site, run, new_database, tmp_path, source, target
):
    old, new, file = new_database(source), new_database(target), tmp_path / "duels.backup"
    with run_site(Settings(old)) as site:
        match_id, cookies, seen = play_some(site)
        code, said = run("backup", file, "--database", old)
    assert (code, said.startswith(f"Backed up 3 matches with 6 entries to {file} (")) == (0, True)
    assert run("restore", file, "--database", new) == (
        0,
        f"Restored 3 matches with 6 entries into {new}.\n",
    )
    with run_site(Settings(new)) as site:
        ann, bob = (site.visitor(cookies=cookie) for cookie in cookies)
        for player, before in ((ann, seen[0]), (bob, seen[1])):
            assert [player.see(one["id"]) for one in before] == before
        assert bob.act(match_id, "takeback", action="agree").status_code == 200
        assert ann.move(match_id, 2, "1").status_code == 200
        assert ann.see(match_id)["moves"] == ["6", "3", "1"]


def test_the_file_is_private_whole_and_not_written_over(run_site, run, database, tmp_path):
    file = tmp_path / "duels.backup"
    with run_site(Settings(database)) as site:
        site.visitor().create(mode="screen")
        assert run("backup", file, "--database", database)[0] == 0
        assert file.stat().st_mode & 0o777 == 0o600
        before = file.read_bytes()
        site.visitor().create(mode="screen")
        code, said = run("backup", file, "--database", database)
        assert code == 2
        assert f"There is already a file {file}. Choose another, or say --overwrite." in said
        assert file.read_bytes() == before
        assert run("backup", file, "--database", database, "--overwrite")[0] == 0
        assert file.read_bytes() != before
    assert not list(tmp_path.glob(".*"))


def test_what_is_no_ordinary_file_is_not_written_over(run_site, run, database, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with run_site(Settings(database)):
        code, said = run("backup", pipe, "--database", database, "--overwrite")
    assert (code, f"{pipe} is not an ordinary file." in said) == (2, True)
    assert pipe.is_fifo()


def test_a_database_with_matches_is_replaced_only_if_one_says_so(run_site, run, database, tmp_path):
    file = tmp_path / "duels.backup"
    with run_site(Settings(database)) as site:
        old = site.visitor().create(mode="screen")["match"]["id"]
        assert run("backup", file, "--database", database)[0] == 0
        newer = site.visitor().create(mode="screen")["match"]["id"]
    code, said = run("restore", file, "--database", database)
    assert code == 1
    assert "The database has matches already (2), and nothing was changed." in said
    with run_site(Settings(database)) as site:
        assert site.visitor().see(newer)["ply"] == 0
    assert run("restore", file, "--database", database, "--replace-all-matches")[0] == 0
    with run_site(Settings(database)) as site:
        assert site.visitor().see(old)["ply"] == 0
        assert site.visitor().get(f"/api/matches/{newer}").status_code == 404


IN_USE = {"sqlite": "Another numduel server is using", "postgresql": "The database is in use"}


def test_nothing_is_restored_into_a_database_that_a_server_uses(run_site, run, database, tmp_path):
    file = tmp_path / "duels.backup"
    with run_site(Settings(database)) as site:
        assert site.visitor().get("/healthz").status_code == 200
        assert run("backup", file, "--database", database)[0] == 0
        for more in ([], ["--replace-all-matches"]):
            code, said = run("restore", file, "--database", database, *more)
            assert code == 1
            assert IN_USE[database.partition(":")[0]] in said
        assert site.visitor().create(mode="screen")


def test_a_backup_goes_through_a_pipe(run_site, new_database, tmp_path):
    old, new = new_database("sqlite"), new_database("sqlite")
    with run_site(Settings(old)) as site:
        match_id = site.visitor().create(mode="screen")["match"]["id"]
        piped = f"{SCRIPT} backup - --database {old} | {SCRIPT} restore - --database {new}"
        done = subprocess.run(["sh", "-c", piped], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert "Backed up 1 match with 0 entries to standard output" in done.stderr
    assert "Restored 1 match with 0 entries into" in done.stderr
    with run_site(Settings(new)) as site:
        assert site.visitor().see(match_id)["ply"] == 0


def test_a_full_disk_is_one_sentence_and_leaves_no_file(
    run_site, run, new_database, tmp_path, untraced
):
    database, file = new_database("sqlite"), tmp_path / "duels.backup"
    with run_site(Settings(database)) as site:
        site.visitor().create(mode="screen")
        command = [SCRIPT, "backup", "--database", database]
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [*command, "-"], stdout=full, stderr=subprocess.PIPE, check=False, text=True
            )
        said = "standard output cannot be written: No space left on device."
        assert (done.returncode, done.stderr) == (1, f"Error: {said}\n")
        # A limit on the size of files is as good as a full disk.
        limited = ["sh", "-c", f"ulimit -f 0; trap '' XFSZ; exec {' '.join(command)} {file}"]
        environment = os.environ | untraced  # nor is there room for what coverage writes
        done = subprocess.run(limited, capture_output=True, text=True, check=False, env=environment)
        assert (done.returncode, done.stderr) == (
            1,
            f"Error: {file} cannot be written: File too large.\n",
        )
        code, said = run("backup", tmp_path / "nowhere" / "x", "--database", database)
        assert (code, "No such file or directory" in said) == (1, True)
    assert not [path for path in tmp_path.iterdir() if "backup" in path.name]


def test_there_is_nothing_to_back_up_where_nobody_played(run, database, tmp_path):
    file = tmp_path / "duels.backup"
    code, said = run("backup", file, "--database", database)
    assert code == 1
    if database.startswith("sqlite"):
        assert said == f"Error: There is no database {sqlite_file(database)}.\n"
        sqlite_file(database).touch()
        _, said = run("backup", file, "--database", database)
    assert "There is nothing to back up: numduel has not used this database yet." in said
    assert not file.exists()


def test_the_clock_of_the_store_goes_on_where_it_stood(run, new_database, tmp_path):
    old, new, file = new_database("sqlite"), new_database("sqlite"), tmp_path / "duels.backup"

    async def pulse(address, at=None):
        store = DatabaseStore(address, PATIENCE)
        await store.open()
        await store.check()
        await store.close()
        with closing(sqlite3.connect(sqlite_file(address))) as database:
            if at is not None:
                database.execute("UPDATE pulse SET at = ?", [at])
                database.commit()
            return database.execute("SELECT at FROM pulse").fetchone()[0]

    asyncio.run(pulse(old, 1_000_000.0))
    assert run("backup", file, "--database", old)[0] == 0
    assert run("restore", file, "--database", new)[0] == 0
    assert 1_000_000 <= asyncio.run(pulse(new)) < 1_000_000 + 2 * 86_400


def test_a_damaged_match_is_named_and_left_out(run_site, run, database, tmp_path, new_database):
    file = tmp_path / "duels.backup"
    with run_site(Settings(database)) as site:
        visitor = site.visitor()
        wrong, lost, sound = (visitor.create(mode="screen")["match"]["id"] for _ in range(3))
        for one in (wrong, lost, sound):
            for ply, move in enumerate("63"):
                assert visitor.move(one, ply, move).status_code == 200

        async def damage():
            engine = make_engine(database, PATIENCE)
            async with engine.begin() as connection:
                changed = "UPDATE entries SET entry = :entry WHERE match = :id AND number = 1"
                values = {"id": wrong, "entry": json.dumps({"move": "18"})}
                await connection.execute(text(changed), values)
                gone = "DELETE FROM entries WHERE match = :id AND number = 0"
                await connection.execute(text(gone), {"id": lost})
            await engine.dispose()

        asyncio.run(damage())
        code, said = run("backup", file, "--database", database)
    assert code == 1
    assert said.startswith("Backed up 1 match with 2 entries to")
    left_out = "was damaged in the database and is left out"
    assert f"Match {wrong} {left_out}: entry 2 is not what was written.\n" in said
    assert f"Match {lost} {left_out}: entry 1 is missing.\n" in said
    target = new_database("sqlite")
    assert run("restore", file, "--database", target)[0] == 0
    with run_site(Settings(target)) as site:
        assert site.visitor().see(sound)["moves"] == ["6", "3"]


def test_matches_on_a_page_that_cannot_be_read_are_left_out(run_site, run, new_database, tmp_path):
    database, file = new_database("sqlite"), tmp_path / "duels.backup"
    with run_site(Settings(database, requests_per_minute=0)) as site:
        visitor = site.visitor()
        ids = [visitor.create(mode="screen")["match"]["id"] for _ in range(60)]
        for one in ids:
            assert visitor.move(one, 0, "6").status_code == 200
    path = sqlite_file(database)
    data = bytearray(path.read_bytes())
    page = data.index(f'"id": "{ids[0]}"'.encode()) // 4096 * 4096  # that has its header
    data[page : page + 8] = b"\xff" * 8
    path.write_bytes(data)
    code, said = run("backup", file, "--database", database)
    assert code == 1
    assert "the database itself is damaged" in said
    target = new_database("sqlite")
    assert run("restore", file, "--database", target)[0] == 0
    left = asyncio.run(count_matches(target))
    assert 0 < left < len(ids)
    assert said.startswith(f"Backed up {left} matches with {left} entries to")


@pytest.mark.parametrize("revision", ["0003", "0004"])
def test_a_backup_of_older_tables_is_brought_up_to_date(
    run_site, run, database, new_database, tmp_path, revision
):
    file = tmp_path / "duels.backup"
    target = new_database("sqlite")
    with run_site(Settings(database)) as site:
        match_id = site.visitor().create(mode="screen")["match"]["id"]
        assert run("backup", file, "--database", database)[0] == 0
    with file.open("rb") as whole, (tmp_path / "old").open("wb") as old:
        reader = BackupReader(whole)
        writer = BackupWriter(old, BackupHead(revision, None, 1))
        for match in reader.matches():
            writer.add(match)
        writer.finish()
    assert run("restore", tmp_path / "old", "--database", target)[0] == 0
    with run_site(Settings(target)) as site:
        assert site.visitor().get("/healthz").status_code == 200
        assert site.visitor().see(match_id)["ply"] == 0


def test_a_database_of_another_version_is_told(run, database, tmp_path):
    async def make(revision):
        engine = make_engine(database, PATIENCE)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade, revision if revision < "9999" else "head")
            made = text("UPDATE alembic_version SET version_num = :revision")
            await connection.execute(made, {"revision": revision})
        await engine.dispose()

    if database.startswith("sqlite"):
        sqlite_file(database).touch()
    asyncio.run(make("0003"))
    code, said = run("backup", tmp_path / "x", "--database", database)
    assert (code, "An older numduel has made this database." in said) == (1, True)
    asyncio.run(make("0004"))  # before an update, say
    assert run("backup", tmp_path / "old", "--database", database)[0] == 0
    asyncio.run(make("9999"))
    code, said = run("backup", tmp_path / "x", "--database", database)
    assert (code, "a newer one made it, or it was damaged" in said) == (1, True)
