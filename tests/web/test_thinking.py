"""Thinking beside the event loop: once for each question, within a budget, in the way of none."""

import asyncio
import random
import subprocess
import sys
import threading
import time

import pytest

from numduel.web.problems import Problem
from numduel.web.thinking import Thinker

from .conftest import PATIENCE


def test_the_same_question_asked_twice_is_thought_about_once():
    async def test():
        thinker, asked = Thinker(PATIENCE), []

        def work():
            asked.append(1)
            time.sleep(0.05)
            return 42

        assert await asyncio.gather(*(thinker.find("key", work) for _ in range(5))) == [42] * 5
        assert await thinker.find("key", work) == 42
        assert asked == [1]
        with pytest.raises(ZeroDivisionError):
            await thinker.find("fault", lambda: 1 / 0)
        assert await thinker.find("fault", work) == 42  # a fault is not kept
        thinker.close()

    asyncio.run(test())


def test_too_many_questions_at_once_are_refused_not_queued_for_ever():
    async def test():
        thinker, is_allowed = Thinker(0.01), threading.Event()
        for key in range(64):
            with pytest.raises(TimeoutError):
                await thinker.find(key, is_allowed.wait)
        with pytest.raises(Problem) as refused:
            await thinker.find("one more", is_allowed.wait)
        assert refused.value.status == 503
        is_allowed.set()
        thinker.close()

    asyncio.run(test())


def test_only_so_many_answers_are_remembered():
    async def test():
        thinker = Thinker(PATIENCE)
        for key in range(2_050):
            await thinker.find(key, random.random)
        assert len(thinker._found) == 2_000
        thinker.close()

    asyncio.run(test())


def test_a_long_thought_does_not_keep_the_server_from_stopping():
    script = """
import asyncio, time
from numduel.web.thinking import Thinker

async def main():
    thinker = Thinker(0.1)
    try:
        await thinker.find("key", lambda: time.sleep(600))
    except TimeoutError:
        print("unknown", flush=True)
    thinker.close()

asyncio.run(main())
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "unknown\n"
    assert process.wait() == 0
    process.stdout.close()


def test_threads_end_when_they_are_closed():
    async def test():
        before = {*threading.enumerate()}  # those of other tests may be ending still
        thinker = Thinker(1)
        threads = {*threading.enumerate()} - before
        assert len(threads) == 4
        thinker.close()
        for thread in threads:
            thread.join()

    asyncio.run(test())
