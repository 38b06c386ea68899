"""Work beside the event loop: done once for each question, and within limits."""

import asyncio
import os
import signal
import subprocess
import sys
from functools import partial

import pytest

from numduel.errors import TooLarge
from numduel.web.client import Asker, set_asker
from numduel.web.errors import NotFound, TooBusy

from ..conftest import wait_until
from .conftest import note, say, with_work
from .worker_tasks import raise_not_found


def test_the_same_question_asked_twice_is_worked_on_once(tmp_path):
    async def test(work):
        task = note(tmp_path / "notes", "once")
        asked = [work.analyse(b"question", task) for _ in range(5)]
        assert await asyncio.gather(*asked) == [b"noted"] * 5
        assert await work.analyse(b"question", task) == b"noted"
        assert (tmp_path / "notes").read_text() == "once "

    with_work(test)


def test_a_fault_is_told_and_not_kept():
    async def test(work):
        with pytest.raises(ZeroDivisionError):
            await work.analyse(b"fault", partial(eval, "1 / 0"))
        with pytest.raises(NotFound, match="no such"):
            await work.analyse(b"fault", partial(raise_not_found, "no such thing"))
        assert await work.analyse(b"fault", say("fine")) == b"fine"

    with_work(test)


def test_what_takes_too_much_processor_time_is_ended_and_the_next_question_is_answered():
    async def test(work):
        with pytest.raises(TooLarge, match="seconds of work"):
            await work.analyse(b"endless", partial(eval, "[1 for _ in iter(int, 1)]"))
        assert await work.analyse(b"next", say("next")) == b"next"

    with_work(test, processor_seconds=0.2, megabytes_for_work=4_000)


def test_what_takes_too_much_memory_is_ended_and_the_next_question_is_answered():
    async def test(work):
        with pytest.raises(TooLarge, match="memory"):
            await work.analyse(b"large", partial(bytes, 400 << 20))
        assert await work.analyse(b"next", say("next")) == b"next"

    with_work(test)


def test_a_process_that_has_much_in_its_memory_is_replaced():
    async def test(work):
        fill = "__import__('builtins').__dict__.update(kept=bytes(90 << 20)) or b'kept'"
        assert await work.analyse(b"fill", partial(eval, fill)) == b"kept"
        assert await work.analyse(b"look", partial(eval, "b'%d' % ('kept' in dir())")) == b"0"

    with_work(test)


def test_only_work_is_paid_for_and_not_an_answer_that_is_there():
    async def test(work):
        paid = []
        set_asker(Asker("client", paid.append))
        for _ in range(3):
            await work.analyse(b"question", say("answer"))
        assert paid == [9, 0, 0]
        for _ in range(2):
            await work.study(b"long", say("x" * 200_000))
        assert paid[3:] == [9, 6]

    with_work(test)


def test_processes_are_started_when_they_are_needed_and_gone_when_the_work_is_closed():
    async def test(work):
        queues = [*work.queues.values()]
        assert [queue.process.pid for queue in queues] == [None] * 4
        await work.analyse(b"question", say("answer"))
        assert [queue for queue in queues if queue.process.pid] == [work.for_positions]
        pids.append(work.for_positions.process.pid)

    pids = []
    with_work(test)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_ctrl_c_at_the_servers_terminal_does_not_disturb_a_worker():
    async def test(work):
        await work.analyse(b"first", say("answer"))
        pid = work.for_positions.process.pid
        os.kill(pid, signal.SIGINT)
        assert await work.analyse(b"second", say("another")) == b"another"
        assert work.for_positions.process.pid == pid

    with_work(test)


def test_where_no_process_can_be_started_whoever_asks_is_told_to_try_later(monkeypatch):
    async def test(work):
        with monkeypatch.context() as broken:
            broken.setattr(sys, "executable", "/nowhere/python")
            with pytest.raises(TooBusy, match="no room"):
                await work.analyse(b"question", say("answer"))
        assert await work.analyse(b"question", say("answer")) == b"answer"

    with_work(test)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's part is Linux's")
def test_a_worker_does_not_outlive_a_killed_server():
    script = """
import asyncio, time
from functools import partial
from numduel.web.settings import Settings
from numduel.web.work.background import BackgroundWork

async def main():
    work = BackgroundWork(Settings("sqlite:///nowhere"))
    asyncio.create_task(work.study(b"long", partial(time.sleep, 600)))
    while work.for_studies.process.pid is None:
        await asyncio.sleep(0.01)
    await work.analyse(b"started", partial(str.encode, "yes"))
    print(work.for_studies.process.pid, work.for_positions.process.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    pids = list(map(int, process.stdout.readline().split()))
    process.stdout.close()
    assert all(map(_is_running, pids))
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_until(lambda: not any(map(_is_running, pids)))


def _is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as about:
            return about.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
