"""numduel at a terminal, from a process that has it loaded already.

To start Python and load numduel takes most of the time of a short game. So one process does it
once, as the installed command would, and forks itself for each game. Whatever is begun like this
has a terminal, a folder and variables of its own. Other tests start the command itself.
"""

import fcntl
import importlib
import json
import os
import pkgutil
import pty
import select
import socket
import subprocess
import sys
import termios
from pathlib import Path

LOADED = ["numduel.games", "numduel.terminal", "numduel.theory", "numduel.study"]
EARLY = ("PYTHON", "LC_", "LANG", "COVERAGE")  # variables that are read when Python starts
_LARGEST = 200_000  # bytes of a request


class ReadyProgram:
    """The process that forks itself, as the tests see it."""

    def __init__(self, variables):
        self._variables = variables
        self._channel, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._statuses = {}
        # It has a terminal too: Python does not look again at what kind of file a stream is.
        self._terminal, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__)), str(there.fileno())],
            env=variables,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            pass_fds=[there.fileno()],
            start_new_session=True,
        )
        os.close(theirs)
        there.close()

    def is_like(self, variables):
        """Whether a program with these variables would have started like this one."""
        names = [name for name in {**variables, **self._variables} if name.startswith(EARLY)]
        return all(variables.get(name) == self._variables.get(name) for name in names)

    def start(self, arguments, folder, variables, size):
        """Begin numduel at a new terminal with this many rows and columns; returns its process and
        our end of the terminal."""
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, size)
        request = json.dumps([arguments, folder, variables]).encode()
        socket.send_fds(self._channel, [request], [theirs])
        os.close(theirs)
        pid, status = self._hear()
        while status is not None:  # another one has ended meanwhile
            pid, status = self._hear()
        return pid, ours

    def wait(self, pid, is_patient=True):
        """How it ended, as os.waitpid tells it; None if it has not and we are not patient."""
        while pid not in self._statuses:
            if not is_patient and not select.select([self._channel], [], [], 0)[0]:
                return None
            self._hear()
        return self._statuses[pid]

    def _hear(self):
        """A process that was begun, with None, or one that has ended, with how it ended."""
        pid, status = json.loads(self._channel.recv(_LARGEST))
        self._statuses.pop(pid, None)  # of an older process with the same number
        if status is not None:
            self._statuses[pid] = status
        return pid, status

    def close(self):
        self._channel.close()
        self._process.wait()
        os.close(self._terminal)


def begin_when_asked(channel):
    """Wait for requests, and fork for each. Returns the arguments in a child, and None in the
    parent when nobody will ask again."""
    running = {}  # by a descriptor that can be read from when the process has ended
    while True:
        for ready in select.select([channel, *running], [], [])[0]:
            if ready is not channel:
                pid, status = os.waitpid(running.pop(ready), 0)
                os.close(ready)
                channel.send(json.dumps([pid, status]).encode())
                continue
            request, terminals, _, _ = socket.recv_fds(channel, _LARGEST, 1)
            if not request:
                return None
            terminal = terminals[0]
            pid = os.fork()
            if pid == 0:
                channel.detach()
                return settle(terminal, *json.loads(request))
            os.close(terminal)
            running[os.pidfd_open(pid)] = pid
            channel.send(json.dumps([pid, None]).encode())


def settle(terminal, arguments, folder, variables):
    """Be the only program at this terminal, with nothing else open; returns the arguments."""
    os.setsid()
    for stream in (0, 1, 2):
        os.dup2(terminal, stream)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.closerange(3, 1000)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    return arguments


def load():
    """Load what a game at a terminal needs, but not readline, which looks at the terminal."""
    for name in LOADED:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            importlib.import_module(module.name)
    assert "readline" not in sys.modules


if __name__ == "__main__":
    load()
    command = begin_when_asked(socket.socket(fileno=int(sys.argv[1])))
    if command is not None:
        from numduel.terminal.command import numduel

        sys.argv = command
        numduel()
