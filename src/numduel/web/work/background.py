"""Long work, done in worker processes within limits, never in the event loop."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from itertools import chain
from time import monotonic
from typing import Any, TypeVar

from numduel.errors import TooLarge
from numduel.web.errors import StillAtWork, TooBusy, TooManyRequests
from numduel.web.limits import LRU, Asker, LeakyBuckets, asker
from numduel.web.settings import Settings
from numduel.web.work.worker import Limits, Worker


def count_as_heard(future: "asyncio.Future[Any]") -> None:
    """Retrieve a future's exception, so that asyncio does not report it as never retrieved."""
    if not future.cancelled():
        future.exception()


def settle(future: "asyncio.Future[Any]", result: Any) -> None:
    """Set a future's result or exception, unless it was cancelled."""
    if future.cancelled():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


_MOST_WAITING = 256
_WIDE = 10  # times as many jobs for an address: it may be a school
_MEMORY = 10  # work counts for this many times as long as it took
_SECONDS_BEFORE_KILL = 2  # a new process costs work too: disconnecting often gains nothing


class Job:
    """A task that waits or runs. `future` has its result."""

    def __init__(self, asker: Asker, task: Callable[[], Any], seconds: float) -> None:
        self.client, self.address = asker.client, asker.address
        self.task = task
        self.seconds = seconds  # of processor time that it may use
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.future.add_done_callback(count_as_heard)
        self.runner: asyncio.Task[None] | None = None
        self.waiters = 0  # requests that wait for it
        self.is_promised = False  # somebody was told to ask again

    @property
    def is_wanted(self) -> bool:
        return self.waiters > 0 or self.is_promised


class FairQueue:
    """Runs the jobs of all clients in a few worker processes, one per client at a time."""

    def __init__(self, workers: int, limits: Limits, places: int) -> None:
        """`places` is how many jobs of one visitor may wait."""
        self.workers = [Worker(limits) for _ in range(workers)]
        self.places = places
        self._waiting: dict[str, deque[Job]] = {}
        self._running: dict[str, Job] = {}
        self._used = LeakyBuckets()  # by client, and by address
        self._free = [*self.workers]
        self._is_closed = False

    @property
    def count(self) -> int:
        """How many jobs are waiting."""
        return sum(map(len, self._waiting.values()))

    @property
    def is_busy(self) -> bool:
        """Whether a job is waiting or being done."""
        return bool(self._running or self._waiting)

    def add(self, asker: Asker, task: Callable[[], Any], seconds: float) -> Job:
        """Add a task with this many seconds of processor time, or raise an error if too many are
        waiting. Jobs that the client no longer waits for make room."""
        client, places = asker.client, self.places * (1 if asker.visitor else _WIDE)
        waiting = self._waiting.get(client, deque())
        left = next((job for job in waiting if not job.waiters), None)
        if len(waiting) >= places and left is not None:
            self._drop(left)
        if len(waiting) >= places:
            raise TooManyRequests(
                "You are already waiting for several answers. Try again when one has arrived.", 5
            )
        if self.count >= _MOST_WAITING or self._is_closed:
            raise TooBusy("The server is busy. Try again in a minute.", 5)
        job = Job(asker, task, seconds)
        self._waiting.setdefault(client, deque()).append(job)
        self._begin()
        return job

    async def result(self, job: Job, seconds: float | None = None) -> Any:
        """Return a job's result, or raise StillAtWork after these seconds. The job is cancelled
        when all who waited have disconnected, unless one was told to ask again."""
        job.waiters += 1
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(job.future)
        except TimeoutError:
            job.is_promised = True
            raise StillAtWork from None
        finally:
            job.waiters -= 1
            if job.runner is None and not job.is_wanted:
                self._drop(job)
            elif not job.is_wanted:
                asyncio.get_running_loop().call_later(_SECONDS_BEFORE_KILL, self._kill, job)
            del job  # breaks a reference cycle through the exception

    def _drop(self, job: Job) -> None:
        """Cancel a waiting job."""
        job.future.cancel()
        waiting = self._waiting.get(job.client)
        if waiting is not None and job in waiting:
            waiting.remove(job)
            if not waiting:
                del self._waiting[job.client]

    def _kill(self, job: Job) -> None:
        if job.runner is not None and not job.is_wanted:
            job.future.cancel()
            job.runner.cancel()

    def _begin(self) -> None:
        """Start jobs while a worker is free."""
        while self._free and not self._is_closed:
            clients = [client for client in self._waiting if client not in self._running]
            if not clients:
                return
            client = min(clients, key=self._usage)
            job = self._waiting[client].popleft()
            if not self._waiting[client]:
                del self._waiting[client]
            self._running[client] = job
            job.runner = asyncio.create_task(self._do(job, self._free.pop()), name="work")

    def _usage(self, client: str) -> float:
        """Return the time a client has used, or a tenth of its address's if that is more: a new
        token for each question gains nothing."""
        now, everybody = monotonic(), ("all of", self._waiting[client][0].address)
        return max(self._used.level(client, now), self._used.level(everybody, now) / _WIDE)

    async def _do(self, job: Job, worker: Worker) -> None:
        began = monotonic()
        try:
            settle(job.future, await worker.do(job.task, job.seconds))
        except Exception as fault:
            settle(job.future, fault.with_traceback(None))  # which would keep `job` alive
        finally:
            job.future.cancel()  # if this was cancelled
            del self._running[job.client]
            self._free.append(worker)
            now = monotonic()
            for user in (job.client, ("all of", job.address)):
                self._used.add(user, _MEMORY * (now - began), now)
            self._begin()

    async def close(self) -> None:
        """Cancel all jobs and stop the workers."""
        self._is_closed = True
        for job in chain(self._running.values(), *self._waiting.values()):
            job.future.cancel()
        self._waiting.clear()
        runners = [job.runner for job in self._running.values() if job.runner is not None]
        for runner in runners:
            runner.cancel()
        await asyncio.gather(*runners, return_exceptions=True)
        for worker in self.workers:
            await worker.close()


