"""Long work over HTTP: done by a worker, and given up when nobody waits for it any more."""

import json
import socket
from contextlib import ExitStack
from urllib.parse import quote

from numduel.web.settings import Settings
from numduel.web.work.positions import written_position

from ..conftest import PATIENCE, wait_until

_400 = quote(json.dumps({"numbers": 400}))
MOVES = [str(number) for number in range(1, 1_000)]
LONG = f"parity-duel/numbers=1000/{','.join(MOVES)}"


def test_long_position_is_the_same_whoever_works_it_out(visitor):
    position = visitor.get("/api/positions", params={"id": LONG}).json()
    assert position["ply"] == 999
    assert position["moves"] == MOVES
    wrong = visitor.get("/api/positions", params={"id": f"{LONG},1"})
    assert wrong.status_code == 422
    assert wrong.json()["detail"].startswith('Move 1000, "')


def test_page_does_not_replay_a_long_position(visitor):
    assert not written_position(LONG).is_quick
    assert written_position(f"parity-duel/{','.join(map(str, range(1, 21)))}").is_quick
    assert "<title>Parity Duel · numduel</title>" in visitor.get(f"/p/{LONG}").text


def test_work_is_given_up_when_whoever_asked_hangs_up(run_site, tmp_path, monkeypatch):
    # Nothing else ends it: neither a limit of time nor one of memory, nor that a puzzle is found.
    monkeypatch.setattr("numduel.web.work.puzzles._SECONDS", PATIENCE)
    limits = {"processor_seconds_to_study": PATIENCE, "megabytes_for_work": 4_000}
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=0, **limits)
    with run_site(settings) as site, ExitStack() as connections:
        address = ("127.0.0.1", int(site.address.rpartition(":")[2]))
        queue = site.app.state.services.work.for_questions
        path = f"/api/puzzles/next?game=divisor-duel&options={_400}&theme=none"
        for seed in range(4):
            connection = connections.enter_context(socket.create_connection(address))
            ask = f"GET {path}&seed={seed} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            connection.sendall(ask.encode())
        wait_until(lambda: queue.count == 3)
        connections.close()
        wait_until(lambda: not queue.is_busy)
        assert site.visitor().get("/api/games/parity-duel/facts").status_code == 200
