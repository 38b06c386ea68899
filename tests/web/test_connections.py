"""What a connection may do before its request is there, and the names the site answers by."""

import socket
from contextlib import contextmanager

import pytest

from numduel.web.settings import Settings

from .conftest import PATIENCE


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
            answer = b""
            while not answer.endswith(b"}"):
                answer += connection.recv(4_000)
            assert answer.startswith(b"HTTP/1.1 200")
            connection.settimeout(0.5)
            with pytest.raises(TimeoutError):
                connection.recv(1)
            connection.settimeout(PATIENCE)


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
    "host", ["evil.example", "127.0.0.1.evil.example", "[::1", "", "localhost.", "127.0.0.1@x"]
)
def test_a_request_for_another_site_is_refused_on_loopback_too(visitor, host):
    for path in ("/", "/api/games", "/healthz"):
        response = visitor.get(path, headers={"Host": host})
        assert response.status_code == 421
        assert "--host-name" in response.text


def test_a_request_with_two_hosts_is_refused(site):
    with connected(site) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")
        assert connection.recv(1_000).startswith(b"HTTP/1.1 421")
