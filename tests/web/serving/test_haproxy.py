"""The file of docs/operating.md for haproxy, in front of a site."""

import os
import socket
import subprocess
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from starlette.responses import PlainTextResponse

from numduel.web.settings import Settings

from ..api_visitor import Visitor
from ..conftest import PATIENCE, reserved_port, wait_until

DOCUMENTED = Path(__file__).parents[3] / "docs/haproxy.cfg"
NAME = "duels.example.org"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate of our own, with its key."""
    folder = tmp_path_factory.mktemp("certificate")
    made = "req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1".split()
    files = ["-keyout", folder / "key", "-out", folder / "chain", "-subj", f"/CN={NAME}"]
    subprocess.run(["openssl", *made, *files], check=True, capture_output=True)
    (folder / "duels.pem").write_text((folder / "chain").read_text() + (folder / "key").read_text())
    return folder / "duels.pem"


@contextmanager
def proxied(site, certificate, folder, *changes):
    """The documented file with other ports, and what a test changes. Yields its two ports."""
    with reserved_port() as plain, reserved_port() as secure:
        text = DOCUMENTED.read_text()
        for old, new in (
            ("bind :80\n", f"bind 127.0.0.1:{plain}\n"),
            (
                "bind :443 ssl crt /etc/haproxy/duels.pem",
                f"bind 127.0.0.1:{secure} ssl crt {certificate}",
            ),
            ("127.0.0.1:8000", site.address.removeprefix("http://")),
            # However busy this machine is: a check may connect for no longer than `inter`.
            ("timeout check 5s", "timeout check 10m"),
            ("timeout connect 2s", "timeout connect 10m"),
            ("check inter 2s", "check inter 1m"),
            ("    maxconn 9000\n    user haproxy\n    group haproxy\n", ""),  # for these it is root
            *changes,
        ):
            assert old in text
            text = text.replace(old, new)
        (folder / "haproxy.cfg").write_text(text)
        with (folder / "haproxy.log").open("w") as log:
            haproxy = subprocess.Popen(
                ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")],
                stdout=log,
                stderr=log,
                env=os.environ | {"PATH": f"{os.environ['PATH']}:/usr/sbin"},
            )
        try:
            wait_until(lambda: haproxy.poll() is not None or answers(secure))
            assert haproxy.poll() is None, (folder / "haproxy.log").read_text()
            yield plain, secure
        finally:
            haproxy.kill()
            haproxy.wait()


def answers(port):
    try:
        asked = httpx.get(f"https://localhost:{port}/healthz", verify=False, timeout=PATIENCE)
        return asked.status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture(scope="module")
def site(run_site, tmp_path_factory):
    database = f"sqlite:///{tmp_path_factory.mktemp('site') / 'web.sqlite'}"
    with run_site(Settings(database, requests_per_minute=0, host_names=(NAME,))) as site:

        async def tell_client(request):
            return PlainTextResponse(f"{request.url.scheme} {request.client.host}")

        site.app.add_route("/client", tell_client)
        yield site


@pytest.fixture(scope="module")
def ports(site, certificate, tmp_path_factory):
    with proxied(site, certificate, tmp_path_factory.mktemp("haproxy")) as ports:
        yield ports


def test_a_match_is_played_and_its_events_are_not_buffered(ports):
    with Visitor(f"https://localhost:{ports[1]}") as visitor:
        match_id = visitor.create("parity-duel", mode="screen")["match"]["id"]
        assert all(cookie.secure for cookie in visitor.cookies.jar)
        with visitor.stream("GET", f"/api/matches/{match_id}/events") as stream:
            lines = stream.iter_lines()
            assert "id: 0" in [next(lines) for _ in range(5)]
            assert visitor.move(match_id, 0, "1").status_code == 200
            assert "id: 1" in lines


def test_each_client_is_known_by_its_own_address(ports):
    def ask(source, **headers):
        transport = httpx.HTTPTransport(verify=False, local_address=source)
        with httpx.Client(transport=transport, timeout=PATIENCE) as client:
            headers = {"Host": NAME} | headers
            return client.get(f"https://127.0.0.1:{ports[1]}/client", headers=headers).text

    assert ask("127.0.0.2") == "https 127.0.0.2"
    assert ask("127.0.0.3", **{"X-Forwarded-For": "10.0.0.9"}) == "https 127.0.0.3"


def test_plain_http_is_sent_to_https(ports):
    asked = httpx.get(f"http://127.0.0.1:{ports[0]}/puzzles", headers={"Host": NAME})
    assert (asked.status_code, asked.headers["location"]) == (302, f"https://{NAME}/puzzles")


def test_slow_headers_and_too_many_connections_are_cut(site, certificate, tmp_path):
    changes = [("http-request 10s", "http-request 1s"), ("gt 300", "gt 3")]
    answers = []
    with proxied(site, certificate, tmp_path, *changes) as (plain, _), ExitStack() as open_ones:
        connections = []
        for _ in range(4):
            with suppress(ConnectionError):  # one of them is cut, perhaps at once
                connection = socket.create_connection(
                    ("127.0.0.1", plain), PATIENCE, ("127.0.0.2", 0)
                )
                connections.append(open_ones.enter_context(connection))
                connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        for connection in connections:
            with suppress(ConnectionError):
                answers.append(connection.recv(12))
    assert [answer for answer in answers if answer] == 3 * [b"HTTP/1.1 408"]
