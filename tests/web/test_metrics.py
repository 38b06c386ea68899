"""The figures for Prometheus: what is counted, who may read it, and what it does not tell."""

import asyncio
import os
import signal
import socket
from contextlib import contextmanager, suppress
from functools import partial
from math import inf

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from numduel.errors import NumduelError
from numduel.web.app import create_app
from numduel.web.serving.server import Server
from numduel.web.settings import Settings

from ..conftest import PATIENCE
from .conftest import reserved_port, wait_until
from .serving.test_processes import Family
from .work.conftest import say
from .work.worker_tasks import wait_for


@pytest.fixture(scope="module")
def site(run_site, tmp_path_factory):
    database = f"sqlite:///{tmp_path_factory.mktemp('site') / 'web.sqlite'}"
    with run_site(Settings(database, requests_per_minute=0, metrics_ports=[0])) as site:
        yield site


class Figures(dict):
    """The samples of /metrics by their names and labels, as a scraper reads them."""

    def __init__(self, address):
        answer = httpx.get(f"{address}/metrics", timeout=PATIENCE, verify=False)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        self.text = answer.text
        for family in text_string_to_metric_families(answer.text):
            assert family.documentation
            for sample in family.samples:
                self[sample.name, *sorted(sample.labels.items())] = sample.value


def play(site):
    """A match with two moves, one of them sent twice."""
    visitor = site.visitor()
    match_id = visitor.create("parity-duel", mode="screen")["match"]["id"]
    for ply, move in ((0, "1"), (0, "1"), (1, "2")):
        assert visitor.move(match_id, ply, move).status_code == 200
    return visitor, match_id


MOVES = ("method", "POST"), ("route", "/api/matches/{id}/moves")


def test_moves_requests_and_commits_are_counted(run_site, database):
    with run_site(Settings(database, metrics_ports=[0])) as site:
        before = Figures(site.metrics_address)
        assert before["numduel_moves_total",] == 0
        visitor, _ = play(site)
        visitor.get("/nowhere")
        figures = Figures(site.metrics_address)
    assert figures["numduel_moves_total",] == 2
    assert figures["numduel_matches_in_memory",] == 1
    assert figures["numduel_request_seconds_count", *MOVES] == 3
    assert figures["numduel_request_seconds_bucket", ("le", "+Inf"), *MOVES] == 3
    assert figures["numduel_answers_total", ("status", "200")] >= 3
    assert figures["numduel_answers_total", ("status", "201")] == 1
    assert figures["numduel_answers_total", ("status", "404")] == 1
    assert figures["numduel_commit_entries_sum",] >= 3
    assert figures["numduel_commit_seconds_count",] == figures["numduel_commit_entries_count",]
    assert figures["process_resident_memory_bytes",] > 1e6
    assert figures["process_cpu_seconds_total",] > 0


