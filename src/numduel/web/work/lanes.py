"""A lane: tasks that wait for one worker process. Clients take turns, and each has few places."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from time import monotonic
from typing import Any

from numduel.web.errors import TooBusy, TooManyRequests
from numduel.web.work.processes import Limits, WorkerProcess

_MOST_WAITING = 256
_SECONDS_BEFORE_KILL = 1  # a new process costs work too: who hangs up often gains nothing


class Job:
    """A task that waits or is being done. `future` has its result."""

    def __init__(self, client: str, task: Callable[[], Any]) -> None:
        self.client = client
        self.task = task
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.future.add_done_callback(_look)
        self.began: float | None = None
        self.waiters = 0  # requests that wait for it
        self.is_promised = False  # somebody was told to ask again


class Lane:
    """Does the jobs of all clients, one at a time."""

    def __init__(self, limits: Limits, places: int) -> None:
        """`places` is how many jobs of one client may wait."""
        self.process = WorkerProcess(limits)
        self._places = places
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

    def add(self, client: str, task: Callable[[], Any]) -> Job:
        """Let a task wait for its turn, or refuse it if too many are waiting. What this client has
        asked for before and does not wait for any more makes room."""
        waiting = self._waiting.get(client, ())
        left = next((job for job in waiting if not job.waiters), None)
        if len(waiting) >= self._places and left is not None:
            self.give_up(left)
        if len(waiting) >= self._places:
            raise TooManyRequests("You are waiting for several answers already: wait for one.", 5)
        if self.count >= _MOST_WAITING or self._is_closed:
            raise TooBusy("Too many questions are waiting. Try later.", 5)
        job = Job(client, task)
        self._waiting.setdefault(client, deque()).append(job)
        if self._runner is None:
            self._runner = asyncio.create_task(self._run(), name="lane")
        return job

    def give_up(self, job: Job) -> None:
        """Nobody wants the result any more, unless somebody asks for it in the next second."""
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
        for jobs in [*self._waiting.values(), [self._running] if self._running else []]:
            for job in jobs:
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
                    _settle(job.future, fault)
                else:
                    _settle(job.future, result)
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


def _settle(future: "asyncio.Future[Any]", result: Any) -> None:
    if future.cancelled():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def _look(future: "asyncio.Future[Any]") -> None:
    """Nobody may be waiting for a fault any more: then asyncio would complain."""
    if not future.cancelled():
        future.exception()
