"""`numduel serve`: what it says and where it listens."""

import builtins
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from numduel.data_folder import data_folder
from numduel.errors import BadOption, MissingExtra, NumduelError
from numduel.web.serving import command, server
from numduel.web.settings import Settings

from ..conftest import PATIENCE, wait_until

SCRIPT = str(Path(sys.executable).with_name("numduel"))


class Serving:
    """The command in a process of its own, at any free port."""

    def __init__(self, arguments, environment):
        self.process = subprocess.Popen(
            [SCRIPT, "serve", "--port", "0", *arguments],
            stderr=subprocess.PIPE,
            env=environment,
            text=True,
        )
        self.said = self.process.stderr.readline()
        self.address = self.said.removeprefix("numduel is at ").partition(" ")[0]

    def get(self, path, address=None):
        return httpx.get(f"{address or self.address}{path}", timeout=PATIENCE, verify=False)

    def stop(self):
        """Press Ctrl-C; returns the exit code and all that was said."""
        self.process.send_signal(signal.SIGINT)
        self.said += self.process.communicate()[1]
        return self.process.returncode, self.said


@pytest.fixture
def serve(tmp_path):
    """serve(*arguments): a context with `numduel serve`, whose data folder is `tmp_path`. Where it
    would open a browser, the address is written to a file called opened."""
    programs = tmp_path / "programs"
    programs.mkdir()
    opener = programs / "xdg-open"
    opener.write_text(f"#!/bin/sh\necho \"$1\" > '{tmp_path}/opened'\n")
    opener.chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"

    @contextmanager
    def started(*arguments):
        serving = Serving(arguments, os.environ | {"XDG_DATA_HOME": str(tmp_path), "PATH": path})
        try:
            yield serving
        finally:
            serving.process.kill()
            serving.process.wait()
            serving.process.stderr.close()

    return started


def test_it_listens_on_loopback_with_a_database_in_the_data_folder(serve, tmp_path):
    with serve() as serving:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", serving.address)
        assert serving.get("healthz").status_code == 200
        assert (tmp_path / "numduel" / "web.sqlite").exists()
        code, said = serving.stop()
    assert code == 130
    assert said.startswith(f"numduel is at {serving.address} (stop with Ctrl-C)\n")
    assert "proxy" not in said
    assert not (tmp_path / "opened").exists()


def test_elsewhere_it_does_not_listen_unless_it_is_told_of_a_proxy(serve):
    with serve("--host", "0.0.0.0") as serving:
        assert serving.process.wait() != 0
        assert "reverse proxy with HTTPS" in serving.said


def test_behind_a_proxy_it_listens_elsewhere_opens_the_browser_and_has_names(serve, tmp_path):
    options = ["--host", "0.0.0.0", "--behind-proxy", "--open", "--host-name", "Duels.example"]
    with serve(*options) as serving:
        here = serving.address.replace("0.0.0.0", "127.0.0.1")
        assert serving.get("healthz", here).status_code == 200
        opened = tmp_path / "opened"
        wait_until(lambda: opened.exists() and opened.read_text().endswith("\n"))
        assert opened.read_text() == f"{serving.address}\n"
        expect_names(here)


def expect_names(address):
    """It answers by the names it is given, and by no other."""

    def status(host):
        asked = httpx.get(
            f"{address}api/games", headers={"Host": host}, timeout=PATIENCE, verify=False
        )
        return asked.status_code

    assert status("duels.example") == status("DUELS.example:443") == 200
    assert status("127.0.0.1") == status("localhost:8000") == status("[::1]:80") == 200
    assert status("evil.example") == status("127.0.0.1.evil.example") == 421


def test_where_no_browser_can_be_opened_one_sentence_says_so(tmp_path, monkeypatch, capfd):
    opener = tmp_path / "xdg-open"
    opener.write_text("#!/bin/sh\necho www-browser: not found\necho links: not found >&2\nexit 3\n")
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    command.open_browser("http://127.0.0.1:8000/")
    said = "No browser could be opened here: go to http://127.0.0.1:8000/ in yours.\n"
    assert capfd.readouterr() == ("", said)


@pytest.mark.parametrize("name", ["http://duels.example/", "duels.example:443", "duels example"])
def test_a_name_that_nobody_could_ask_for_is_refused(serve, name):
    with serve("--host-name", name) as serving:
        assert serving.process.wait() == 2
        assert f'not "{name}"' in serving.said + serving.process.stderr.read()


def matches_in(file):
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT id FROM matches").fetchall()


def test_its_limits_reach_the_server(serve, run_site, tmp_path):
    database = f"sqlite:///{tmp_path / 'duels.sqlite'}"
    with run_site(Settings(database)) as site:
        match_id = site.visitor().create(mode="screen")["match"]["id"]
    with sqlite3.connect(tmp_path / "duels.sqlite") as written:
        written.execute("UPDATE matches SET created = created - 3 * 86400")
    written.close()
    limits = ["--keep-days", "2.5", "--requests-per-minute", "5"]
    with serve("--database", database, *limits) as serving:
        wait_until(lambda: not matches_in(tmp_path / "duels.sqlite"))
        assert serving.get(f"api/matches/{match_id}").status_code == 404
        wait_until(lambda: serving.get("api/games").status_code == 429)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "duels.example", "192.168.1.5"])
def test_others_can_reach_these_addresses(host):
    assert not command.is_loopback(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.1.2.3"])
def test_only_this_machine_can_reach_these_addresses(host):
    assert command.is_loopback(host)


def test_an_ipv6_address_is_written_in_brackets():
    assert command.write_address("::1", 8000) == "http://[::1]:8000/"


@pytest.mark.parametrize("arguments", [["--port", "99999"], ["--keep-days", "0"], ["--what"]])
def test_wrong_usage_is_told(arguments):
    assert CliRunner().invoke(command.serve, arguments).exit_code == 2


def test_a_database_of_another_kind_is_refused():
    arguments = ["--port", "0", "--database", "mysql://localhost/duels"]
    with pytest.raises(BadOption, match="sqlite:///FILE or postgresql://"):
        CliRunner().invoke(command.serve, arguments, catch_exceptions=False)


@pytest.mark.parametrize(("processes", "wanted"), [("1", "8003"), ("3", "8001 to 8003")])
def test_the_site_and_its_figures_have_ports_of_their_own(processes, wanted):
    first = wanted.partition(" ")[0]
    arguments = ["--port", "8003", "--metrics-port", first, "--processes", processes]
    with pytest.raises(BadOption, match=rf"8003, cannot be one for figures too \({wanted}\)"):
        CliRunner().invoke(command.serve, arguments, catch_exceptions=False)


def test_a_server_that_cannot_start_is_an_error(serve, tmp_path):
    (tmp_path / "letter").write_text("Dear Ann, this is not a database. " * 100)
    with serve("--database", f"sqlite:///{tmp_path / 'letter'}") as serving:
        said = serving.said + serving.process.communicate()[1]
        assert said == "Error: The database cannot be opened: file is not a database.\n"
        assert serving.process.returncode == 1


def test_a_port_that_is_taken_is_told_in_one_sentence():
    with server.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NumduelError, match=f"cannot listen at 127.0.0.1, port {port}: Addr"):
            server.listen("127.0.0.1", port)


WEB = "numduel.web"


@pytest.mark.parametrize("library", ["fastapi", "sqlalchemy", "prometheus_client", "uvicorn"])
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
        CliRunner().invoke(command.serve, [], catch_exceptions=False)
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