def test_listeners_are_seen_now(run_site, tmp_path):
    with run_site(Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", metrics_ports=[0])) as site:
        visitor, match_id = play(site)
        with visitor.stream("GET", f"/api/matches/{match_id}/events"):
            figures = Figures(site.metrics_address)
            assert figures["numduel_listeners",] == 1
            events = ("method", "GET"), ("route", "/api/matches/{id}/events")
            assert figures["numduel_request_seconds_count", *events] == 1  # it has begun
        wait_until(lambda: Figures(site.metrics_address)["numduel_listeners",] == 0)


def test_what_workers_do_and_what_waits_for_them_is_seen_now(site, tmp_path):
    def figures(lane):
        now = Figures(site.metrics_address)
        return [now[f"numduel_work_{what}", ("lane", lane)] for what in ("busy", "waiting")]

    assert figures("matches") == figures("questions") == [0, 0]
    work, goes_on = site.app.state.services.work, tmp_path / "go on"
    asked = [
        asyncio.run_coroutine_threadsafe(work.analyse(name, task), site.loop)
        for name, task in ((b"held", partial(wait_for, goes_on)), (b"next", say("next")))
    ]
    wait_until(lambda: figures("questions") == [1, 1])
    assert figures("matches") == [0, 0]
    goes_on.touch()
    assert [answer.result(PATIENCE) for answer in asked] == [b"waited", b"next"]
    wait_until(lambda: figures("questions") == [0, 0])


def test_what_a_limit_refuses_is_counted_and_the_scraper_is_never_refused(run_site, tmp_path):
    settings = Settings(
        f"sqlite:///{tmp_path / 'web.sqlite'}", metrics_ports=[0], requests_per_minute=3
    )
    with run_site(settings) as site:
        site.app.state.services.rate_limits.load.busy_until = inf
        statuses = [site.visitor().get("/api/games").status_code for _ in range(9)]
        assert Figures(site.metrics_address)[
            "numduel_refused_total", ("limit", "requests")
        ] == statuses.count(429)
        assert 429 in statuses


@pytest.mark.parametrize("path", ["/metrics", "/metrics/"])
def test_the_public_finds_no_figures(site, visitor, path):
    for headers in ({}, {"Host": site.metrics_address[7:]}, {"X-Forwarded-Host": "127.0.0.1"}):
        assert visitor.get(path, headers=headers).status_code == 404


def test_where_the_figures_are_is_nothing_else(site):
    with httpx.Client(base_url=site.metrics_address, timeout=PATIENCE, verify=False) as scraper:
        assert [scraper.get(path).status_code for path in ("/", "/api/games", "/healthz")] == [
            404
        ] * 3
        assert scraper.post("/metrics").status_code == 404
        assert scraper.get("/metrics", headers={"Host": "evil.example"}).status_code == 421


def test_the_figures_tell_no_match_and_no_person_and_their_number_is_bounded(site):
    visitor, match_id = play(site)
    for number in range(30):
        visitor.get(f"/nowhere/{number}")
        visitor.get(f"/m/{number}", headers={"X-Forwarded-For": f"10.9.8.{number}"})
        visitor.request("PROPFIND", f"/api/{number}")
    visitor.get(f"/m/{match_id}")
    one = Figures(site.metrics_address)
    assert match_id not in one.text
    assert "10.9.8." not in one.text
    for number in range(30, 60):
        visitor.get(f"/nowhere/{number}")
        visitor.get(f"/m/{number}")
        visitor.request("MKCOL", f"/api/{number}")
    assert one.keys() == Figures(site.metrics_address).keys()


def test_each_application_has_figures_of_its_own(run_site, site, tmp_path):
    play(site)
    with run_site(Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", metrics_ports=[0])) as another:
        assert Figures(another.metrics_address)["numduel_moves_total",] == 0
        assert Figures(site.metrics_address)["numduel_moves_total",] > 0


@contextmanager
def two_ports():
    """The first of two ports in a row that nobody else gets."""
    for _ in range(100):
        with reserved_port() as first, socket.socket() as second:
            second.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                second.bind(("127.0.0.1", first + 1))
                yield first
                return
    raise AssertionError("no two ports in a row are free")


@pytest.mark.long
def test_each_of_several_processes_answers_at_a_port_of_its_own(postgres, tmp_path):
    database = postgres.new_database()
    with two_ports() as port:
        family = Family(database, tmp_path / "log", "--metrics-port", str(port))
        addresses = [f"http://127.0.0.1:{port + number}" for number in range(2)]

        def both():
            try:
                return [Figures(address) for address in addresses]
            except httpx.TransportError:
                return []

        try:
            wait_until(lambda: [f["numduel_hears_others",] for f in both()] == [1, 1])
            lag = "numduel_notification_seconds_count"
            wait_until(lambda: all(figures[lag,] > 0 for figures in both()))
            began = sorted(figures["process_start_time_seconds",] for figures in both())
            os.kill(int(family.children[0]), signal.SIGKILL)
            wait_until(
                lambda: sorted(f["process_start_time_seconds",] for f in both()) not in ([], began)
            )
        finally:
            family.parent.kill()
            family.parent.wait()


def test_a_port_for_figures_that_is_taken_is_told_in_a_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", metrics_ports=[port])
        with pytest.raises(NumduelError, match=f"{port}, is in use already. Choose another"):
            Server(create_app(settings))
