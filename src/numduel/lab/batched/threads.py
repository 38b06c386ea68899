"""How the threads of compiled code wait for each other."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

# To wake a thread takes longer than to step a thousand games, so it stays awake for about as long
# as a learner may need between two steps. Not longer: on a busy machine it would hold the very
# core that the other needs, and be several times slower.
_SETTINGS = {"OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": "5000"}


@contextmanager
def threads_wait_a_moment_awake() -> Iterator[None]:
    """Threads that OpenMP starts in here wait for each other awake for a moment, then asleep;
    unless the user has chosen otherwise."""
    if not os.environ.keys().isdisjoint(_SETTINGS):
        yield
        return
    os.environ.update(_SETTINGS)
    try:
        yield
    finally:
        for name in _SETTINGS:
            del os.environ[name]
