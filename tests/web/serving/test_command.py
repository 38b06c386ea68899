"""`numduel serve`: what it says and where it listens."""

import builtins
import re
import sys

import httpx
import pytest
from click.testing import CliRunner

from numduel.data_folder import data_folder
from numduel.errors import BadOption, MissingExtra, NumduelError
from numduel.web.errors import CannotOpen
from numduel.web.serving import command, server

from ..conftest import PATIENCE, wait_until


def test_it_listens_on_loopback_with_a_database_in_the_data_folder(serve, tmp_path):
    with serve() as serving:
        address = serving.address
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        assert serving.get("healthz").status_code == 200
        assert (tmp_path / "numduel" / "web.sqlite").exists()
        assert serving.stop() == 130
        assert serving.said.startswith(f"numduel is at {address} (stop with Ctrl-C)\n")
        assert serving.said.endswith("Goodbye.\n")
    assert not (tmp_path / "opened").exists()


def test_behind_a_proxy_it_listens_elsewhere_opens_the_browser_and_has_names(serve, tmp_path):
    options = ["--host", "0.0.0.0", "--behind-proxy", "--open", "--host-name", "Duels.example"]
    with serve(*options) as serving:
        here = serving.address.replace("0.0.0.0", "127.0.0.1")
        opened = tmp_path / "opened"
        wait_until(lambda: opened.exists() and opened.read_text().endswith("\n"))
        assert opened.read_text() == f"{serving.address}\n"
        expect_names(here)


def expect_names(address):
    """It answers by the names it is given, and by no other."""

    def status(host):
        return httpx.get(
            f"{address}api/games", headers={"Host": host}, timeout=PATIENCE
        ).status_code

    assert status("duels.example") == status("DUELS.example:443") == 200
    assert status("127.0.0.1") == status("localhost:8000") == status("[::1]:80") == 200
    assert status("evil.example") == status("127.0.0.1.evil.example") == 421


def invoke(*arguments):
    CliRunner().invoke(command.serve, ["--port", "0", *arguments], catch_exceptions=False)


def test_its_options_reach_the_server(monkeypatch):
    served = []
    monkeypatch.setattr(server, "serve_site", lambda *given: served.extend(given))
    days = ["--keep-days", "2.5", "--keep-finished-days", "4"]
    where = ["--database", "postgresql://here/duels", "--processes", "3", "--metrics-port", "9464"]
    invoke(*days, *where, "--requests-per-minute", "5", "--host-name", "duels.example")
    settings, _, _, processes, metrics_port = served
    assert (settings.keep_days, settings.keep_finished_days) == (2.5, 4)
    assert (settings.database, processes) == ("postgresql://here/duels", 3)
    assert (settings.requests_per_minute, settings.host_names) == (5, ("duels.example",))
    assert metrics_port == 9464


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


def test_a_server_that_cannot_start_is_an_error(tmp_path):
    (tmp_path / "letter").write_text("Dear Ann, this is not a database. " * 100)
    with pytest.raises(CannotOpen, match="file is not a database"):
        invoke("--database", f"sqlite:///{tmp_path / 'letter'}")


def test_a_port_that_is_taken_is_told_in_one_sentence(serve):
    with server.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NumduelError, match=f"cannot listen at 127.0.0.1, port {port}: Addr"):
            invoke("--port", str(port))
        with serve("--metrics-port", str(port), is_ready=False) as serving:
            assert serving.process.wait() == 1
            assert f"Error: The port for metrics, {port}, is in use already." in serving.said


WEB = "numduel.web"


@pytest.mark.parametrize("library", ["fastapi", "segno"])
def test_a_missing_extra_is_told_in_one_sentence(monkeypatch, library):
    real = builtins.__import__

    def without(name, *arguments, **more):
        if name.partition(".")[0] == library:
            raise ModuleNotFoundError(f"No module named {library!r}", name=library)
        return real(name, *arguments, **more)

    loaded = {name: module for name, module in sys.modules.items() if name.startswith(WEB)}
    for name, module in loaded.items():
        parent, _, child = name.rpartition(".")
        if parent in loaded:  # afterwards it has its own modules again, and not those loaded now
            monkeypatch.setattr(loaded[parent], child, module)
        if name not in (WEB, "numduel.web.serving.command"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra) as missing:
        invoke()
    sentence = f"needs {library}: make install EXTRAS=web, or pip install 'numduel[web]'"
    assert str(missing.value) == f"The browser part {sentence}"


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/numduel"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "/home/ann/.local/share/numduel"),
        ("darwin", {}, "/home/ann/Library/Application Support/numduel"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/numduel"),
    ],
)
def test_the_data_folder_follows_the_platform(monkeypatch, platform, environment, folder):
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert str(data_folder()) == folder
