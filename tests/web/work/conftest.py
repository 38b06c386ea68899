"""Work that the tests of this room give to workers, and what is done in it."""

import asyncio
from contextlib import asynccontextmanager
from functools import partial

import pytest

from numduel.web.limits import Asker, set_asker
from numduel.web.settings import Settings
from numduel.web.work.background import BackgroundWork

from ..conftest import PATIENCE

PID = partial(eval, "b'%d' % __import__('os').getpid()")


def settings(**more):
    patient = {"seconds_to_think": PATIENCE, "seconds_to_study": PATIENCE, "niceness": 0}
    return Settings("sqlite:///nowhere", **patient | more)


@asynccontextmanager
async def open_work(**more):
    """Workers, which are gone afterwards."""
    work = BackgroundWork(settings(**more))
    try:
        yield work
    finally:
        await work.close()


@pytest.fixture
def work():
    """Workers while an asynchronous test runs."""
    return open_work()


def say(word):
    """A task with an answer; a task must be something that can be sent to another process."""
    return partial(str.encode, word)


def note(path, word):
    """A task that leaves a word in a file."""
    return partial(eval, f"open({str(path)!r}, 'a').write({word + ' '!r}) and b'noted'")


async def soon(condition):
    while not condition():
        await asyncio.sleep(0.01)


def as_client(name):
    set_asker(Asker("address", name))


def begin(work, question, task):
    return asyncio.create_task(work.analyse(question, task))
