"""The store on SQLite and on a real PostgreSQL: what it has acknowledged is there."""

import asyncio
import json
import logging
import os
import sqlite3
import stat
from contextlib import closing, contextmanager
from time import time

import psycopg
import pytest

from numduel.errors import BadOption
from numduel.web.errors import CannotOpen, StoreUnavailable
from numduel.web.matches.creation import new_id
from numduel.web.matches.log import MatchHeader, SeatHolder
from numduel.web.serving.server import JsonLines
from numduel.web.settings import Settings, default_database
from numduel.web.store import is_postgres, make_store

from ..conftest import PATIENCE, opened_store


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, new_database):
    """The address of an empty database, of each kind in turn."""
    return new_database(request.param)


def new_header(**changes):
    seats = (SeatHolder(name="Ann", token="a" * 64), SeatHolder(join="b" * 64))
    header = {
        "id": new_id(),
        "created": time(),
        "game": "divisor-duel",
        "options": {"numbers": 20, "opening": "any"},
        "mode": "link",
        "level": None,
        "seed": 2**32 - 1,
        "seats": seats,
        "rules_version": 1,
    }
    return MatchHeader(**header | changes)


def connect(database):
    """A connection past the store, without transactions."""
    if is_postgres(database):
        return closing(psycopg.connect(database, autocommit=True))
    return closing(sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None))


def change(database, *statements):
    """Change a database behind the store's back."""
    with connect(database) as connection:
        for statement in statements:
            connection.execute(statement)


def ask(database, question):
    with connect(database) as connection:
        return connection.execute(question).fetchall()


async def test_a_match_is_read_back_with_all_that_happened(store):
    header = new_header()
    await store.create(header)
    log = await store.load(header.id)
    assert log.header == header
    for entry in (
        {"join": {"player": 2, "token": "c" * 64, "name": "Béa 😀"}},
        {"move": "6"},
        {"move": "3"},
        {"undo": 1},
        {"truth": {"player": 1, "on": True}},
        {"takeback": 1},
        {"end": {"winner": 2, "reason": "by resignation"}},
    ):
        assert await store.append(log, entry)
        log.apply(entry)
    again = await store.load(header.id)
    assert (again.version, again.match.written_moves) == (7, ["6"])
    assert again.match.seats[1].name == "Béa 😀"
    assert again.players_of("c" * 64) == (2,)
    assert again.outcome.winner == 2
    news = await store.news(header.id, 5)
    assert news == [{"takeback": 1}, {"end": {"winner": 2, "reason": "by resignation"}}]
    assert await store.news(header.id, 7) == []


async def test_a_match_that_is_not_there_is_none(store):
    assert await store.load(new_id()) is None
    assert await store.news(new_id(), 0) is None


async def test_duplicate_entry_does_not_spoil_batch(store):
    headers = [new_header() for _ in range(20)]
    await asyncio.gather(*map(store.create, headers))
    logs = [await store.load(header.id) for header in headers]
    assert await store.append(logs[0], {"move": "7"})
    both = [store.append(log, {"move": "6"}) for log in logs for _ in range(2)]
    written = await asyncio.gather(*both)
    assert written[:2] == [False, False]
    pairs = zip(written[2::2], written[3::2], strict=True)
    assert [sorted(pair) for pair in pairs] == [[False, True]] * 19
    moves = [(await store.load(header.id)).match.written_moves for header in headers]
    assert moves == [["7"]] + [["6"]] * 19


async def test_sqlite_writes_what_waits_in_one_transaction(tmp_path):
    async with opened_store(f"sqlite:///{tmp_path / 'web.sqlite'}") as store:
        commits = []
        store.on_commit = lambda *told: commits.append(told[:2])
        headers = [new_header() for _ in range(100)]
        await asyncio.gather(*map(store.create, headers))
        logs = [await store.load(header.id) for header in headers]
        commits.clear()
        await asyncio.gather(*(store.append(log, {"move": "6"}) for log in logs))
    assert sum(writes for writes, _ in commits) == sum(moves for _, moves in commits) == 100
    assert len(commits) <= 3


