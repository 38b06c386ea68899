"""A match that was damaged in the database is reported, and never shown as another game."""

import sqlite3
from contextlib import closing

import pytest

from numduel.web.errors import MatchDamaged
from numduel.web.settings import Settings

from ..conftest import opened_store
from .test_match_store import change, new_header

MOVES = ["6", "3", "9"]


async def play(store, **changes):
    """A match on disk with three moves."""
    header = new_header(mode="screen", **changes)
    await store.create(header)
    log = await store.load(header.id)
    for move in MOVES:
        assert await store.append(log, {"move": move})
        log.apply({"move": move})
    return header.id


# Entries that are missing at the end are not noticed: the match is then as it once was.
DAMAGES = {
    "another move": """UPDATE entries SET entry = '{"move":"18"}'"""
    " WHERE number = 2 AND match = '{id}'",
    "one is missing": "DELETE FROM entries WHERE number = 1 AND match = '{id}'",
    "doubled": "INSERT INTO entries SELECT match, 3, at, entry, checksum FROM entries"
    " WHERE number = 2 AND match = '{id}'",
    "another match's header": "UPDATE matches SET (header, checksum) ="
    " (SELECT header, checksum FROM matches WHERE id = '{other}') WHERE id = '{id}'",
    "another match's entry": "UPDATE entries SET (entry, checksum) ="
    " (SELECT entry, checksum FROM entries WHERE number = 2 AND match = '{other}')"
    " WHERE number = 2 AND match = '{id}'",
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_match_is_not_read_as_another_game(store, database, damage):
    wrong, other = await play(store), await play(store)
    statement = DAMAGES[damage].replace("{id}", wrong).replace("{other}", other)
    change(database, statement)
    with pytest.raises(MatchDamaged, match="was damaged in the database"):
        await store.load(wrong)
    assert (await store.load(other)).match.written_moves == MOVES


@pytest.mark.parametrize("written", [b'{"move": "6', b"\xff\xfe", b""])
async def test_what_cannot_be_read_is_damage(tmp_path, written):
    path = tmp_path / "web.sqlite"
    async with opened_store(f"sqlite:///{path}") as store:
        match_id = await play(store)
        with closing(sqlite3.connect(path)) as database:
            changed = "UPDATE entries SET entry = CAST(? AS TEXT) WHERE number = 1"
            database.execute(changed, [written])
            database.commit()
        with pytest.raises(MatchDamaged):
            await store.load(match_id)


async def test_a_file_with_garbage_in_it_is_damage(tmp_path):
    path = tmp_path / "web.sqlite"
    async with opened_store(f"sqlite:///{path}") as store:
        match_id = await play(store)
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"garbage " * ((len(content) - 4096) // 8))
    async with opened_store(f"sqlite:///{path}") as store:
        with pytest.raises(MatchDamaged, match="the database itself is damaged"):
            await store.load(match_id)


def _damage(site, statement):
    with closing(sqlite3.connect(site.settings.database.removeprefix("sqlite:///"))) as database:
        database.execute(statement)
        database.commit()
    site.app.state.services.matches._logs.clear()  # as after a restart


@pytest.fixture
def damaged(run_site, tmp_path):
    """A visitor and a match whose first entry is gone."""
    with run_site(Settings(f"sqlite:///{tmp_path / 'web.sqlite'}")) as site:
        visitor = site.visitor()
        match_id = visitor.create(mode="screen")["match"]["id"]
        for ply, move in enumerate(MOVES):
            assert visitor.move(match_id, ply, move).status_code == 200
        _damage(site, "DELETE FROM entries WHERE number = 0")
        yield visitor, match_id


def test_damaged_match_is_an_error_with_a_sentence(damaged):
    visitor, match_id = damaged
    for path in ("", "/events", "/record", "/review"):
        answer = visitor.get(f"/api/matches/{match_id}{path}")
        assert answer.status_code == 500
        assert answer.json()["detail"] == (
            "This match was damaged in the database and cannot be shown: entry 1 is missing."
            " Other matches are not affected."
        )


def test_a_move_in_a_match_with_a_row_missing_is_answered(damaged):
    visitor, match_id = damaged
    assert visitor.move(match_id, 2, "18").status_code == 500
    assert visitor.get("/healthz").status_code == 200
    assert visitor.create()["match"]["ply"] == 0
