"""A worker process, which runs tasks one by one within limits that the kernel enforces.

A task is a function without arguments that can be pickled. `anyio.to_process` has one pool, so
cancelled questions would kill the processes that choose the computer's moves; pebble cannot replace
a process whose memory is full.
"""

import asyncio
import ctypes
import logging
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from time import process_time
from typing import Any, NamedTuple

from numduel.errors import NumduelError, TooLarge
from numduel.web.errors import TooBusy

try:
    import resource
except ImportError:  # Windows: there the time-out in the server is the only limit
    resource = None  # type: ignore[assignment]

_log = logging.getLogger(__name__)
_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
_PATIENCE = 20  # a task that sleeps is killed after this many times its limit


class Limits(NamedTuple):
    """What a worker process may use."""

    megabytes: int
    niceness: int = 0


class Worker:
    """The server's side of a worker process, started on demand and replaced when it ends."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._process: Process | None = None

    async def do(self, task: Callable[[], Any], seconds: float) -> Any:
        """Return a task's result, or raise TooLarge if it exceeds its processor time or memory.
        Cancelling this kills the process."""
        message = pickle.dumps((task, seconds), pickle.HIGHEST_PROTOCOL)
        process = self._process = self._process or await self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        is_done, is_full = False, True
        try:
            process.stdin.write(message)
            async with asyncio.timeout(_PATIENCE * seconds):
                length = int.from_bytes(await process.stdout.readexactly(8))
                answer = await process.stdout.readexactly(length)
            is_done, result, is_full = pickle.loads(answer)
        except (asyncio.IncompleteReadError, OSError, TimeoutError):
            result = TooLarge(
                f"This takes more than {seconds:g} seconds of processor time, the limit for one"
                " request."
            )
        finally:
            if is_full:
                await self.close()
        if is_done:
            return result
        raise result

    async def _start(self) -> Process:
        numbers = map(str, (os.getpid(), *self.limits))
        try:
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", __name__, *numbers),
                stdin=PIPE,
                stdout=PIPE,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
                start_new_session=True,  # Ctrl-C is for the server, which kills its workers
            )
        except OSError:
            _log.exception("no worker process can be started")
            raise TooBusy("The server is busy. Try again in a minute.", 5) from None

    async def close(self) -> None:
        """Kill the process. The next task gets a new one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            code = await process.wait()
            if code not in (-signal.SIGKILL, -getattr(signal, "SIGXCPU", 0)):
                _log.error("a worker process ended unexpectedly, with code %s", code)


def main(parent: int, megabytes: int, niceness: int) -> None:
    """Run as a worker process of that parent. Theories cache a lot: `is_full` in an answer asks for
    a new process."""
    end_with(parent)
    if hasattr(os, "nice"):
        os.nice(niceness)
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _set_soft_limit("RLIMIT_DATA", megabytes << 20)
    tasks, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a task prints must not mix with the answers
    with suppress(EOFError):
        while True:
            task, seconds = pickle.load(tasks)
            is_done, result = _do(task, seconds)
            is_full = _megabytes_in_use() > megabytes / 2
            answer = pickle.dumps((is_done, result, is_full), pickle.HIGHEST_PROTOCOL)
            answers.write(len(answer).to_bytes(8) + answer)
            answers.flush()


def _do(task: Callable[[], Any], seconds: float) -> tuple[bool, Any]:
    """Return whether a task was done, and its result or its exception."""
    _set_soft_limit("RLIMIT_CPU", ceil(process_time() + seconds))
    try:
        return True, task()
    except MemoryError:
        return False, TooLarge("This takes more memory than one request may use.")
    except Exception as fault:
        with suppress(Exception):
            return False, pickle.loads(pickle.dumps(fault))
        kind = NumduelError if isinstance(fault, NumduelError) else RuntimeError
        return False, kind(str(fault))  # it cannot be pickled
    finally:
        _set_soft_limit("RLIMIT_CPU", None)


def _set_soft_limit(name: str, value: int | None) -> None:
    if resource is not None:
        limit = getattr(resource, name)
        _, hard = resource.getrlimit(limit)
        resource.setrlimit(limit, (hard if value is None else value, hard))


def _megabytes_in_use() -> float:
    try:
        with open("/proc/self/statm") as pages:
            return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except OSError:
        return 0


def end_with(parent: int) -> None:
    """Have the kernel kill this process when its parent dies; on Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:  # it died before the call
            sys.exit()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
