"""How long a move waits for its commit if many processes write to one PostgreSQL. Simulated.

NOTIFY takes a lock for the whole cluster at commit and keeps it until the commit is on disk, so
commits happen one after the other. Each process has one commit under way, and what it is asked for
meanwhile is the next one (`web/store/group_commit.py`). `notify.py` measures the same with a few
writers on a real PostgreSQL.
"""

from collections import deque
from random import Random

_SECONDS = 20.0
_LARGEST_BATCH = 500


def simulate(processes: int, rate: float, hold: float, seed: int = 1) -> tuple[float, float]:
    """The median and the p99 of the seconds from a move to its commit, at this many moves a second
    in all. Each commit keeps a lock for `hold` seconds."""
    random = Random(seed)
    waiting: list[deque[float]] = [deque() for _ in range(processes)]
    queue: deque[int] = deque()  # processes that want the lock, in order
    took: list[float] = []
    now, arrival, free_at = 0.0, random.expovariate(rate), 0.0
    holder: int | None = None
    batch: list[float] = []
    while now < _SECONDS:
        if holder is not None and free_at <= arrival:
            now = free_at
            took += [now - began for began in batch]
            if waiting[holder]:
                queue.append(holder)
            holder = None
        else:
            now = arrival
            arrival = now + random.expovariate(rate)
            process = random.randrange(processes)
            if not waiting[process] and process != holder:
                queue.append(process)
            waiting[process].append(now)
        if holder is None and queue:
            holder = queue.popleft()
            count = min(_LARGEST_BATCH, len(waiting[holder]))
            batch = [waiting[holder].popleft() for _ in range(count)]
            free_at = now + hold
    took.sort()
    return took[len(took) // 2], took[int(0.99 * len(took))]


def print_simulated() -> None:
    """Print a table of processes, moves a second and how long the lock is kept."""
    print("| lock kept | processes | moves a second: 1,000 | 5,000 | 20,000 |")
    print("|---:|---:|---:|---:|---:|")
    for hold in (0.0002, 0.001, 0.003):
        for processes in (4, 40, 400):
            cells = []
            for rate in (1_000.0, 5_000.0, 20_000.0):
                median, p99 = simulate(processes, rate, hold)
                cells.append(f"{1000 * median:.1f}, {1000 * p99:.1f} ms")
            print(f"| {1000 * hold:g} ms | {processes} | {' | '.join(cells)} |", flush=True)