T = TypeVar("T")
_WORKERS = 2  # for each queue: one long task does not block the others
_MATCHES_OF_ONE = 8  # times as many jobs: a client may have many matches with the computer
_MOST_ANSWERS = 2_000
_LARGEST_ANSWER = 256 << 10  # bytes; a larger one is not kept


class BackgroundWork:
    """Runs long work and caches its results.

    Two queues have worker processes of their own, for the computer's moves and for questions
    (analyses, reviews, puzzles, facts), so that no move waits for an analysis. By niceness the
    server comes first, then moves.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        places, megabytes = settings.waiting_places, settings.megabytes_for_work
        limits, first = (
            Limits(megabytes, settings.niceness),
            Limits(megabytes, settings.niceness // 3),
        )
        self.for_matches = FairQueue(_WORKERS, first, _MATCHES_OF_ONE * places)
        self.for_questions = FairQueue(_WORKERS, limits, places)
        self.queues = {"matches": self.for_matches, "questions": self.for_questions}
        self.kept: LRU[bytes, bytes] = LRU(_MOST_ANSWERS)
        self._under_way: dict[bytes, Job] = {}

    async def reply(self, task: Callable[[], T]) -> T:
        """Run the choice of a computer's move."""
        queue, seconds = self.for_matches, self.settings.processor_seconds
        result: T = await queue.result(queue.add(asker(), task, seconds))
        return result

    async def analyse(self, question: bytes, task: Callable[[], bytes]) -> bytes:
        """Return the answer to a question about one position, worked out once.

        Raise StillAtWork if it takes longer than a client waits; the work goes on, and the answer
        is cached. Raise TooLarge if it exceeds the limits.
        """
        limits = self.settings.processor_seconds, self.settings.seconds_to_think
        return await self._ask(question, task, *limits)

    async def study(self, question: bytes, task: Callable[[], bytes]) -> bytes:
        """Do as `analyse`, with the limits for longer work."""
        limits = self.settings.processor_seconds_to_study, self.settings.seconds_to_study
        return await self._ask(question, task, *limits)

    async def answer(self, question: bytes, task: Callable[[], bytes]) -> bytes:
        """Answer a question that is quick unless the machine is busy; never raise TooLarge."""
        try:
            return await self.analyse(question, task)
        except TooLarge:
            raise StillAtWork from None

    async def _ask(
        self, question: bytes, task: Callable[[], bytes], processor_seconds: float, seconds: float
    ) -> bytes:
        kept = self.kept.find(question)
        if kept is not None:
            return kept
        job = self._under_way.get(question)
        if job is None or job.future.done():
            job = self.for_questions.add(asker(), task, processor_seconds)
            self._under_way[question] = job
            job.future.add_done_callback(partial(self._finish, question))
        answer: bytes = await self.for_questions.result(job, seconds)
        return answer

    def _finish(self, question: bytes, future: "asyncio.Future[bytes]") -> None:
        if self._under_way[question].future is future:
            del self._under_way[question]
        is_answered = not future.cancelled() and future.exception() is None
        if is_answered and len(future.result()) <= _LARGEST_ANSWER:
            self.kept.keep(question, future.result())

    async def close(self) -> None:
        for queue in self.queues.values():
            await queue.close()


def asked(function: Callable[..., bytes], *about: Any) -> tuple[bytes, Callable[[], bytes]]:
    """Return the cache key of a call, and the task that makes it. Equal arguments give equal
    keys."""
    parts = (function.__name__, *about)
    name = sha256(repr(parts).encode("utf-8", "surrogatepass")).digest()
    return name, partial(function, *about)
