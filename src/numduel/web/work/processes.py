"""A worker process, as the server sees it. It is started when it is needed, and replaced when it
has ended."""

import asyncio
import logging
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from numduel.errors import TooLarge
from numduel.web.errors import TooBusy
from numduel.web.work.worker import LENGTH

_log = logging.getLogger(__name__)
# Ctrl-C at a terminal reaches the worker too, but is for the server, which ends its workers. The
# worker finds modules where the server finds them.
_PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN);"
    " import sys; sys.path[:] = sys.argv[4:];"
    " from numduel.web.work.worker import main; main(*map(int, sys.argv[1:4]))"
)
_PATIENCE = 20  # a task that uses no processor time is given up after this many times its limit


class Limits(NamedTuple):
    """What one task may use."""

    seconds: float  # of processor time
    megabytes: int
    niceness: int = 0


class WorkerProcess:
    """Does one task at a time, each within its limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._process: Process | None = None
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The process that runs now, if any."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    async def do(self, task: Callable[[], Any]) -> Any:
        """The task's result. TooLarge if it takes more than its limits allow."""
        message = pickle.dumps((task, self.limits.seconds), pickle.HIGHEST_PROTOCOL)
        process = await self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(message)
            async with asyncio.timeout(_PATIENCE * self.limits.seconds):
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                answer = await process.stdout.readexactly(length)
        except (asyncio.IncompleteReadError, OSError, TimeoutError):
            self.kill()
            code = await process.wait()
            if code not in (-signal.SIGXCPU, -signal.SIGKILL):
                _log.error("a worker process ended by itself, with code %s", code)
            raise TooLarge(
                f"It takes more than {self.limits.seconds:g} seconds of work, the most there is"
                " for one question."
            ) from None
        is_done, result, is_full = pickle.loads(answer)
        if is_full:
            self.kill()
            await process.wait()
        if is_done:
            return result
        if isinstance(result, MemoryError):
            raise TooLarge("It takes more memory than there is for one question.")
        raise result

    def kill(self) -> None:
        """End the process now; the next task gets a new one."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process and wait until it has ended. No other is started."""
        self._is_closed = True
        process = self._process
        self.kill()
        if process is not None:
            await process.wait()

    async def _start(self) -> Process:
        """The running process, or a new one if it has ended."""
        process = self._process
        if process is None or process.returncode is not None or _has_ended(process):
            numbers = map(str, (os.getpid(), self.limits.megabytes, self.limits.niceness))
            command = [sys.executable, "-c", _PROGRAM, *numbers, *sys.path]
            try:
                process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
            except OSError:
                _log.exception("no worker process can be started")
                raise TooBusy("The server has no room for this work at the moment.", 5) from None
            self._process = process
            if self._is_closed:  # while the process was started
                self.kill()
        return process


def _has_ended(process: Process) -> bool:
    """Whether a process has closed its output. It ends itself when its memory is full."""
    return process.stdout is not None and process.stdout.at_eof()
