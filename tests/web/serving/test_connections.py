"""What a connection may do: how slowly, how much and how often it may send and read."""

import re
import socket
from contextlib import ExitStack, contextmanager

import pytest

from numduel.web.serving.connections import DirectProtocol, LimitedProtocol
from numduel.web.serving.server import listen
from numduel.web.settings import Settings

from ..conftest import PATIENCE, wait_until

ASK = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def hasty(site, monkeypatch):
    """The site, which now waits only a moment for a request."""
    monkeypatch.setattr(LimitedProtocol, "seconds_for_request", 0.3)
    return site


@contextmanager
def connected(site, source="127.0.0.1"):
    address = ("127.0.0.1", int(site.address.rpartition(":")[2]))
    with socket.create_connection(address, PATIENCE, (source, 0)) as connection:
        yield connection


def is_closed(connection):
    """Whether the other side closes the connection, whatever it says before."""
    try:
        while connection.recv(10_000):
            pass
    except ConnectionError:
        pass
    return True


def read_answer(connection):
    answer = b""
    while not answer.endswith(b"}"):
        answer += connection.recv(4_000)
    return answer


def listeners(site):
    return site.visitor().get("/healthz").json()["listeners"]


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{",
        ASK + ASK + b"GET /heal",
    ],
)
def test_slowloris_is_closed(hasty, begun):
    with connected(hasty) as connection:
        connection.sendall(begun)
        assert is_closed(connection)


def test_empty_line_does_not_reset_idle_timeout(hasty):
    with connected(hasty) as connection:
        connection.sendall(ASK)
        read_answer(connection)
        connection.sendall(b"\r\n")  # it ends uvicorn's keep-alive timer
        assert is_closed(connection)


def test_keep_alive_and_event_streams_may_idle(hasty):
    match_id = hasty.visitor().create()["match"]["id"]
    events = f"GET /api/matches/{match_id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n\r\n"
    with connected(hasty) as connection:
        for ask in (ASK, ASK, events.encode()):
            connection.sendall(ask)
            assert connection.recv(4_000).startswith(b"HTTP/1.1 200")
            connection.settimeout(0.6)
            with pytest.raises(TimeoutError):
                is_closed(connection)
            connection.settimeout(PATIENCE)


def test_excessive_pipelining_closes_connection(site):
    match_id = site.visitor().create()["match"]["id"]
    events = f"GET /api/matches/{match_id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    before = listeners(site)
    with connected(site) as connection:
        connection.sendall(events.encode() + (LimitedProtocol.most_waiting + 1) * ASK)
        assert is_closed(connection)
    wait_until(lambda: listeners(site) == before)


@pytest.mark.parametrize("headers", [b"X-Large: " + b"x" * 33_000 + b"\r\n", b"X: 1\r\n" * 101])
def test_too_many_headers_are_a_bad_request(site, headers):
    with connected(site) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers)
        assert connection.recv(1_000).startswith(b"HTTP/1.1 400")


def test_who_does_not_read_is_not_waited_for(run_site, tmp_path, monkeypatch):
    monkeypatch.setattr(LimitedProtocol, "seconds_to_read", 0.3)
    with run_site(Settings(f"sqlite:///{tmp_path / 'web.sqlite'}")) as site:
        for listener in site.server.servers[0].sockets:  # connections inherit it
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        (script,) = re.findall(r'"(/static/\w+/script\.js)"', site.visitor().get("/").text)
        ask = f"GET {script} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        connections = site.server.server_state.connections
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", int(site.address.rpartition(":")[2])))
            connection.sendall(ask)
            here = connection.getsockname()
            wait_until(lambda: here in [each.client for each in connections])
            wait_until(lambda: here not in [each.client for each in connections])


UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"


@pytest.mark.parametrize(
    ("host", "status"), [(b"127.0.0.1", b"200"), (b"evil.example", b"421"), (b"", b"421")]
)
def test_websocket_upgrade_is_treated_as_plain_request(site, host, status):
    with connected(site) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: " + host + b"\r\n" + UPGRADE)
        answer = read_answer(connection)
        assert answer.startswith(b"HTTP/1.1 " + status)
        assert b"connection: close" in answer
        assert is_closed(connection)


def test_connections_are_limited_per_address(run_site, tmp_path, monkeypatch):
    monkeypatch.setattr(DirectProtocol, "most_connections", 3)
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", lan_origin="http://192.168.1.5:80")
    with run_site(settings) as site:
        for _ in range(2):  # connections that were closed do not count
            with ExitStack() as open_ones:
                of_one = [open_ones.enter_context(connected(site, "127.0.0.2")) for _ in range(4)]
                other = open_ones.enter_context(connected(site, "127.0.0.3"))
                assert is_closed(of_one.pop())
                for connection in (*of_one, other):
                    connection.sendall(ASK)
                    assert read_answer(connection).startswith(b"HTTP/1.1 200")
            wait_until(lambda: not DirectProtocol._by_address.get("127.0.0.2"))


@pytest.mark.parametrize("host", ["evil.example", "[::1", "", "localhost."])
def test_dns_rebinding_is_refused(visitor, host):
    for path in ("/", "/api/games", "/healthz"):
        response = visitor.get(path, headers={"Host": host})
        assert response.status_code == 421
        assert "--host-name" in response.text


def test_a_request_with_two_hosts_is_refused(site):
    with connected(site) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")
        assert connection.recv(1_000).startswith(b"HTTP/1.1 421")


def test_connections_have_tcp_nodelay():
    with (
        listen("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()) as _,
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
