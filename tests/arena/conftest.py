"""A chat-completions server on this machine, and small runs to put before it."""

import os
import sys
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from numduel import Match, load_game
from numduel.arena.command import arena as command
from numduel.arena.plan import Plan
from numduel.arena.players import read_players
from numduel.arena.run import Players

from ..conftest import PATIENCE
from .chat_server import KEY, SILENT, Handler


def is_running(process):
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def server(monkeypatch):
    """A chat-completions server on this machine; the model's name says how it behaves."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    served = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.daemon_threads = True
    served.lock, served.requests, served.keys = threading.Lock(), [], set()
    served.open = served.most_open = served.turns = 0
    served.is_up = True
    served.pair, served.is_over = threading.Barrier(2), threading.Event()
    served.url = f"http://127.0.0.1:{served.server_port}/v1"
    thread = threading.Thread(target=served.serve_forever, args=(0.05,))
    thread.start()
    yield served
    served.is_over.set()
    served.shutdown()
    served.server_close()
    thread.join()


@pytest.fixture
def ask(server):
    """ask("good", match): the turn of a model on the server."""

    def ask(model, match=None, settings=""):
        seconds = 0.5 if model in SILENT else PATIENCE
        text = f"openai:{model}+timeout={seconds}+backoff=0.01+tries=3{settings}+name=model"
        players = Players(read_players([text], server.url))
        try:
            return players.seat("model").take_turn(match or Match(load_game("divisor-duel")))
        finally:
            players.close()

    return ask


@pytest.fixture
def plan():
    """plan("random,easy", games="divisor-duel"): a small run."""

    def make(players, games=(("sequence-builder", {}),), rounds=1, seed=1, base_url=None):
        loaded = tuple(load_game(slug, **options) for slug, options in games)
        return Plan(loaded, read_players(players.split(","), base_url), rounds, seed, False, False)

    return make


@pytest.fixture
def small_run(server, tmp_path):
    """small_run("random,easy"): a small run of the command in this process; what it said."""

    def run(players, *more, games="divisor-duel/numbers=8", rounds=1):
        arguments = ["--games", games, "--players", players, "--rounds", str(rounds)]
        arguments += ["--base-url", server.url, "--out", str(tmp_path / "run"), "--workers", "1"]
        done = CliRunner().invoke(command, [*arguments, *more], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    return run


@pytest.fixture
def arena(untraced, started):
    """arena(*arguments): the command in a process of its own, started. It is not traced: a signal
    that comes while coverage holds its lock would stop it for ever."""
    code = "from numduel.arena.command import arena; arena()"

    def start(*arguments, python=(sys.executable,), **kwargs):
        settings = {"text": True, "env": os.environ | untraced} | kwargs
        return started([*python, "-c", code, *arguments], **settings)

    return start
