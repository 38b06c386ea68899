"""What a connection may do before its request is there, and the names the site answers by."""

import asyncio
import socket
from contextlib import contextmanager

import pytest
import uvicorn

from numduel.web.serving.connections import with_limits
from numduel.web.serving.server import bind_shared, listen
from numduel.web.settings import Settings

from ..conftest import PATIENCE


@pytest.fixture
def hasty(run_site, tmp_path):
    """A site that waits only a moment for a request."""
    settings = Settings(
        f"sqlite:///{tmp_path / 'web.sqlite'}", seconds_for_head=0.3, seconds_for_body=0.3
    )
    with run_site(settings) as site:
        yield site


@contextmanager
def connected(site):
    address = ("127.0.0.1", int(site.address.rpartition(":")[2]))
    with socket.create_connection(address, PATIENCE) as connection:
        yield connection


def is_closed(connection):
    """Whether the other side closes the connection, without an answer."""
    try:
        return connection.recv(1_000) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /healthz HT",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{",
    ],
)
def test_a_connection_that_does_not_finish_its_request_is_closed(hasty, begun):
    with connected(hasty) as connection:
        connection.sendall(begun)
        assert is_closed(connection)


def test_a_connection_that_sends_its_headers_drop_by_drop_is_closed(hasty):
    with connected(hasty) as connection:
        connection.settimeout(0.05)
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        for _ in range(PATIENCE):
            try:
                connection.sendall(b"X-Slow: 1\r\n")
                if connection.recv(1_000) == b"":
                    return
            except TimeoutError:
                continue
            except ConnectionError:
                return
        pytest.fail("it went on and on")


def test_a_connection_may_rest_between_two_requests(hasty):
    ask = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with connected(hasty) as connection:
        for _ in range(2):
            connection.sendall(ask)
            assert read_answer(connection).startswith(b"HTTP/1.1 200")
            connection.settimeout(0.5)
            with pytest.raises(TimeoutError):
                connection.recv(1)
            connection.settimeout(PATIENCE)


def read_to_the_end(connection):
    while connection.recv(4_000):
        pass


def read_answer(connection):
    answer = b""
    while not answer.endswith(b"}"):
        answer += connection.recv(4_000)
    return answer


@pytest.mark.parametrize("more", [b"\r\n", b"\n", b"\r\n\r\n", b"\r"])
def test_an_empty_line_after_a_request_does_not_keep_a_connection_open(hasty, more):
    with connected(hasty) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        read_answer(connection)
        connection.sendall(more)
        assert is_closed(connection)


def test_an_empty_line_while_a_request_is_answered_does_no_harm(hasty):
    visitor = hasty.visitor()
    match_id = visitor.create()["match"]["id"]
    path = f"/api/matches/{match_id}/events".encode()
    with connected(hasty) as connection:
        connection.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n\r\n")
        connection.recv(4_000)
        connection.sendall(b"\r\n")
        connection.settimeout(0.5)
        with pytest.raises(TimeoutError):
            read_to_the_end(connection)


UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"


@pytest.mark.parametrize(
    ("host", "status"), [(b"127.0.0.1", b"200"), (b"evil.example", b"421"), (b"", b"421")]
)
def test_a_request_for_a_web_socket_is_held_to_the_same_rules_as_any_other(site, host, status):
    with connected(site) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: " + host + b"\r\n" + UPGRADE)
        answer = read_answer(connection)
        assert answer.startswith(b"HTTP/1.1 " + status)
        assert b"connection: close" in answer
        assert is_closed(connection)


def test_requests_for_web_sockets_are_counted(run_site, tmp_path, monkeypatch):
    monkeypatch.setattr("numduel.web.http.rate_limits.monotonic", lambda: 1_000_000.0)
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=1)
    with run_site(settings) as site:
        site.app.state.services.rate_limits.load.busy_until = 2_000_000.0
        with connected(site) as connection:
            connection.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n" + UPGRADE)
            assert connection.recv(1_000).startswith(b"HTTP/1.1 200")
        assert site.visitor().get("/api/games").status_code == 429


def test_who_does_not_read_an_answer_is_not_waited_for():
    async def answer(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": bytes(64 << 20)})

    async def test():
        protocol = with_limits(seconds_to_read=0.3)
        config = uvicorn.Config(answer, http=protocol, lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            serving = asyncio.create_task(server.serve([listener]))
            _, writer = await asyncio.open_connection(*listener.getsockname(), limit=1_000)
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            while not server.server_state.total_requests:
                await asyncio.sleep(0.01)
            while server.server_state.connections:
                await asyncio.sleep(0.01)
            writer.close()
            server.should_exit = True
            await serving

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


@pytest.mark.parametrize("line", [b"X-Large: " + b"x" * 100_000, b"X-Many: 1\r\n" * 10_000])
def test_headers_without_end_are_refused(visitor, site, line):
    with connected(site) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        try:
            for _ in range(1_000):
                connection.sendall(line)
        except ConnectionError:
            return  # it was closed while we were sending
        pytest.fail("it took 100 MB of headers")


def test_headers_that_are_too_large_are_answered_so(site):
    with connected(site) as connection:
        head = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Large: " + b"x" * 33_000
        connection.sendall(head + b"\r\n\r\n")
        assert connection.recv(1_000).startswith(b"HTTP/1.1 431")


def test_too_many_headers_are_answered_so(site):
    with connected(site) as connection:
        head = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: 1\r\n" * 100
        connection.sendall(head + b"\r\n")
        assert connection.recv(1_000).startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "[::1", "", "localhost.", "127.0.0.1@x"],
)
def test_a_request_for_another_site_is_refused_on_loopback_too(visitor, host):
    check_is_refused(visitor, host)


@pytest.mark.parametrize(
    "host",
    ["x@127.0.0.1", "127.0.0.1:x", "127.0.0.1:123456", "127.0.0.1/x", "127.0.0.1?", "[::1]x"],
)
def test_nothing_comes_with_the_name_of_the_site(visitor, host):
    check_is_refused(visitor, host)


def check_is_refused(visitor, host):
    for path in ("/", "/api/games", "/healthz"):
        response = visitor.get(path, headers={"Host": host})
        assert response.status_code == 421
        assert "--host-name" in response.text


def test_a_request_with_two_hosts_is_refused(site):
    with connected(site) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")
        assert connection.recv(1_000).startswith(b"HTTP/1.1 421")


@pytest.mark.parametrize("make", [listen, bind_shared])
def test_parts_of_an_answer_are_sent_at_once(make):
    with make("127.0.0.1", 0) as listener:
        listener.listen()
        with (
            socket.create_connection(listener.getsockname()) as _,
            listener.accept()[0] as accepted,
        ):
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
