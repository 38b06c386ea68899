"""Work beside the event loop: done once for each question, and within a budget."""

import asyncio
import random
import subprocess
import sys
import threading
import time

import pytest

from numduel.web.errors import TooBusy
from numduel.web.work.background import BackgroundWork

from ..conftest import PATIENCE


def test_the_same_question_asked_twice_is_worked_on_once():
    async def test():
        background, asked = BackgroundWork(PATIENCE, PATIENCE), []

        def work():
            asked.append(1)
            time.sleep(0.05)
            return 42

        assert (
            await asyncio.gather(*(background.analyse("key", work) for _ in range(5))) == [42] * 5
        )
        assert await background.analyse("key", work) == 42
        assert asked == [1]
        with pytest.raises(ZeroDivisionError):
            await background.analyse("fault", lambda: 1 / 0)
        assert await background.analyse("fault", work) == 42  # a fault is not kept
        background.close()

    asyncio.run(test())


def test_too_many_questions_at_once_are_refused_not_queued_for_ever():
    async def test():
        background, is_allowed = BackgroundWork(0.01, 0.01), threading.Event()
        for key in range(64):
            with pytest.raises(TimeoutError):
                await background.analyse(key, is_allowed.wait)
        with pytest.raises(TooBusy):
            await background.analyse("one more", is_allowed.wait)
        is_allowed.set()
        background.close()

    asyncio.run(test())


def test_a_move_waits_for_no_analysis():
    async def test():
        background, is_allowed = BackgroundWork(0.01, 0.01), threading.Event()
        with pytest.raises(TimeoutError):
            await background.analyse("position", is_allowed.wait)
        with pytest.raises(TimeoutError):
            await background.study("match", is_allowed.wait)
        assert await background.choose_move(lambda: "6") == "6"
        is_allowed.set()
        background.close()

    asyncio.run(test())


def test_only_so_many_answers_are_remembered():
    async def test():
        background = BackgroundWork(PATIENCE, PATIENCE)
        for key in range(2_050):
            await background.analyse(key, random.random)
        assert len(background._found) == 2_000
        background.close()

    asyncio.run(test())


def test_a_long_thought_does_not_keep_the_server_from_stopping():
    script = """
import asyncio, time
from numduel.web.work.background import BackgroundWork

async def main():
    background = BackgroundWork(0.1, 0.1)
    try:
        await background.analyse("key", lambda: time.sleep(600))
    except TimeoutError:
        print("unknown", flush=True)
    background.close()

asyncio.run(main())
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "unknown\n"
    assert process.wait() == 0
    process.stdout.close()


def test_threads_end_when_they_are_closed():
    async def test():
        before = {*threading.enumerate()}  # those of other tests may be ending still
        background = BackgroundWork(1, 1)
        threads = {*threading.enumerate()} - before
        assert len(threads) == 4
        background.close()
        for thread in threads:
            thread.join()

    asyncio.run(test())
