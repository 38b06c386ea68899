"""Server-sent events: the snapshot now, and whenever it changes; none is missed."""

import json
import socket
from contextlib import ExitStack

import pytest

from numduel.web.settings import Settings

from ...conftest import PATIENCE


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


@pytest.mark.parametrize("last_seen", ["nonsense", "99999999999999", "999", "²"])
def test_a_last_event_that_never_was_gets_the_snapshot(visitor, link_match, last_seen):
    headers = [(b"Last-Event-ID", last_seen.encode())]
    request = visitor.build_request("GET", f"/api/matches/{link_match}/events", headers=headers)
    response = visitor.send(request, stream=True)
    lines = response.iter_lines()
    assert next(line for line in lines if line.startswith("event")) == "event: match"
    response.close()


def test_concurrent_listeners_respect_limit(run_site, tmp_path):
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
