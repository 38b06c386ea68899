"""Long work over HTTP: done by a worker, cached, and cancelled when all clients have left."""

import json
import socket
from contextlib import ExitStack
from urllib.parse import quote

import pytest

from numduel.web.settings import Settings

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


@pytest.fixture(scope="module")
def hasty(run_site, tmp_path_factory):
    """A visitor of a site where no request may wait."""
    database = f"sqlite:///{tmp_path_factory.mktemp('hasty') / 'web.sqlite'}"
    limits = {"seconds_to_think": 0, "seconds_to_study": 0, "requests_per_minute": 0}
    with run_site(Settings(database, **limits)) as site:
        yield site.visitor()


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/api/positions/truth", {"id": LONG}),
        ("/api/positions/consequence", {"id": "divisor-duel/6,3", "move": "1"}),
        ("/api/games/parity-duel/facts", {}),
        ("/api/puzzles/daily", {"date": "2026-11-17"}),
    ],
)
def test_slow_request_gets_503_and_is_ready_later(hasty, path, asked):
    first = hasty.get(path, params=asked)
    assert first.status_code == 503
    assert "again" in first.json()["detail"]
    assert int(first.headers["Retry-After"]) > 0
    wait_until(lambda: hasty.get(path, params=asked).status_code == 200)


def test_slow_analysis_is_unknown_until_ready(hasty):
    wanted = {"id": "divisor-duel/numbers=24"}
    truth = hasty.get("/api/positions/truth", params=wanted).json()
    assert truth["winner"] is None
    assert "longer than 0 seconds" in truth["verdict"]
    assert truth["why"]["sentences"]
    wait_until(lambda: hasty.get("/api/positions/truth", params=wanted).json()["winner"])


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
