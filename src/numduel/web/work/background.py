"""Long work: done in worker processes, within limits, and never in the event loop."""

import asyncio
from collections.abc import Callable, Hashable
from functools import partial
from hashlib import sha256
from typing import TypeVar

from numduel.errors import TooLarge
from numduel.web.client import asker
from numduel.web.errors import StillAtWork
from numduel.web.recent import LRU
from numduel.web.settings import Settings
from numduel.web.work.queue import FairQueue, Job
from numduel.web.work.worker import Limits

T = TypeVar("T")
_WORKERS = 2  # for each queue: one long task keeps nobody else waiting
_MATCHES_OF_ONE = 8  # times as many places: a client may have many matches with the computer
_MOST_ANSWERS = 2_000
_LARGEST_ANSWER = 256 << 10  # bytes; a larger one is not kept


class BackgroundWork:
    """Does long work, and keeps its answers.

    There are two queues, each with processes of its own: for the computer's replies, and for
    questions (analyses, reviews, puzzles, facts). So nobody waits for a move because of an
    analysis. The kernel lets the server go first, then the replies.
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
        """Choose a move for the computer."""
        queue, seconds = self.for_matches, self.settings.processor_seconds
        result: T = await queue.result(queue.add(asker(), task, seconds))
        return result

    async def analyse(self, question: bytes, task: Callable[[], bytes]) -> bytes:
        """Return the answer to a question about one position. It is worked out once. StillAtWork if
        it takes longer than a client waits: then the work goes on, and the answer is there for
        later. TooLarge if it takes more than the limits allow."""
        limits = self.settings.processor_seconds, self.settings.seconds_to_think
        return await self._ask(question, task, *limits)

    async def study(self, question: bytes, task: Callable[[], bytes]) -> bytes:
        """Do the same for work that takes longer."""
        limits = self.settings.processor_seconds_to_study, self.settings.seconds_to_study
        return await self._ask(question, task, *limits)

    async def answer(self, question: bytes, task: Callable[[], bytes]) -> bytes:
        """Do the same for what is quick to answer unless the machine is busy, without TooLarge."""
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


def question_of(*parts: Hashable) -> bytes:
    """Return a short name for a question of any length. Equal parts give equal names."""
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).digest()
