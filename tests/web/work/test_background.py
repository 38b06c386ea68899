"""Work beside the event loop: done once for each question, and within limits."""

import asyncio
import signal
import subprocess
import sys
from functools import partial

import pytest

from numduel.errors import TooLarge
from numduel.web.errors import NotFound, StillAtWork

from ..conftest import wait_until
from .conftest import note, open_work, say
from .worker_tasks import raise_not_found


async def test_same_question_is_worked_on_once(work, tmp_path):
    task = note(tmp_path / "notes", "once")
    asked = [work.analyse(b"question", task) for _ in range(5)]
    assert await asyncio.gather(*asked) == [b"noted"] * 5
    assert await work.analyse(b"question", task) == b"noted"
    assert (tmp_path / "notes").read_text() == "once "


async def test_fault_is_told_and_not_kept(work):
    with pytest.raises(ZeroDivisionError):
        await work.analyse(b"fault", partial(eval, "1 / 0"))
    with pytest.raises(NotFound, match="no such"):
        await work.analyse(b"fault", partial(raise_not_found, "no such thing"))
    assert await work.analyse(b"fault", say("fine")) == b"fine"


async def test_limit_of_processor_time():
    async with open_work(processor_seconds=0.2, megabytes_for_work=4_000) as work:
        endless = partial(eval, "[1 for _ in iter(int, 1)]")
        with pytest.raises(TooLarge, match=r"0.2 seconds of processor time"):
            await work.analyse(b"endless", endless)
        with pytest.raises(StillAtWork):
            await work.answer(b"endless", endless)
        assert await work.analyse(b"next", say("next")) == b"next"


async def test_limit_of_memory(work):
    with pytest.raises(TooLarge, match="memory"):
        await work.analyse(b"large", partial(bytes, 400 << 20))
    assert await work.analyse(b"next", say("next")) == b"next"


async def test_process_full_of_caches_is_replaced(work):
    names = "__import__('builtins').__dict__"
    fill = partial(eval, f"{names}.update(kept=b'x' * (90 << 20)) or b'kept'")
    look = partial(eval, f"b'%d' % ('kept' in {names})")
    for number in range(3):
        assert await work.analyse(b"fill%d" % number, fill) == b"kept"
        assert await work.analyse(b"look%d" % number, look) == b"0"


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's part is Linux's")
def test_worker_dies_with_a_killed_server():
    script = """
import asyncio, time
from functools import partial
from numduel.web.settings import Settings
from numduel.web.work.background import BackgroundWork

async def main():
    work = BackgroundWork(Settings("sqlite:///nowhere"))
    pid = await work.study(b"pid", partial(eval, "b'%d' % __import__('os').getpid()"))
    asyncio.create_task(work.study(b"long", partial(time.sleep, 600)))
    await asyncio.sleep(0.1)
    print(pid.decode(), flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    pid = int(process.stdout.readline())
    process.stdout.close()
    assert _is_running(pid)
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_until(lambda: not _is_running(pid))


def _is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as about:
            return about.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
