"""Long matches: read again in linear time, beside the event loop; and nobody can fill one."""

import asyncio
import os
import signal
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict

from sqlalchemy import insert

from numduel.catalogue import find_game
from numduel.web.matches import actions
from numduel.web.matches.creation import new_match
from numduel.web.matches.log import MatchLog
from numduel.web.matches.seals import first_seal, next_seal
from numduel.web.settings import Settings
from numduel.web.store.match_store import DatabaseStore
from numduel.web.store.schema import entries, matches

from .conftest import wait_until


def long_match(pairs, numbers=1_000):
    """A header and the rows of a match: half the entries go on, then moves are taken back and
    made again."""
    header = new_match("parity-duel", {"numbers": numbers}, "screen", "easy", "me", None).header
    moves = [{"move": str(number)} for number in range(1, pairs + 1)]
    return header, moves + [{"undo": 1}, moves[-1]] * (pairs // 2)


def rows_of(header, happened):
    seal, rows = first_seal(asdict(header)), []
    for number, entry in enumerate(happened):
        seal = next_seal(seal, entry)
        rows.append({"match": header.id, "number": number, "entry": entry, "seal": seal, "at": 1e9})
    return rows


def store_match(database, header, happened):
    """Put a match into a database at once."""

    async def write():
        store = DatabaseStore(database)
        await store.open()
        await store.create(header)
        async with store.engine.begin() as connection:
            await connection.execute(insert(entries), rows_of(header, happened))
            await connection.execute(matches.update().values(length=len(happened)))
        await store.close()

    asyncio.run(write())


def test_a_match_is_replayed_once_however_much_was_taken_back(monkeypatch):
    header, happened = long_match(pairs=1_000)
    game = find_game("parity-duel")
    made, after = [], game.after
    monkeypatch.setattr(game, "after", lambda *given: made.append(1) or after(*given))
    log = MatchLog(header)
    for entry in happened:
        log.apply(entry)
    assert log.ply == 1_000
    assert len(made) < 1.1 * len(happened)


def test_a_long_match_is_rebuilt_in_another_process_and_is_the_same(run_site, tmp_path):
    database = f"sqlite:///{tmp_path / 'web.sqlite'}"
    header, happened = long_match(pairs=300)
    store_match(database, header, happened)
    with run_site(Settings(database)) as site:
        work, visitor = site.app.state.services.work, site.visitor()
        seen = visitor.see(header.id)
        assert work.for_matches._used.level("127.0.0.1", time.monotonic()) > 0
        assert seen["version"] == len(happened)
        assert seen["moves"] == [str(number) for number in range(1, 301)]
        assert seen["done"][-1] == "removed 300"
        record = visitor.get(f"/api/matches/{header.id}/record").text
        assert record.count("\n") == 301


def test_a_long_match_that_was_damaged_is_told_from_the_other_process_too(run_site, tmp_path):
    path = tmp_path / "web.sqlite"
    header, happened = long_match(pairs=300)
    store_match(f"sqlite:///{path}", header, happened)
    with closing(sqlite3.connect(path)) as database:
        database.execute("""UPDATE entries SET entry = '{"move": "999"}' WHERE number = 200""")
        database.commit()
    with run_site(Settings(f"sqlite:///{path}")) as site:
        response = site.visitor().get(f"/api/matches/{header.id}")
        assert response.status_code == 500
        assert "damaged" in response.json()["detail"]


def test_a_match_whose_worker_was_killed_is_still_there(run_site, tmp_path):
    database = f"sqlite:///{tmp_path / 'web.sqlite'}"
    header, happened = long_match(pairs=300)
    store_match(database, header, happened)
    with run_site(Settings(database)) as site, ThreadPoolExecutor(1) as thread:
        services, visitor = site.app.state.services, site.visitor()
        visitor.see(header.id)
        services.matches._logs.clear()
        worker = site.do(services.work.read(os.getpid))
        os.kill(worker, signal.SIGSTOP)
        asked = thread.submit(visitor.get, f"/api/matches/{header.id}")
        wait_until(lambda: services.work.for_matches.is_busy)
        os.kill(worker, signal.SIGKILL)  # as the kernel does when memory runs out
        assert asked.result().status_code == 503
        assert visitor.see(header.id)["version"] == len(happened)


def test_nobody_can_fill_a_match(visitor, friend, link_match, monkeypatch):
    monkeypatch.setattr(actions, "MOST_BESIDE_MOVES", 5)  # a join among them
    switched = [visitor.act(link_match, "truth", on=on).status_code for on in 4 * [True, False]]
    assert switched == [200] * 4 + [409, 200] * 2  # to hide what is hidden writes nothing
    assert visitor.move(link_match, 0, "6").status_code == 200
    for ply, move in enumerate(["3", "9", "1"], start=1):
        player = friend if ply % 2 else visitor
        assert player.move(link_match, ply, move).status_code == 200
    refused = visitor.act(link_match, "takeback", action="ask")
    assert refused.status_code == 409
    assert "only moves are left" in refused.json()["detail"]
    assert friend.act(link_match, "resign").status_code == 200
    for player in (visitor, friend):
        assert player.act(link_match, "rematch").status_code == 200


def test_a_match_that_is_full_can_be_joined_and_the_computer_replies(visitor, friend, monkeypatch):
    monkeypatch.setattr(actions, "MOST_BESIDE_MOVES", 0)
    made = visitor.create(mode="link")
    assert friend.join(made["seat_link"]).status_code == 200
    match_id = visitor.create(mode="computer")["match"]["id"]
    assert visitor.move(match_id, 0, "6").json()["match"]["ply"] == 2
    assert visitor.act(match_id, "undo", ply=2).status_code == 409
