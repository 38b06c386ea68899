"""A queue of tasks for one worker process. Clients take turns, and each has few places."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from itertools import chain
from time import monotonic
from typing import Any

from numduel.web.errors import TooBusy, TooManyRequests
from numduel.web.futures import count_as_heard, settle
from numduel.web.work.processes import Limits, WorkerProcess

_MOST_WAITING = 256
_SECONDS_BEFORE_KILL = 1  # a new process costs work too, so hanging up often gains nothing


class Job:
    """A task that waits or is being done. `future` has its result."""

    def __init__(self, client: str, task: Callable[[], Any]) -> None:
        self.client = client
        self.task = task
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.future.add_done_callback(count_as_heard)
        self.began: float | None = None
        self.waiters = 0  # requests that wait for it
        self.is_promised = False  # somebody was told to ask again


class JobQueue:
    """Does the jobs of all clients, one at a time."""

    def __init__(self, limits: Limits, places: int) -> None:
        """`places` is how many jobs of one client may wait."""
        self.process = WorkerProcess(limits)
        self.places = places
        self.refused = 0
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._running: Job | None = None
        self._runner: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def count(self) -> int:
        """How many jobs are waiting."""
        return sum(map(len, self._waiting.values()))

    @property
    def is_busy(self) -> bool:
        """Whether a job is waiting or being done."""
        return self._running is not None or bool(self.count)

    @property
    def _jobs(self) -> list[Job]:
        """The jobs that are waiting, and the one that is being done."""
        return [*chain.from_iterable(self._waiting.values()), *filter(None, [self._running])]

    def add(self, client: str, task: Callable[[], Any]) -> Job:
        """Add a task to the queue, or refuse it if too many are waiting. Jobs that this client no
        longer waits for make room."""
        waiting = self._waiting.get(client, ())
        left = next((job for job in waiting if not job.waiters), None)
        if len(waiting) >= self.places and left is not None:
            self.give_up(left)
        if len(waiting) >= self.places:
            self.refused += 1
            raise TooManyRequests("You are waiting for several answers already: wait for one.", 5)
        if self.count >= _MOST_WAITING or self._is_closed:
            self.refused += 1
            raise TooBusy("Too many questions are waiting. Try later.", 5)
        job = Job(client, task)
        self._waiting.setdefault(client, deque()).append(job)
        if self._runner is None:
            self._runner = asyncio.create_task(self._run(), name="queue")
        return job

    def give_up(self, job: Job) -> None:
        """Drop a job that nobody waits for, unless somebody asks for it within the next second."""
        if job is self._running:
            assert job.began is not None
            wait = job.began + _SECONDS_BEFORE_KILL - monotonic()
            asyncio.get_running_loop().call_later(max(0.0, wait), self._end, job)
        elif job in self._waiting.get(job.client, ()):
            self._waiting[job.client].remove(job)
            job.future.cancel()

    def _end(self, job: Job) -> None:
        if job is self._running and not job.waiters and not job.is_promised:
            self.process.kill()

    async def close(self) -> None:
        self._is_closed = True
        for job in self._jobs:
            job.future.cancel()
        self._waiting.clear()
        await self.process.close()
        if self._runner is not None:
            await self._runner

    async def _run(self) -> None:
        try:
            while (job := self._next()) is not None:
                job.began, self._running = monotonic(), job
                try:
                    result = await self.process.do(job.task)
                except Exception as fault:
                    settle(job.future, fault)
                else:
                    settle(job.future, result)
                self._running = None
        finally:
            self._runner = None

    def _next(self) -> Job | None:
        """The first job of the client whose turn it is; then it is the next client's turn."""
        while self._waiting:
            client, jobs = self._waiting.popitem(last=False)
            if jobs:
                job = jobs.popleft()
                if jobs:
                    self._waiting[client] = jobs
                return job
        return None
