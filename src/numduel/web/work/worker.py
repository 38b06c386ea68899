"""Run a task in a worker process of `anyio.to_process`, within limits that the kernel enforces.

A task is a function without arguments that can be pickled. Elsewhere than on Linux some limits are
missing, and then the time-out in the server is the only one.
"""

import logging
import os
import signal
from asyncio import timeout
from collections.abc import Callable
from functools import cache
from math import ceil
from time import monotonic, process_time
from typing import Any, NamedTuple

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from numduel.errors import TooLarge
from numduel.web.child_process import end_with
from numduel.web.errors import TooBusy

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_log = logging.getLogger(__name__)
_PATIENCE = 20  # a task that uses no processor time is given up after this many times its limit


class Limits(NamedTuple):
    """What one task may use."""

    seconds: float  # of processor time
    megabytes: int
    niceness: int = 0


class _LastResult(SystemExit):
    """The result of a process that ends itself, because theories have filled its memory."""

    def __init__(self, result: Any) -> None:
        super().__init__(result)
        self.result = result


async def run(task: Callable[[], Any], limits: Limits, limiter: CapacityLimiter) -> Any:
    """Return a task's result, or raise TooLarge if it takes more than the limits allow. The process
    is killed if this is cancelled."""
    for _ in range(2):
        began = monotonic()
        try:
            async with timeout(_PATIENCE * limits.seconds):
                return await to_process.run_sync(
                    _do, task, limits, os.getpid(), cancellable=True, limiter=limiter
                )
        except _LastResult as last:
            if isinstance(last.result, TooLarge):
                raise last.result from None
            return last.result
        except (BrokenWorkerProcess, TimeoutError):
            if monotonic() - began > limits.seconds:
                break
            # It cannot have used up its time: the process was ended by something else.
        except OSError:
            _log.exception("no worker process can be started")
            raise TooBusy("The server has no room for this work at the moment.", 5) from None
    raise TooLarge(
        f"It takes more than {limits.seconds:g} seconds of work, the most there is for one"
        " question."
    )


def _do(task: Callable[[], Any], limits: Limits, parent: int) -> Any:
    """Do a task in the worker process."""
    _prepare(limits.megabytes, limits.niceness, parent)
    _set_soft_limit("RLIMIT_CPU", ceil(process_time() + limits.seconds))
    try:
        result = task()
    except MemoryError:
        raise _LastResult(
            TooLarge("It takes more memory than there is for one question.")
        ) from None
    finally:
        _set_soft_limit("RLIMIT_CPU", None)
    if _megabytes_in_use() > limits.megabytes / 2:
        raise _LastResult(result)
    return result


@cache
def _prepare(megabytes: int, niceness: int, parent: int) -> None:
    """Prepare this process for tasks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    end_with(parent)  # elsewhere than on Linux it ends after its task, if the server was killed
    if hasattr(os, "nice"):
        os.nice(niceness)
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _set_soft_limit("RLIMIT_DATA", megabytes << 20)


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
