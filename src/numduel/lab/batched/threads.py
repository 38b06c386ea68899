"""How the threads of compiled code wait for each other."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def threads_sleep_while_they_wait() -> Iterator[None]:
    """Threads that OpenMP starts in here sleep when they wait for each other, unless the user has
    chosen otherwise. Awake, they would hold the very core that the other needs: on a busy machine
    that is several times slower."""
    if "OMP_WAIT_POLICY" in os.environ:
        yield
        return
    os.environ["OMP_WAIT_POLICY"] = "PASSIVE"
    try:
        yield
    finally:
        del os.environ["OMP_WAIT_POLICY"]
