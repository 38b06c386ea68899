"""A match that was damaged in the database is told as damaged, and never shown as another game."""

import asyncio
import random
import shutil
import sqlite3
from contextlib import closing

import pytest

from numduel.errors import NumduelError
from numduel.web.errors import MatchDamaged
from numduel.web.settings import Settings
from numduel.web.store import make_store

from ..conftest import PATIENCE
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
def test_a_damaged_match_is_not_read_as_another_game(with_store, database, damage):
    async def test(store):
        wrong, other = await play(store), await play(store)
        statement = DAMAGES[damage].replace("{id}", wrong).replace("{other}", other)
        change(database, statement)
        with pytest.raises(MatchDamaged, match="was damaged in the database"):
            await store.load(wrong)
        assert (await store.load(other)).match.written_moves == MOVES

    with_store(test)


@pytest.mark.parametrize("written", [b'{"move": "6', b"\xff\xfe", b""])
def test_what_cannot_be_read_is_damage(tmp_path, written):
    async def test():
        path = tmp_path / "web.sqlite"
        store = make_store(f"sqlite:///{path}", PATIENCE)
        await store.open()
        match_id = await play(store)
        with closing(sqlite3.connect(path)) as database:
            changed = "UPDATE entries SET entry = CAST(? AS TEXT) WHERE number = 1"
            database.execute(changed, [written])
            database.commit()
        with pytest.raises(MatchDamaged):
            await store.load(match_id)
        await store.close()

    asyncio.run(test())


def test_flipped_bits_in_the_file_never_make_another_game(tmp_path):
    async def write(path):
        store = make_store(f"sqlite:///{path}", PATIENCE)
        await store.open()
        ids = [await play(store) for _ in range(30)]
        await store.close()
        return ids

    async def read(path, ids):
        store = make_store(f"sqlite:///{path}", PATIENCE)
        told = []
        try:
            await store.open()
            for match_id in ids:
                try:
                    log = await store.load(match_id)
                except NumduelError:
                    told.append("refused")
                else:
                    told.append(log and log.match.written_moves)
        except NumduelError:
            told.append("refused")
        finally:
            await store.close()
        return told

    whole, damaged = tmp_path / "whole.sqlite", tmp_path / "damaged.sqlite"
    ids = asyncio.run(write(whole))
    chance, refused = random.Random(10), 0
    for _ in range(12):
        shutil.copy(whole, damaged)
        content = bytearray(damaged.read_bytes())
        for _ in range(40):
            content[chance.randrange(100, len(content))] ^= 1 << chance.randrange(8)
        damaged.write_bytes(content)
        told = asyncio.run(read(damaged, ids))
        beginnings = [MOVES[:length] for length in range(4)]  # the last ones may be lost
        assert all(moves in (*beginnings, None, "refused") for moves in told)
        refused += told.count("refused")
    assert refused


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


def test_whoever_asks_for_a_damaged_match_is_told_in_a_sentence(damaged):
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
