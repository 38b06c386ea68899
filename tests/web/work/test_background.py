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


def test_the_same_question_asked_twice_is_worked_on_once():
    async def test():
        background, asked = BackgroundWork(60), []

        def work():
            asked.append(1)
            time.sleep(0.05)
            return 42

        assert await asyncio.gather(*(background.find("key", work) for _ in range(5))) == [42] * 5
        assert await background.find("key", work) == 42
        assert asked == [1]
        with pytest.raises(ZeroDivisionError):
            await background.find("fault", lambda: 1 / 0)
        assert await background.find("fault", work) == 42  # a fault is not kept
        background.close()

    asyncio.run(test())


def test_too_many_questions_at_once_are_refused_not_queued_for_ever():
    async def test():
        background, is_allowed = BackgroundWork(0.01), threading.Event()
        for key in range(64):
            with pytest.raises(TimeoutError):
                await background.find(key, is_allowed.wait)
        with pytest.raises(TooBusy):
            await background.find("one more", is_allowed.wait)
        is_allowed.set()
        background.close()

    asyncio.run(test())


def test_a_move_waits_for_no_analysis():
    async def test():
        background, is_allowed = BackgroundWork(0.01), threading.Event()
        for seconds in (None, 0.01):
            with pytest.raises(TimeoutError):
                await background.find(seconds, is_allowed.wait, seconds)
        assert await background.choose_move(lambda: "6") == "6"
        is_allowed.set()
        background.close()

    asyncio.run(test())


def test_only_so_many_answers_are_remembered():
    async def test():
        background = BackgroundWork(60)
        for key in range(2_050):
            await background.find(key, random.random)
        assert len(background._found) == 2_000
        background.close()

    asyncio.run(test())


def test_a_long_thought_does_not_keep_the_server_from_stopping():
    script = """
import asyncio, time
from numduel.web.work.background import BackgroundWork

async def main():
    background = BackgroundWork(0.1)
    try:
        await background.find("key", lambda: time.sleep(600))
    except TimeoutError:
        print("unknown", flush=True)
    background.close()

asyncio.run(main())
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "unknown\n"
    assert process.wait(60) == 0
    process.stdout.close()


def test_threads_end_when_they_are_closed():
    async def test():
        before = {*threading.enumerate()}  # those of other tests may be ending still
        background = BackgroundWork(1)
        threads = {*threading.enumerate()} - before
        assert len(threads) == 4
        background.close()
        for thread in threads:
            thread.join(60)
        assert not any(thread.is_alive() for thread in threads)

    asyncio.run(test())
