"""Two servers on one PostgreSQL, each in its own process: a client's limit is that of the site."""

import signal
from contextlib import ExitStack, contextmanager

import pytest

from ..conftest import reserved_port, wait_until
from ..server_process import ServerProcess

LIMIT = 10


@contextmanager
def two_servers(postgres, **settings):
    """Two on a new database, which tell each other often what clients use."""
    database = postgres.new_database()
    settings |= {"seconds_between_counts": 0.05}
    with reserved_port() as first, reserved_port() as second:
        both = [ServerProcess(database, port, **settings) for port in (first, second)]
        try:
            for server in both:
                server.start()
            yield both
        finally:
            for server in both:
                server.stop(signal.SIGKILL)


class Board:
    """Somebody who listens to a match at one of the servers as often as they may."""

    def __init__(self, server, match_id, stack):
        self.visitor = stack.enter_context(server.visitor())
        self.path = f"/api/matches/{match_id}/events"
        self.stack = stack

    def open(self):
        """Whether one more stream is granted; it stays open."""
        with ExitStack() as opened:
            status = opened.enter_context(self.visitor.stream("GET", self.path)).status_code
            assert status in (200, 429)
            if status == 200:
                self.stack.push(opened.pop_all())
        return status == 200

    def is_full(self):
        """Whether one more stream would be refused."""
        with self.visitor.stream("GET", self.path) as stream:
            return stream.status_code == 429


def test_listeners_at_both_are_limited_together_until_one_is_killed(postgres):
    limits = {"listeners_per_client": LIMIT, "seconds_until_forgotten": 2}
    with two_servers(postgres, **limits) as servers, ExitStack() as stack:
        match_id = stack.enter_context(servers[0].visitor()).create()["match"]["id"]
        here, there = (Board(server, match_id, stack) for server in servers)
        assert all(here.open() for _ in range(LIMIT - 3))
        assert all(there.open() for _ in range(3))
        wait_until(here.is_full)
        wait_until(there.is_full)
        servers[0].stop(signal.SIGKILL)
        for _ in range(LIMIT - 3):  # what the dead one counted is forgotten
            wait_until(there.open)
        wait_until(there.is_full)


@pytest.mark.long
def test_with_the_database_away_requests_are_answered_and_limited(postgres):
    limits = {"requests_per_minute": 20, "seconds_for_database": 1}
    with two_servers(postgres, **limits) as servers, servers[1].visitor() as visitor:
        with postgres.frozen():
            assert visitor.get("/api/games").status_code == 200
            wait_until(lambda: visitor.get("/api/games").status_code == 429)
        assert visitor.get("/api/games", headers={"X-Forwarded-For": "10.0.0.9"}).is_success
