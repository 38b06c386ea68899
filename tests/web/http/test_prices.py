"""What requests cost, and what becomes of work that nobody waits for any more."""

import json
import socket
from contextlib import ExitStack
from urllib.parse import quote

import pytest

from numduel import load_game
from numduel.web.matches.costs import is_quick, price, replay_cost
from numduel.web.settings import Settings
from numduel.web.work.positions import written_position

from ..conftest import PATIENCE, wait_until

_400 = quote(json.dumps({"numbers": 400}))
LONG = {
    "game": "parity-duel",
    "options": json.dumps({"numbers": 1_000}),
    "moves": " ".join(str(number) for number in range(1, 1_000)),
}


@pytest.fixture
def still(monkeypatch):
    """The clock of the rate limits stands still: when a minute ends, there is room for more."""
    monkeypatch.setattr("numduel.web.http.rate_limits.monotonic", lambda: 1_000_000.0)


def requests_until_refused(visitor, path, params, most=100):
    for number in range(most):
        status = visitor.get(path, params=params).status_code
        if status == 429:
            return number
        assert status == 200
    return most


def test_a_long_position_costs_more_than_a_short_one(run_site, tmp_path, still):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=60)
    with run_site(settings) as site:
        long, short = (
            site.visitor(headers={"X-Forwarded-For": address}) for address in ("10.0.0.1", "::2")
        )
        assert 3 <= requests_until_refused(long, "/api/positions", LONG) <= 8
        params = {"game": "parity-duel", "moves": "1 2 3"}
        assert requests_until_refused(short, "/api/positions", params) == 60


def test_every_move_of_a_page_counts(visitor):
    id = f"parity-duel/numbers=1000/{','.join(map(str, range(1, 1_000)))}"
    page = visitor.get(f"/p/{id}").text
    assert "<title>Parity Duel · numduel</title>" in page  # nobody has replayed it
    written = written_position(id)
    assert written.price == price(replay_cost(written.game, 999))


def test_a_long_address_counts_more(run_site, tmp_path, still):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=60)
    with run_site(settings) as site:
        visitor = site.visitor()
        path = f"/p/divisor-duel/{'1,' * 2_925}"
        assert requests_until_refused(visitor, path, {}) == 60 // 12


def test_a_puzzle_far_on_in_its_series_costs_more(run_site, tmp_path, still):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=25)
    with run_site(settings) as site:
        one, another = (
            site.visitor(headers={"X-Forwarded-For": address}) for address in ("10.0.0.1", "::2")
        )
        params = {"game": "divisor-duel", "number": 400}
        assert one.get("/api/puzzles/next", params=params).status_code == 429
        assert another.get("/api/puzzles/next", params=params | {"number": 0}).status_code == 200


def test_what_is_not_quick_is_priced_and_an_ordinary_game_is_quick_to_its_end():
    for slug in ("parity-duel", "divisor-duel", "sequence-builder"):
        game = load_game(slug)
        assert is_quick(game, 60)
        assert price(replay_cost(game, 60)) == 0
    game = load_game("parity-duel", numbers=1_000)
    assert not is_quick(game, 1_000)
    assert price(replay_cost(game, 1_000)) > 2


def test_a_long_position_is_the_same_whoever_works_it_out(visitor):
    position = visitor.get("/api/positions", params=LONG).json()
    assert position["ply"] == 999
    assert position["moves"] == LONG["moves"].split()
    wrong = visitor.get("/api/positions", params=LONG | {"moves": LONG["moves"] + " 1"})
    assert wrong.status_code == 422
    assert wrong.json()["detail"].startswith('Move 1000, "')


def test_work_for_somebody_who_hangs_up_is_given_up(run_site, tmp_path, monkeypatch):
    # Nothing else ends it: neither a limit of time nor one of memory, nor that a puzzle is found.
    monkeypatch.setattr("numduel.web.work.puzzles._SECONDS", PATIENCE)
    limits = {"processor_seconds_to_study": PATIENCE, "megabytes_for_work": 4_000}
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=0, **limits)
    with run_site(settings) as site, ExitStack() as connections:
        address = ("127.0.0.1", int(site.address.rpartition(":")[2]))
        queue = site.app.state.services.work.for_studies
        path = f"/api/puzzles/next?game=divisor-duel&options={_400}&theme=none"
        for seed in range(4):
            connection = connections.enter_context(socket.create_connection(address))
            ask = f"GET {path}&seed={seed} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            connection.sendall(ask.encode())
        wait_until(lambda: queue.process.pid is not None and queue.count == 3)
        connections.close()
        wait_until(lambda: not queue.is_busy)
        assert (
            queue.process.pid is None
        )  # the worker was ended, and none begun for those who waited
        assert site.visitor().get("/api/games/parity-duel/facts").status_code == 200


def test_whether_a_large_duel_is_decided_is_found_out_by_a_worker_and_paid_for(
    run_site, tmp_path, still
):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=10)
    with run_site(settings) as site:
        work, ask = site.app.state.services.work, site.visitor().get
        path = "/api/games/parity-duel/outlook"
        asked = [ask(path, params={"options": json.dumps({"numbers": n})}) for n in (1000, 998)]
        assert [answer.status_code for answer in asked] == [200, 429]
        assert work.for_positions.process.pid is not None
