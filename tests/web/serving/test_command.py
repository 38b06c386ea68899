"""`numduel serve`: what it says and where it listens."""

import os
import re
import socket

import httpx
import pexpect
import pytest
from click.testing import CliRunner

from numduel.errors import BadOption, NumduelError
from numduel.web.serving import command, server

from ..conftest import PATIENCE, wait_until
from .conftest import SCRIPT


def test_serve_defaults_to_loopback_and_data_folder(serve, tmp_path):
    with serve() as serving:
        address = serving.address
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        assert serving.get("healthz").status_code == 200
        assert (tmp_path / "numduel" / "web.sqlite").exists()
        assert serving.stop() == 130
        assert serving.said.startswith(f"numduel is at {address} (stop with Ctrl-C)\n")
        assert serving.said.endswith("Goodbye.\n")
    assert not (tmp_path / "opened").exists()


def test_serve_behind_proxy_accepts_only_given_hosts(serve, tmp_path):
    options = ["--host", "0.0.0.0", "--behind-proxy", "--open", "--host-name", "Duels.example"]
    with serve(*options) as serving:
        here = serving.address.replace("0.0.0.0", "127.0.0.1")
        opened = tmp_path / "opened"
        wait_until(lambda: opened.exists() and opened.read_text().endswith("\n"))
        assert opened.read_text() == f"{serving.address}\n"

        def status(host):
            return serving.get("api/games", here, headers={"Host": host}).status_code

        assert status("duels.example") == status("DUELS.example:443") == status("[::1]:80") == 200
        assert status("evil.example") == status("127.0.0.1.evil.example") == 421


def invoke(*arguments):
    CliRunner().invoke(command.serve, ["--port", "0", *arguments], catch_exceptions=False)


def test_its_options_reach_the_server(monkeypatch):
    served = []
    monkeypatch.setattr(server, "serve_site", lambda *given: served.extend(given))
    where = ["--database", "postgresql://here/duels", "--processes", "3", "--metrics-port", "9464"]
    invoke("--keep-days", "2.5", "--requests-per-minute", "5", *where)
    settings, _, _, *rest = served
    assert (settings.keep_days, settings.requests_per_minute) == (2.5, 5)
    assert (settings.database, rest) == ("postgresql://here/duels", [3, 9464])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--host", "0.0.0.0"], "use --lan.*reverse proxy with HTTPS"),
        (["--lan", "--host", "192.168.1.5"], "leave --host and --behind-proxy out"),
        (["--host-name", "http://duels.example/"], 'not "http://duels.example/"'),
        (["--processes", "2"], "Several processes need PostgreSQL"),
        (["--database", "mysql://localhost/duels"], "sqlite:///FILE or postgresql://"),
    ],
)
def test_what_cannot_be_meant_is_refused(arguments, sentence):
    with pytest.raises(BadOption, match=sentence):
        invoke(*arguments)


def test_a_port_that_is_taken_is_told_in_one_sentence(serve):
    with server.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NumduelError, match=f"cannot listen at 127.0.0.1, port {port}: Addr"):
            invoke("--port", str(port))
        with serve("--metrics-port", str(port), is_ready=False) as serving:
            assert serving.process.wait() == 1
            assert f"Error: The port for metrics, {port}, is in use already." in serving.said


def test_lan_prints_address_qr_code_and_warning(tmp_path):
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    terminal = pexpect.spawn(
        SCRIPT,
        ["serve", "--lan", "--port", "0"],
        env=environment,
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(60, 100),
    )
    terminal.expect(r"numduel is at (http://([\d.]+):(\d+))/")
    address, host, port = terminal.match.groups()
    assert host == command.lan_addresses()[0]
    terminal.expect("█{25,}")  # the QR code
    terminal.expect("Everyone in this network can open it")

    def get(path, asked):
        return httpx.get(f"{address}{path}", headers={"Host": asked}, timeout=PATIENCE)

    name = socket.gethostname()
    for asked in (f"{host}:{port}", f"{name.upper()}:{port}", f"{name}.local", "127.0.0.1"):
        assert get("/api/games", asked).status_code == 200
    assert get("/api/games", "evil.example").status_code == 421
    assert f'<meta name="lan-origin" content="{address}">' in get("/", "127.0.0.1").text
    terminal.sendintr()
    terminal.expect("Goodbye")
    terminal.close()
