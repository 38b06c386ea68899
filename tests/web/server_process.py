"""A server in a process of its own, which may be killed and started again.

To load a server takes several times as long as to start it. So a process that has loaded it forks
itself for each server, except for one with games of other packages, which are looked for while it
is loaded. The tests of `numduel serve` start the command itself.
"""

import multiprocessing
import os
import signal
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from ..conftest import PATIENCE
from .api_visitor import Visitor
from .patient_server import UNLIMITED, serve

NEW = multiprocessing.get_context("spawn")
FORKED = multiprocessing.get_context("forkserver")
FORKED.set_forkserver_preload(["numduel.web.app", "numduel.web.serving.server"])


class ServerProcess:
    """A server at one port, on one database."""

    def __init__(self, database, port, log=os.devnull, packages=(), **settings):
        self.address = f"http://127.0.0.1:{port}"
        self._log = Path(log)
        self._kind = NEW if packages else FORKED
        self._arguments = port, database, UNLIMITED | settings, str(log), [*map(str, packages)]
        self._process = None

    @property
    def pid(self):
        return self._process.pid

    def start(self):
        self._process = self._kind.Process(target=serve, args=self._arguments, daemon=True)
        self._process.start()
        while not self._answers():
            assert self.is_alive(), f"the server did not start: {self._log.read_text()}"
            time.sleep(0.03)

    def _answers(self):
        try:
            with urlopen(f"{self.address}/healthz", timeout=PATIENCE):
                return True
        except (URLError, ConnectionError):
            return False

    def visitor(self):
        return Visitor(self.address)

    def is_alive(self):
        return self._process is not None and self._process.is_alive()

    def stop(self, how=signal.SIGTERM):
        """Send it a signal that ends it. Returns how it ended, as its exit code."""
        if self.is_alive():
            os.kill(self.pid, how)
        self._process.join()
        return self._process.exitcode
