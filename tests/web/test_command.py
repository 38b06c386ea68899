"""`numduel serve`: what it says and where it listens."""

import builtins
import sys

import pytest
from click.testing import CliRunner

from numduel.data_folder import data_folder
from numduel.errors import BadOption, MissingExtra, NumduelError
from numduel.web import command, server
from numduel.web.settings import Settings


class Listener:
    """A socket that listens nowhere."""

    def __init__(self, host, port):
        self.address = host, port

    def getsockname(self):
        return self.address


@pytest.fixture
def served(monkeypatch, tmp_path):
    """served(*arguments): the result, and the server that would have run."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    servers = []

    def pretend(self, sockets):
        servers.append(self)
        self.address = sockets[0].getsockname()
        self.started = True

    monkeypatch.setattr(server.Server, "run", pretend)
    monkeypatch.setattr(server, "listen", Listener)
    monkeypatch.setattr(server, "tune_garbage_collection", lambda: None)
    monkeypatch.setattr("numduel.web.logs.write_logs", lambda: None)

    def serve(*arguments):
        result = CliRunner().invoke(command.serve, arguments, catch_exceptions=False)
        return result, servers[-1] if servers else None

    return serve


def test_it_listens_on_loopback_with_a_database_in_the_data_folder(served, tmp_path):
    result, running = served()
    assert result.exit_code == 0
    assert result.output == "numduel is at http://127.0.0.1:8000/ (stop with Ctrl-C)\n"
    assert running.address == ("127.0.0.1", 8000)
    settings = running._app.state.services.matches.settings
    assert settings == Settings(f"sqlite:///{tmp_path / 'numduel' / 'web.sqlite'}")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "duels.example", "192.168.1.5"])
def test_elsewhere_it_says_what_to_put_in_front(served, host):
    result, _ = served("--host", host)
    assert "reverse proxy with HTTPS" in result.output


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.1.2.3"])
def test_on_loopback_it_says_nothing_of_that(served, host):
    result, _ = served("--host", host)
    assert "proxy" not in result.output


def test_an_ipv6_address_is_written_in_brackets(served):
    assert "http://[::1]:8000/" in served("--host", "::1")[0].output


def test_its_options_reach_the_server(served):
    _, running = served("--port", "9", "--keep-days", "2.5", "--requests-per-minute", "7")
    settings = running._app.state.services.matches.settings
    assert (running.address[1], settings.keep_days) == (9, 2.5)
    assert settings.requests_per_minute == 7


def test_it_opens_the_browser_when_asked(served, monkeypatch):
    opened = []

    class AtOnce:
        def __init__(self, seconds, call, arguments):
            self.call, self.arguments = call, arguments

        def start(self):
            self.call(*self.arguments)

    monkeypatch.setattr(command, "Timer", AtOnce)
    monkeypatch.setattr(command.click, "launch", opened.append)
    served("--no-open")
    assert opened == []
    served("--open")
    assert opened == ["http://127.0.0.1:8000/"]


@pytest.mark.parametrize("arguments", [["--port", "99999"], ["--keep-days", "0"], ["--what"]])
def test_wrong_usage_is_told(served, arguments):
    assert served(*arguments)[0].exit_code == 2


def test_a_database_of_another_kind_is_refused(served):
    with pytest.raises(BadOption, match="sqlite:///FILE or postgresql://"):
        served("--database", "mysql://localhost/duels")


def test_a_server_that_cannot_start_is_an_error(served, monkeypatch):
    monkeypatch.setattr(server.Server, "run", lambda self, sockets: None)
    with pytest.raises(NumduelError, match="could not start"):
        served()


def test_a_port_that_is_taken_is_told_in_one_sentence():
    with server.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NumduelError, match=f"cannot listen at 127.0.0.1, port {port}: Addr"):
            server.listen("127.0.0.1", port)


@pytest.mark.parametrize("library", ["fastapi", "sqlalchemy", "limits", "uvicorn"])
def test_a_missing_extra_is_told_in_one_sentence(served, monkeypatch, library):
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
