"""Several server processes on one machine. A parent starts them, and starts another if one dies.

The parent serves nobody. Each child has a socket at the same port, and the kernel spreads the
connections over those that listen. They are forked, so that what is loaded is in memory once.
"""

import logging
import os
import select
import signal
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from numduel.errors import NumduelError
from numduel.web.child_process import end_with

_log = logging.getLogger(__name__)
_READY = b"ready"
_SECONDS_TO_STOP = 2.8
_SECONDS_BETWEEN_STARTS = 1.0  # of the same child: one that cannot start would keep a core busy

_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)

Serve = Callable[[Callable[[], None]], None]


@dataclass
class _Child:
    """A server process, and what it has told its parent: that it is ready, or why not."""

    pid: int
    pipe: int
    began: float
    said: bytes = b""
    is_silent: bool = False  # it will say no more

    @property
    def is_ready(self) -> bool:
        return self.said.startswith(_READY)

    def read(self) -> None:
        """Hear what it says next."""
        said = os.read(self.pipe, 4096)
        self.said += said
        self.is_silent = not said


class Parent:
    """Keeps this many server processes running until it is told to stop."""

    def __init__(self, count: int, serve: Serve, on_ready: Callable[[], None]) -> None:
        """Each process runs `serve`, and calls the function that it is given when it is ready.
        `on_ready` is called once, when the first process is ready."""
        self._serve = serve
        self._on_ready = on_ready
        self._children: list[_Child] = []
        self._starts: list[float] = [0.0] * count  # when the missing ones may be started
        self._is_ready = False
        self._refusal: str | None = None  # why none could be started
        self._deadline: float | None = None  # for the children to end
        self._told: signal.Signals | None = None  # to stop, by this signal
        self._wake = os.pipe()  # a signal writes to it

    def run(self) -> None:
        """Return when all processes have ended. NumduelError if they could not start. A signal that
        ended them then ends this process in the same way as a single server."""
        before = [signal.signal(number, self._on_signal) for number in _SIGNALS]
        os.set_blocking(self._wake[1], False)
        signal.set_wakeup_fd(self._wake[1], warn_on_full_buffer=False)
        try:
            while self._children or self._deadline is None:
                self._start_missing()
                self._wait()
                self._replace_ended()
        finally:
            signal.set_wakeup_fd(-1)
            for number, handler in zip(_SIGNALS, before, strict=True):
                signal.signal(number, handler)
        if self._refusal is not None:
            raise NumduelError(self._refusal)
        if self._told is not None:
            signal.raise_signal(self._told)

    def _on_signal(self, number: int, _: object) -> None:
        if number != signal.SIGCHLD:
            self._told = signal.Signals(number)

    def _stop(self) -> None:
        if self._deadline is None:
            self._deadline = monotonic() + _SECONDS_TO_STOP
            self._send(signal.SIGTERM)

    def _send(self, number: int) -> None:
        for child in self._children:
            os.kill(child.pid, number)  # no other process can have its number before waitpid

    def _start_missing(self) -> None:
        for start in list(self._starts) if self._deadline is None else []:
            if start <= monotonic():
                self._starts.remove(start)
                self._children.append(self._start())

    def _start(self) -> _Child:
        parent = os.getpid()
        reading, writing = os.pipe()
        # The child must not receive signals while it still has the parent's handlers.
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        pid = os.fork()
        if pid:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
            os.close(writing)
            return _Child(pid, reading, monotonic())
        code = 1
        try:
            self._become_child(parent)
            code = _serve(self._serve, writing)
        finally:
            os._exit(code)

    def _become_child(self, parent: int) -> None:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        for pipe in (*self._wake, *(child.pipe for child in self._children)):
            os.close(pipe)
        end_with(parent)

    def _wait(self) -> None:
        """Wait until a child says something or ends, or until something is to be done."""
        pipes = {child.pipe: child for child in self._children if not child.is_silent}
        times = [*self._starts] if self._deadline is None else [self._deadline]
        seconds = max(0.0, min(times) - monotonic()) if times else None
        readable, _, _ = select.select([self._wake[0], *pipes], [], [], seconds)
        for pipe in readable:
            if pipe in pipes:
                pipes[pipe].read()
            else:
                os.read(pipe, 4096)
        if not self._is_ready and any(child.is_ready for child in self._children):
            self._is_ready = True
            self._on_ready()
        if self._told is not None:
            self._stop()
        if self._deadline is not None and monotonic() >= self._deadline:
            self._send(signal.SIGKILL)

    def _replace_ended(self) -> None:
        """Find the children that have ended, and have others started in their place."""
        for child in list(self._children):
            pid, status = os.waitpid(child.pid, os.WNOHANG)
            if not pid:
                continue
            while not child.is_silent:
                child.read()
            os.close(child.pipe)
            self._children.remove(child)
            if self._deadline is None:
                self._replace(child, os.waitstatus_to_exitcode(status))

    def _replace(self, child: _Child, code: int) -> None:
        reason = child.said.removeprefix(_READY).decode()
        if not self._is_ready:
            self._refusal = reason or "The server could not start: the log above says why."
            self._stop()
            return
        told = {"fields": {"ended": child.pid, "code": code, "reason": reason}}
        _log.error("a server process has ended: another takes its place", extra=told)
        self._starts.append(child.began + _SECONDS_BETWEEN_STARTS)


def _serve(serve: Serve, pipe: int) -> int:
    """Serve, and tell the parent through a pipe when that works, or why it does not."""
    try:
        serve(lambda: _say(pipe, _READY))
    except NumduelError as refusal:
        _say(pipe, str(refusal).encode())
        return 1
    except Exception:
        _log.exception("a server process has failed")
        return 1
    return 0


def _say(pipe: int, text: bytes) -> None:
    os.write(pipe, text)
