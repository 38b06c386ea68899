"""Starts the threads of compiled code, and refuses to use them after a fork."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from numba import (  # type: ignore[attr-defined]
    get_num_threads,
    set_num_threads,
    threading_layer,
)

from numduel.errors import NumduelError

# Waking a thread takes longer than stepping a thousand games. So a thread stays awake for about as
# long as a learner needs between two steps. It does not stay awake longer, because on a busy
# machine it would hold the core that the learner needs, and make it several times slower.
_SETTINGS = {"OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": "5000"}

# With fewer games, waking the other threads takes about as long as they save. On a busy machine
# it takes many times as long.
_ENOUGH_GAMES = 2_048

_STARTING = Lock()
_started_in: int | None = None  # the process that the threads are in


def have_threads() -> None:
    """Start the threads if they are not running. In a forked process, which does not have them,
    raise an error: OpenMP would end the process."""
    global _started_in
    if _started_in is None:
        with _STARTING, _waiting_awake_for_a_moment():
            get_num_threads()
            _started_in = os.getpid()
    elif _started_in != os.getpid() and threading_layer() == "omp":
        raise NumduelError(
            "This process was forked from one that had made a batch, and has not got its threads:"
            ' start it by the method "spawn" or "forkserver" of multiprocessing.'
        )


@contextmanager
def threads_for_a_step(games: int) -> Iterator[None]:
    """Use all threads, or only the calling one if there are few games."""
    if games >= _ENOUGH_GAMES:
        yield
        return
    before = get_num_threads()
    set_num_threads(1)
    try:
        yield
    finally:
        set_num_threads(before)


@contextmanager
def _waiting_awake_for_a_moment() -> Iterator[None]:
    """Threads that OpenMP starts in here stay awake for a moment before they sleep, unless the
    user has set this otherwise."""
    if not os.environ.keys().isdisjoint(_SETTINGS):
        yield
        return
    os.environ.update(_SETTINGS)
    try:
        yield
    finally:
        for name in _SETTINGS:
            del os.environ[name]
