"""An acknowledged move is on disk: killed, restarted, cut off from the database."""

import asyncio
import random
import signal
import sqlite3
import threading
import time

import httpx
import pytest
from bench.soak.rounds import SEVERAL

from numduel.web.matches.creation import new_match
from numduel.web.matches.log import MatchLog
from numduel.web.settings import Settings
from numduel.web.store import make_store
from numduel.web.store.rows import write_row

from ..conftest import acknowledged, serving, wait_until


@pytest.fixture
def process(database):
    with serving(database) as process:
        yield process


def test_acknowledged_moves_survive_kill_once(process, database, run_site):
    visitors = [process.visitor() for _ in range(4)]
    options = {"numbers": 300}
    begun = [one.create("parity-duel", "screen", options=options)["match"] for one in visitors]
    told = {seen["id"]: [] for seen in begun}
    is_over = threading.Event()

    def keep_playing(visitor, seen):
        chance, moves = random.Random(seen["id"]), told[seen["id"]]
        while not is_over.is_set() and seen["legal"]:
            move = chance.choice(seen["legal"])
            while True:
                try:
                    response = visitor.move(seen["id"], len(moves), move)
                except httpx.TransportError:
                    time.sleep(0.1)
                    continue
                break
            assert response.status_code == 200, response.text
            moves.append(move)
            seen = response.json()["match"]

    threads = [
        threading.Thread(target=keep_playing, args=pair, daemon=True)
        for pair in zip(visitors, begun, strict=True)
    ]
    for thread in threads:
        thread.start()
    wait_until(lambda: all(len(moves) >= 10 for moves in told.values()))
    process.stop(signal.SIGKILL)
    process.start()
    wait_until(lambda: all(len(moves) >= 20 for moves in told.values()))
    is_over.set()
    for thread in threads:
        thread.join()
    process.stop(signal.SIGKILL)
    with run_site(Settings(database)) as site:
        visitor = site.visitor()
        for match_id, moves in told.items():
            assert visitor.see(match_id)["moves"] == moves
    for one in visitors:
        one.close()


def test_computer_replies_after_restart(tmp_path, run_site):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}")
    header = new_match("sequence-builder", {}, "computer", "easy", "me", None).header

    async def play_without_reply():
        store = make_store(settings.database)
        await store.open()
        await store.create(header)
        await store.append(MatchLog(header), {"move": "5"})
        await store.close()

    asyncio.run(play_without_reply())
    with run_site(settings) as site:
        visitor = site.visitor()
        wait_until(lambda: visitor.see(header.id)["ply"] == 2)


def test_locked_database_is_a_503_until_unlocked(run_site, tmp_path):
    path = tmp_path / "web.sqlite"
    with run_site(Settings(f"sqlite:///{path}", seconds_for_database=0.1)) as site:
        visitor = site.visitor()
        match_id = visitor.create(mode="screen")["match"]["id"]
        locked = sqlite3.connect(path, isolation_level=None)
        locked.execute("BEGIN EXCLUSIVE")
        refused = visitor.move(match_id, 0, "6")
        assert refused.status_code == 503
        assert refused.headers["content-type"] == "application/problem+json"
        assert int(refused.headers["retry-after"]) > 0
        locked.execute("ROLLBACK")
        locked.close()
        assert visitor.see(match_id)["moves"] == []
        assert visitor.move(match_id, 0, "6").status_code == 200


def test_stopped_database_is_a_503_until_it_is_back(run_site, postgres):
    settings = Settings(postgres.new_database(), seconds_for_database=1)
    duel = {"game": "divisor-duel", "mode": "screen"}
    with run_site(settings) as site:
        visitor = site.visitor()
        made = acknowledged(lambda: visitor.post("/api/matches", json=duel))
        match_id = made.json()["match"]["id"]
        assert acknowledged(lambda: visitor.move(match_id, 0, "6")).status_code == 200
        postgres.stop("immediate")
        assert visitor.get("/healthz").status_code == 503
        assert visitor.move(match_id, 1, "3").status_code == 503
        assert visitor.get(f"/api/matches/{match_id}").status_code == 503
        postgres.start()
        wait_until(lambda: visitor.get("/healthz").status_code == 200)
        assert acknowledged(lambda: visitor.move(match_id, 1, "3")).status_code == 200
        seen = acknowledged(lambda: visitor.get(f"/api/matches/{match_id}"))
        assert seen.json()["moves"] == ["6", "3"]


def test_first_move_after_postgresql_restart_is_written(run_site, postgres):
    with run_site(Settings(postgres.new_database())) as site:
        visitor = site.visitor()
        match_id = visitor.create(mode="screen")["match"]["id"]
        postgres.stop("immediate")
        postgres.start()
        assert visitor.move(match_id, 0, "6").status_code == 200
        assert visitor.see(match_id)["moves"] == ["6"]


def test_move_on_stale_cache_is_a_409_with_current_state(run_site, tmp_path):
    path = tmp_path / "web.sqlite"
    with run_site(Settings(f"sqlite:///{path}")) as site:
        visitor = site.visitor()
        seen = visitor.create(mode="screen")["match"]
        database = sqlite3.connect(path)
        number, text, checksum = write_row(seen["id"], 0, {"move": "6"})
        row = [seen["id"], number, 0.0, text, checksum]
        database.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)
        database.commit()
        database.close()
        stale = visitor.move(seen["id"], 0, "8")  # the server remembers a match without moves
        assert stale.status_code == 409
        assert stale.json()["match"]["moves"] == ["6"]
        assert visitor.move(seen["id"], 0, "6").status_code == 200
        assert visitor.move(seen["id"], 1, "3").json()["match"]["moves"] == ["6", "3"]


def test_old_unfinished_matches_are_removed_at_the_start(run_site, tmp_path):
    path = tmp_path / "web.sqlite"
    with run_site(Settings(f"sqlite:///{path}")) as site:
        visitor = site.visitor()
        old, young = (visitor.create(mode="screen")["match"]["id"] for _ in range(2))
    database = sqlite3.connect(path)
    database.execute("UPDATE matches SET created = created - 3 * 86400 WHERE id = ?", [old])
    database.commit()
    database.close()
    with run_site(Settings(f"sqlite:///{path}", keep_days=2)) as site:
        visitor = site.visitor()
        wait_until(lambda: visitor.get(f"/api/matches/{old}").status_code != 200)
        assert visitor.get(f"/api/matches/{old}").status_code == 404
        assert visitor.see(young)["ply"] == 0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_with_open_streams_ends_them_and_stops(tmp_path, how):
    database = f"sqlite:///{tmp_path / 'web.sqlite'}"
    with serving(database) as process, process.visitor() as visitor:
        match_id = visitor.create()["match"]["id"]
        with visitor.stream("GET", f"/api/matches/{match_id}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 1000"
            process.stop(how)
            # It ended in order, and was not cut.
            assert list(lines)[-1] == ""


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2])
def test_soak_loses_and_doubles_no_move(soak, processes):
    said = soak("--processes", str(processes)) if processes > 1 else soak()
    for fault in SEVERAL if processes > 1 else ():
        assert f"  {fault.__name__.replace('_', ' ')}: " in said, said
