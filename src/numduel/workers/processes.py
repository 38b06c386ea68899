"""Worker processes on this machine. They ignore Ctrl-C, which is for the parent, and end when it
ends."""

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait


def make_processes(count: int) -> ProcessPoolExecutor:
    """A pool of worker processes, started when there is work."""
    return ProcessPoolExecutor(count, get_context("spawn"), initializer=_serve)


def _serve() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    with suppress(OSError):
        wait([parent.sentinel])
    os._exit(1)
