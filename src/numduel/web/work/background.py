"""Long work: done in worker processes, within limits, and never in the event loop."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from numduel.errors import TooLarge
from numduel.web.client import asker
from numduel.web.errors import StillAtWork
from numduel.web.settings import Settings
from numduel.web.work.answer_cache import AnswerCache
from numduel.web.work.job_queue import Job, JobQueue
from numduel.web.work.processes import Limits

T = TypeVar("T")
_PRICE = 9  # requests that work on a question counts as, besides the one that asks it
_BYTES_FOR_ONE = 1 << 15  # of a known answer: each such length counts as one request
_MATCHES_OF_ONE = 8  # times as many places: a client may have many matches with the computer


class BackgroundWork:
    """Does long work, and keeps its answers.

    There are four queues, each with a process of its own that starts when it is needed: for the
    computer's replies, for long matches that are read again, for what is asked of a position, and
    for what takes longest, such as reviews. So nobody waits for a move because of somebody else's
    analysis or long match. The kernel lets the server go first, then the first two queues.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        megabytes, places = settings.megabytes_for_work, settings.waiting_places
        short, long = settings.processor_seconds, settings.processor_seconds_to_study
        nice = settings.niceness
        of_matches = _MATCHES_OF_ONE * places
        self.for_replies = JobQueue(Limits(short, megabytes, nice // 3), of_matches)
        self.for_matches = JobQueue(Limits(short, megabytes, nice // 3), of_matches)
        self.for_positions = JobQueue(Limits(short, megabytes, nice), places)
        self.for_studies = JobQueue(Limits(long, megabytes, nice), places)
        self.queues = {
            "replies": self.for_replies,
            "matches": self.for_matches,
            "positions": self.for_positions,
            "studies": self.for_studies,
        }
        self.kept = AnswerCache(settings.most_bytes_of_answers)
        self._under_way: dict[bytes, tuple[JobQueue, Job]] = {}

    async def reply(self, task: Callable[[], T]) -> T:
        """Choose a move for the computer."""
        return await _do(self.for_replies, task)

    async def read(self, task: Callable[[], T]) -> T:
        """Read a long match again."""
        return await _do(self.for_matches, task)

    async def analyse(
        self, question: bytes, task: Callable[[], bytes], price: int = _PRICE
    ) -> bytes:
        """The answer to a question about one position. It is worked out once, and paid for by
        whoever asks first. StillAtWork if it takes longer than a client waits: then the work goes
        on, and the answer is there for later. TooLarge if it takes more than the limits allow."""
        seconds = self.settings.seconds_to_think
        return await self._find(question, task, self.for_positions, seconds, price)

    async def answer(
        self, question: bytes, task: Callable[[], bytes], price: int = _PRICE
    ) -> bytes:
        """The same for questions that are quick to answer unless the machine is busy. It never
        raises TooLarge."""
        try:
            return await self.analyse(question, task, price)
        except TooLarge:
            raise StillAtWork from None

    async def study(self, question: bytes, task: Callable[[], bytes]) -> bytes:
        """The same for work that takes longer."""
        seconds = self.settings.seconds_to_study
        return await self._find(question, task, self.for_studies, seconds, _PRICE)

    async def _find(
        self,
        question: bytes,
        task: Callable[[], bytes],
        queue: JobQueue,
        seconds: float,
        price: int,
    ) -> bytes:
        kept = self.kept.find(question)
        if kept is not None:
            asker().pay(min(price, len(kept) // _BYTES_FOR_ONE))
            return kept
        if question not in self._under_way:
            asker().pay(price)
            job = queue.add(asker().client, task)
            self._under_way[question] = queue, job
            job.future.add_done_callback(lambda future: self._finish(question, future))
        return await self._wait(*self._under_way[question], seconds)

    async def _wait(self, queue: JobQueue, job: Job, seconds: float) -> bytes:
        """Wait for a job. It is given up when all who waited for it have hung up, unless somebody
        was told to ask again."""
        job.waiters += 1
        try:
            async with asyncio.timeout(seconds):
                answer: bytes = await asyncio.shield(job.future)
                return answer
        except TimeoutError:
            job.is_promised = True
            raise StillAtWork from None
        finally:
            job.waiters -= 1
            if not job.waiters and not job.is_promised and not job.future.done():
                queue.give_up(job)

    def _finish(self, question: bytes, future: "asyncio.Future[bytes]") -> None:
        del self._under_way[question]
        if not future.cancelled() and future.exception() is None:
            self.kept.keep(question, future.result())

    async def close(self) -> None:
        for queue in self.queues.values():
            await queue.close()


async def _do(queue: JobQueue, task: Callable[[], T]) -> T:
    """Do work that a match waits for."""
    job = queue.add(asker().client, task)
    job.waiters += 1
    result: T = await job.future
    return result