async def test_a_rematch_and_its_match_are_written_together(store):
    header, following = new_header(), new_header()
    await store.create(header)
    log = await store.load(header.id)
    entry = {"rematch": {"player": 1, "next": following.id}}
    assert await store.append(log, entry, next=following)
    assert (await store.load(header.id)).next == following.id
    assert (await store.load(following.id)).header == following
    lost = new_header()
    assert not await store.append(log, entry, next=lost)  # its number is taken
    assert await store.load(lost.id) is None


async def test_sqlite_puts_a_commit_on_disk_before_it_returns(tmp_path):
    async with opened_store(f"sqlite:///{tmp_path / 'web.sqlite'}") as store:
        told = [
            store._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("synchronous", "journal_mode", "foreign_keys")
        ]
        assert told == [2, "wal", 1]  # 2 is FULL


@pytest.mark.parametrize("table", ["matches", "health"])
def test_foreign_tables_are_left_alone(database, table):
    change(database, f"CREATE TABLE {table} (oops INTEGER)")
    with pytest.raises(CannotOpen):
        asyncio.run(make_store(database, PATIENCE).open())
    found = "SELECT 1 FROM entries"
    with pytest.raises((sqlite3.Error, psycopg.Error)):  # nothing was made
        ask(database, found)


@pytest.mark.parametrize("address", ["nonsense", "mysql://localhost/x", "sqlite:///:memory:", ""])
def test_an_address_that_is_no_database_of_ours_is_refused(address):
    with pytest.raises(BadOption):
        make_store(address)


async def test_entry_of_removed_match_does_not_spoil_batch(store, database):
    headers = [new_header() for _ in range(4)]
    for header in headers:
        await store.create(header)
    logs = [await store.load(header.id) for header in headers]
    gone = ", ".join(f"'{header.id}'" for header in headers[:2])
    change(database, f"DELETE FROM matches WHERE id IN ({gone})")
    appending = (store.append(log, {"move": "6"}) for log in logs)
    assert await asyncio.gather(*appending) == [False, False, True, True]
    assert (await store.load(headers[3].id)).match.written_moves == ["6"]


DAY = 24 * 3600


async def test_matches_in_which_nothing_happens_are_removed(store, database):
    headers = {name: new_header() for name in ("new", "old", "played", "played long ago")}
    for name, header in headers.items():
        await store.create(header)
        if "played" in name:
            assert await store.append(await store.load(header.id), {"move": "6"})
    ids = {name: header.id for name, header in headers.items()}
    change(
        database,
        f"UPDATE matches SET created = created - {9 * DAY} WHERE id <> '{ids['new']}'",
        f"UPDATE entries SET at = at - {9 * DAY} WHERE match = '{ids['played long ago']}'",
    )
    removed = await store.remove_old(days=8)
    assert sorted(removed) == sorted([ids["old"], ids["played long ago"]])
    assert await store.remove_old(days=8) == []
    left = {match_id for (match_id,) in ask(database, "SELECT id FROM matches")}
    assert left == {ids["new"], ids["played"]}
    orphans = "SELECT 1 FROM entries WHERE match NOT IN (SELECT id FROM matches)"
    assert ask(database, orphans) == []


@contextmanager
def careless():
    """While this lasts, files are made for everybody."""
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("is_there", [False, True])
def test_only_its_owner_may_read_the_database(run_site, tmp_path, monkeypatch, is_there):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "numduel"
    with careless():
        if is_there:  # somebody made them first
            folder.mkdir()
            (folder / "web.sqlite").touch()
        with run_site(Settings(default_database())) as site:
            site.visitor().create()
            found = {path.name: mode(path) for path in folder.iterdir()}
    assert mode(folder) == 0o700
    names = ["web.sqlite", "web.sqlite-wal", "web.sqlite-shm", "web.sqlite-lease"]
    assert found == dict.fromkeys(names, 0o600)


async def test_logged_database_error_has_no_ids_or_hashes(store, caplog):
    caplog.set_level(logging.ERROR)
    header = new_header()
    await store.create(header)
    with pytest.raises(StoreUnavailable):
        await store.create(header)  # the same id again
    (told,) = [JsonLines().format(record) for record in caplog.records]
    assert json.loads(told)["fault"]
    assert header.id not in told
    assert not any(secret * 64 in told for secret in "ab")
