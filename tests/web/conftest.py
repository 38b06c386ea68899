"""What the tests of the browser part share: sites that really run, visitors, a PostgreSQL."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from bench.soak.parts import Postgres

from numduel.web.app import create_app
from numduel.web.serving.server import Server, check_database, listen
from numduel.web.settings import Settings
from numduel.web.store import make_store

from ..conftest import PATIENCE, PROJECT, wait_until
from .api_visitor import Visitor
from .patient_server import with_patience
from .server_process import ServerProcess


@contextmanager
def reserved_port():
    """A port for a server that comes, goes and comes back: as long as this socket holds it, nobody
    who takes any free port gets it."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


def acknowledged(ask):
    """The answer of a server that waits only a moment for its database. A busy machine may take
    longer, so it is asked again."""
    answers = []

    def is_answered():
        answers.append(ask())
        return answers[-1].status_code != 503

    wait_until(is_answered)
    return answers[-1]


class Site:
    """A server in a thread of this process."""

    def __init__(self, settings):
        self.settings = settings
        asyncio.run(check_database(with_patience(settings)))
        self.app = create_app(with_patience(settings))
        self._listener = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.server = Server(self.app)
        self._thread = threading.Thread(target=self._run)
        self._visitors = []

    def _run(self):
        with asyncio.Runner() as runner:
            self.loop = runner.get_loop()
            runner.run(self.server.serve([self._listener]))

    def start(self):
        self._thread.start()
        while not self.server.started:
            if not self._thread.is_alive():
                raise AssertionError("the server did not start")
            time.sleep(0.01)

    def stop(self):
        for visitor in self._visitors:
            visitor.close()
        self.server.should_exit = True
        if self._thread.ident is not None:  # it was started
            self._thread.join()
        self._listener.close()

    def visitor(self, **more):
        visitor = Visitor(self.address, **more)
        self._visitors.append(visitor)
        return visitor

    def do(self, coroutine):
        """Run something in the server's own event loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE)


@contextmanager
def running(settings):
    site = Site(settings)
    try:
        site.start()
        yield site
    finally:
        site.stop()


@pytest.fixture(scope="session")
def run_site():
    """run_site(settings): a context manager with a site that runs."""
    return running


@contextmanager
def serving(database):
    """A server in a process of its own, on this database."""
    with reserved_port() as port:
        server = ServerProcess(database, port)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGKILL)


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A site on SQLite for all tests of a process that need no other, without limits."""
    database = f"sqlite:///{tmp_path_factory.mktemp('site') / 'web.sqlite'}"
    with running(Settings(database, requests_per_minute=0)) as site:
        yield site


@pytest.fixture
def visitor(site):
    return site.visitor()


@pytest.fixture
def friend(site):
    return site.visitor()


@pytest.fixture
def stranger(site):
    return site.visitor()


@pytest.fixture
def link_match(visitor, friend):
    """The id of a match between visitor (Player 1) and friend (Player 2)."""
    made = visitor.create(mode="link")
    assert friend.join(made["seat_link"]).status_code == 200
    return made["match"]["id"]


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL cluster of our own, which vanishes afterwards."""
    # Its databases are soon gone: to tidy them up would be half of its work.
    options = "-c fsync=off -c autovacuum=off"
    with TemporaryDirectory(prefix="numduel-") as folder, reserved_port() as port:
        cluster = Postgres(Path(folder), port, options)
        cluster.start()
        yield cluster
        cluster.stop("immediate")


@pytest.fixture
def new_database(tmp_path, request):
    """new_database(kind): the address of a database that nobody has used yet."""
    made = []

    def new(kind):
        if kind == "postgresql":
            return request.getfixturevalue("postgres").new_database()
        made.append(kind)
        return f"sqlite:///{tmp_path / f'new{len(made)}.sqlite'}"

    return new


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def database(request, new_database):
    """The address of an empty database, of each kind in turn. `make test` tries SQLite, and
    PostgreSQL with the store itself, with backups and with several servers."""
    return new_database(request.param)


@asynccontextmanager
async def opened_store(database):
    store = make_store(database, PATIENCE, PATIENCE)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
def store(database):
    """A store on that database, open while an asynchronous test runs."""
    return opened_store(database)


@pytest.fixture
def soak(untraced):
    """soak("--processes", "2"): run the soak in short, find no fault, and return what it says."""

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "bench.soak", "--short", *arguments],
            cwd=PROJECT,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | untraced,
        )
        said = done.stdout + done.stderr
        assert done.returncode == 0, said
        assert "lines of history: 0 faults" in said, said
        return said

    return run
