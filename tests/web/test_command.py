"""`numduel serve`: what it says, where it listens and how it stops."""

import builtins
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager

import httpx
import pytest
from click.testing import CliRunner

from numduel.data_folder import data_folder
from numduel.errors import BadOption, MissingExtra, NumduelError
from numduel.web import command, server

from .conftest import PATIENCE, wait_until

NUMDUEL = [sys.executable, "-c", "from numduel.terminal.command import numduel; numduel()"]


@contextmanager
def serving(folder, *arguments, **surroundings):
    """The process of `numduel serve`, and what it says first."""
    process = subprocess.Popen(
        [*NUMDUEL, "serve", "--port", "0", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(folder)} | surroundings,
    )
    try:
        yield process, process.stderr.readline()
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_it_serves_on_loopback_with_a_database_in_the_data_folder_until_ctrl_c(tmp_path):
    with serving(tmp_path, "--requests-per-minute", "12") as (process, said):
        assert re.fullmatch(r"numduel is at http://127\.0\.0\.1:\d+/ \(stop with Ctrl-C\)\n", said)
        address = said.split()[3]
        health = httpx.get(f"{address}healthz", timeout=PATIENCE).json()
        assert health == {"status": "ok", "matches": 0, "listeners": 0}
        new = {"game": "divisor-duel", "mode": "screen"}
        statuses = [httpx.post(f"{address}api/matches", json=new, timeout=PATIENCE).status_code]
        statuses += [httpx.post(f"{address}api/matches", json=new, timeout=PATIENCE).status_code]
        assert statuses == [201, 429]  # the first counts ten of the twelve
        process.send_signal(signal.SIGINT)
        assert process.wait() in (0, 130)
    with closing(sqlite3.connect(tmp_path / "numduel" / "web.sqlite")) as database:
        assert database.execute("SELECT count(*) FROM matches").fetchone() == (1,)


def test_it_opens_the_browser_when_asked(tmp_path):
    opened = tmp_path / "opened"
    browser = tmp_path / "xdg-open"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    with serving(tmp_path, "--open", PATH=path) as (_, said):
        wait_until(lambda: opened.exists() and opened.read_text().endswith("\n"))
        assert opened.read_text().strip() == said.split()[3]


def test_a_server_that_cannot_start_is_an_error(tmp_path):
    path = tmp_path / "web.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE entries (oops INTEGER)")
    with serving(tmp_path, "--database", f"sqlite:///{path}") as (process, _):
        said = process.stderr.read()
        assert process.wait() == 1
        assert "The server could not start: the log above says why." in said


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "duels.example", "192.168.1.5"])
def test_elsewhere_others_can_reach_it(host):
    assert not command.is_loopback(host)


def test_where_others_can_reach_it_it_says_what_to_put_in_front(tmp_path):
    with serving(tmp_path, "--host", "0.0.0.0") as (process, _):
        assert "reverse proxy with HTTPS" in process.stderr.readline()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.1.2.3"])
def test_on_loopback_only_this_machine_can_reach_it(host):
    assert command.is_loopback(host)


def test_an_ipv6_address_is_written_in_brackets():
    assert command.address_of("::1", 8000) == "http://[::1]:8000/"


@pytest.mark.parametrize("arguments", [["--port", "99999"], ["--keep-days", "0"], ["--what"]])
def test_wrong_usage_is_told(arguments):
    assert CliRunner().invoke(command.serve, arguments).exit_code == 2


def test_a_database_of_another_kind_is_refused():
    with pytest.raises(BadOption, match="sqlite:///FILE or postgresql://"):
        CliRunner().invoke(
            command.serve, ["--database", "mysql://localhost/duels"], catch_exceptions=False
        )


def test_a_port_that_is_taken_is_told_in_one_sentence():
    with server.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NumduelError, match=f"cannot listen at 127.0.0.1, port {port}: Addr"):
            server.listen("127.0.0.1", port)


@pytest.mark.parametrize("library", ["fastapi", "sqlalchemy", "limits", "uvicorn"])
def test_a_missing_extra_is_told_in_one_sentence(monkeypatch, library):
    real = builtins.__import__

    def without(name, *arguments, **more):
        if name.partition(".")[0] == library:
            raise ModuleNotFoundError(f"No module named {library!r}", name=library)
        return real(name, *arguments, **more)

    for name in [name for name in sys.modules if name.startswith("numduel.web.")]:
        if name != "numduel.web.command":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra) as missing:
        CliRunner().invoke(command.serve, [], catch_exceptions=False)
    assert str(missing.value) == f"The browser part needs {library}: pip install 'numduel[web]'"


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
