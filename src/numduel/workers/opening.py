"""Opens the workers that a command is to use."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from numduel.errors import NumduelError
from numduel.workers.workers import HERE, Workers

_AHEAD = 2  # tasks for each process, so that it has the next while a result is sent back


@contextmanager
def open_workers(
    count: int | None = None,
    cluster: str | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Iterator[Workers]:
    """Open this many local processes, or connect to the cluster at this address.

    For one process, this one is used. `tell` is called with a sentence if a cluster has no workers
    left.
    """
    check_choice(count, cluster)
    if cluster is not None:
        from numduel.workers.cluster import Cluster

        elsewhere = Cluster(cluster, tell)
        try:
            yield elsewhere
        finally:
            elsewhere.close()
    elif count is None or count == 1:
        yield HERE
    else:
        from numduel.workers.processes import make_processes

        with make_processes(count) as processes:
            yield Workers(processes, _AHEAD * count)


def check_choice(count: int | None, cluster: str | None) -> None:
    """Refuse to use both processes and a cluster."""
    if count is not None and cluster is not None:
        raise NumduelError("--workers is for this machine and --cluster for others: give one.")
