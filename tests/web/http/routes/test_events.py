"""Server-sent events: the snapshot now, and whenever it changes; none is missed."""

import json
import socket
from contextlib import ExitStack

import pytest

from numduel.web.settings import Settings

from ...conftest import PATIENCE, wait_until


class Listener:
    """An open event stream."""

    def __init__(self, visitor, match_id, last_seen=None):
        headers = {} if last_seen is None else {"Last-Event-ID": str(last_seen)}
        path = f"/api/matches/{match_id}/events"
        request = visitor.build_request("GET", path, headers=headers)
        self.response = visitor.send(request, stream=True)
        self._lines = self.response.iter_lines()

    def next(self):
        """The next event: its number and the snapshot; or the next comment."""
        event = {}
        for line in self._lines:
            if line.startswith(":"):
                return line
            if line:
                name, _, value = line.partition(": ")
                event[name] = value
            elif "data" in event:
                assert event["event"] == "match"
                snapshot = json.loads(event["data"])
                assert snapshot["version"] == int(event["id"])
                return snapshot
        return None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.response.close()


def test_a_listener_gets_the_snapshot_and_then_every_change(visitor, friend, link_match):
    with Listener(friend, link_match) as listener:
        assert listener.response.headers["content-type"].startswith("text/event-stream")
        assert listener.next()["moves"] == []
        visitor.move(link_match, 0, "6")
        heard = listener.next()
        assert heard["moves"] == ["6"]
        assert heard["you"] == [2]
        assert heard["seats"]["2"]["is_you"]
        friend.move(link_match, 1, "3")
        assert listener.next()["moves"] == ["6", "3"]


def test_whoever_comes_back_hears_only_what_is_new(visitor, friend, link_match):
    with Listener(friend, link_match) as listener:
        seen = listener.next()["version"]
    visitor.move(link_match, 0, "6")
    friend.move(link_match, 1, "3")
    with Listener(friend, link_match, last_seen=seen) as listener:
        caught_up = listener.next()
        assert caught_up["moves"] == ["6", "3"]
    with Listener(friend, link_match, last_seen=caught_up["version"]) as listener:
        visitor.move(link_match, 2, "9")
        assert listener.next()["moves"] == ["6", "3", "9"]


@pytest.mark.parametrize("last_seen", ["nonsense", "-1", "99999999999999", "999", "²"])
def test_a_last_event_that_never_was_gets_the_snapshot(visitor, link_match, last_seen):
    headers = [(b"Last-Event-ID", last_seen.encode())]
    request = visitor.build_request("GET", f"/api/matches/{link_match}/events", headers=headers)
    response = visitor.send(request, stream=True)
    lines = response.iter_lines()
    assert next(line for line in lines if line.startswith("event")) == "event: match"
    response.close()


def test_the_computers_reply_is_heard(visitor):
    match_id = visitor.create("sequence-builder", "computer")["match"]["id"]
    with Listener(visitor, match_id) as listener:
        assert listener.next()["ply"] == 0
        visitor.move(match_id, 0, "5")
        heard = listener.next()
        while heard["ply"] < 2:
            heard = listener.next()
        assert heard["to_move"] == 1


def test_an_idle_stream_shows_that_it_is_alive(run_site, tmp_path):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", seconds_between_signs=0.05)
    with run_site(settings) as site:
        visitor = site.visitor()
        match_id = visitor.create()["match"]["id"]
        with Listener(visitor, match_id) as listener:
            assert listener.next()["version"] == 0
            assert listener.next() == ": still here"
            assert listener.next() == ": still here"


def test_listeners_who_come_at_once_are_counted_before_any_of_them_is_let_in(run_site, tmp_path):
    settings = Settings(
        f"sqlite:///{tmp_path / 'web.sqlite'}", listeners_per_client=3, requests_per_minute=0
    )
    with run_site(settings) as site:
        match_id = site.visitor().create()["match"]["id"]
        site.app.state.services.matches._logs.clear()  # all of them wait until it is read
        request = f"GET /api/matches/{match_id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        address = ("127.0.0.1", int(site.address.rpartition(":")[2]))
        with ExitStack() as connections:
            asking = [
                connections.enter_context(socket.create_connection(address, PATIENCE))
                for _ in range(20)
            ]
            for connection in asking:
                connection.sendall(request.encode())
            statuses = [connection.recv(4096).split()[1] for connection in asking]
        assert sorted(statuses) == [b"200"] * 3 + [b"429"] * 17


def test_the_addresses_of_an_ipv6_network_share_the_places_of_one_client(run_site, tmp_path):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", listeners_per_client=1)
    with run_site(settings) as site:
        path = f"/api/matches/{site.visitor().create()['match']['id']}/events"
        visitor = site.visitor()

        def ask(address):
            request = visitor.build_request("GET", path, headers={"X-Forwarded-For": address})
            return visitor.send(request, stream=True)

        responses = [ask(f"2001:db8::{end}") for end in (1, 2)] + [ask("2001:db8:0:1::1")]
        assert [response.status_code for response in responses] == [200, 429, 200]
        for response in responses:
            response.close()


def test_listening_to_a_match_that_is_not_there_is_a_problem_and_takes_no_place(site, visitor):
    assert visitor.get(f"/api/matches/{'A' * 16}/events").status_code == 404
    wait_until(lambda: not visitor.get("/healthz").json()["listeners"])


def test_a_listener_who_leaves_is_forgotten(site, visitor, link_match):
    with Listener(visitor, link_match) as listener:
        listener.next()
        assert site.app.state.services.matches.listeners.count_of(link_match) == 1
    wait_until(lambda: not site.app.state.services.matches.listeners.count_of(link_match))


def test_the_stream_is_not_buffered_on_its_way(stranger, link_match):
    with stranger.stream("GET", f"/api/matches/{link_match}/events") as response:
        assert response.headers["x-accel-buffering"] == "no"
        assert response.headers["cache-control"] == "no-store"
