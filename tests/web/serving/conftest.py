"""`numduel serve` in a process of its own."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from ..conftest import PATIENCE, wait_until

SCRIPT = str(Path(sys.executable).with_name("numduel"))


class Command:
    """The command at any free port, what it writes, and its children."""

    def __init__(self, arguments, log, environment):
        self._log = log
        with log.open("w") as stderr:
            command = [SCRIPT, "serve", "--port", "0", *arguments]
            self.process = subprocess.Popen(command, stderr=stderr, env=environment)

    @property
    def said(self):
        return self._log.read_text()

    @property
    def address(self):
        assert self.process.poll() is None, self.said
        return self.said.partition("numduel is at ")[2].partition(" (stop")[0]

    @property
    def children(self):
        pid = self.process.pid
        with suppress(FileNotFoundError):
            return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return []

    @property
    def workers(self):
        """The children that serve; the others belong to Python's multiprocessing."""
        return [pid for pid in self.children if b"spawn_main" in command_line(pid)]

    def get(self, path, address=None, **more):
        return httpx.get(f"{address or self.address}{path}", timeout=PATIENCE, verify=False, **more)

    def stop(self, how=signal.SIGINT):
        """Send a signal; return the exit code."""
        self.process.send_signal(how)
        return self.process.wait()


def command_line(pid):
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


@pytest.fixture
def serve(tmp_path):
    """serve(*arguments): a context with the command, whose data folder is `tmp_path`. Where it
    would open a browser, the address is written to a file called opened."""
    programs = tmp_path / "programs"
    programs.mkdir()
    opener = programs / "xdg-open"
    opener.write_text(f"#!/bin/sh\necho \"$1\" > '{tmp_path}/opened'\n")
    opener.chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"

    @contextmanager
    def started(*arguments, is_ready=True):
        environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PATH": path}
        command = Command(arguments, tmp_path / "log", environment)
        try:
            if is_ready:
                wait_until(lambda: command.address)
            yield command
        finally:
            command.process.kill()
            command.process.wait()

    return started
