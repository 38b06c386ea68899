"""The program of a worker process. It does the tasks that the server sends, one after another.

A task is a pickled function without arguments, with its limit of processor time. The kernel
enforces the limits, so a task cannot take more processor time or memory, whatever it does. The
process ends when the server does, even if the server is killed.
"""

import os
import pickle
import struct
import sys
from collections.abc import Callable
from math import ceil
from time import process_time
from typing import Any, BinaryIO

from numduel.web.child_process import end_with

try:
    import resource
except ImportError:  # Windows: there the server's watchdog is the only limit
    resource = None  # type: ignore[assignment]

LENGTH = struct.Struct(">Q")


def main(parent: int, megabytes: int, niceness: int) -> None:
    """Serve the process with that id until it is gone."""
    end_with(parent)  # elsewhere it ends after its current task at the latest
    if hasattr(os, "nice"):
        os.nice(niceness)
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _set_soft_limit("RLIMIT_DATA", megabytes << 20)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a task prints must not get between the answers
    serve(sys.stdin.buffer, answers, megabytes)


def serve(tasks: BinaryIO, answers: BinaryIO, megabytes: int) -> None:
    """Do the tasks until there are no more, or until so much memory is in use that a new process is
    better: theories remember a lot."""
    while True:
        try:
            task, seconds = pickle.load(tasks)
        except EOFError:
            return
        is_done, result = _do(task, seconds)
        is_full = isinstance(result, MemoryError) or _megabytes_in_use() > megabytes / 2
        answer = pickle.dumps((is_done, result, is_full), pickle.HIGHEST_PROTOCOL)
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()
        if is_full:
            return


def _do(task: Callable[[], Any], seconds: float) -> tuple[bool, Any]:
    """Whether the task was done, and its result or what went wrong."""
    _set_soft_limit("RLIMIT_CPU", ceil(process_time() + seconds))
    try:
        return True, task()
    except MemoryError:
        return False, MemoryError()
    except Exception as fault:
        return False, _portable(fault)
    finally:
        _set_soft_limit("RLIMIT_CPU", None)


def _portable(fault: Exception) -> Exception:
    """The error itself or, if it cannot be sent, one like it."""
    try:
        pickle.loads(pickle.dumps(fault))
    except Exception:
        from numduel.errors import NumduelError

        kind = NumduelError if isinstance(fault, NumduelError) else RuntimeError
        return kind(str(fault))
    return fault


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
