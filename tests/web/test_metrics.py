"""The metrics for Prometheus, and what they do not reveal."""

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from numduel.web.settings import Settings

from .conftest import wait_until


@pytest.fixture
def site(run_site, tmp_path):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=0)
    with run_site(settings) as site:
        yield site


def metrics_of(site):
    """The samples by their names and labels, as a scraper reads them."""
    text = generate_latest(site.app.state.metrics.registry).decode()
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def play(site):
    """A match with two moves, one of them sent twice."""
    visitor = site.visitor()
    match_id = visitor.create("parity-duel", mode="screen")["match"]["id"]
    for ply, move in ((0, "1"), (0, "1"), (1, "2")):
        assert visitor.move(match_id, ply, move).status_code == 200
    return visitor, match_id


MOVES = ("method", "POST"), ("route", "/api/matches/{id}/moves")
NONE = ("method", "GET"), ("route", "none")


def test_moves_requests_and_commits_are_counted(run_site, database):
    with run_site(Settings(database)) as site:
        assert metrics_of(site)["numduel_moves_total",] == 0
        visitor, _ = play(site)
        visitor.get("/nowhere")
        wait_until(lambda: metrics_of(site)["numduel_matches_in_memory",] == 1)
        metrics = metrics_of(site)
    assert metrics["numduel_moves_total",] == 2
    assert metrics["numduel_request_seconds_count", *MOVES] == 3
    assert metrics["numduel_answers_total", *MOVES, ("status", "200")] == 3
    assert metrics["numduel_answers_total", *NONE, ("status", "404")] == 1
    assert metrics["numduel_commit_entries_sum",] >= 3
    assert metrics["numduel_commit_seconds_count",] == metrics["numduel_commit_entries_count",]
    assert metrics["numduel_is_listening",] == 1
    assert metrics["numduel_resident_bytes",] > 1e6
    assert metrics["numduel_cpu_seconds",] > 0


def test_listeners_are_sampled(site):
    visitor, match_id = play(site)
    with visitor.stream("GET", f"/api/matches/{match_id}/events"):
        wait_until(lambda: metrics_of(site)["numduel_listeners",] == 1)
    wait_until(lambda: metrics_of(site)["numduel_listeners",] == 0)
    assert metrics_of(site)["numduel_work_waiting", ("queue", "questions")] == 0


def test_metric_labels_are_anonymous_and_bounded(site):
    visitor, match_id = play(site)

    def ask(numbers, method):
        for number in numbers:
            visitor.get(f"/nowhere/{number}")
            visitor.get(f"/m/{number}", headers={"X-Forwarded-For": f"10.9.8.{number}"})
            visitor.request(method, f"/api/{number}")

    ask(range(10), "PROPFIND")
    visitor.get(f"/m/{match_id}")
    before = metrics_of(site).keys()
    assert match_id not in str(before)
    assert "10.9.8." not in str(before)
    ask(range(10, 20), "MKCOL")
    assert metrics_of(site).keys() == before
