"""Work beside the event loop: done once for each question, within limits, and fairly."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from numduel.errors import TooLarge
from numduel.web.asking import Asker, set_asker
from numduel.web.errors import NotFound, TooBusy, TooManyRequests
from numduel.web.settings import Settings
from numduel.web.work.background import BackgroundWork

from ..conftest import PATIENCE, wait_until


def settings(**more):
    patient = {"seconds_to_think": PATIENCE, "seconds_to_study": PATIENCE, "niceness": 0}
    return Settings("sqlite:///nowhere", **patient | more)


def with_work(test, **more):
    """Run an async test with workers, which are gone afterwards."""

    async def run():
        work = BackgroundWork(settings(**more))
        try:
            await test(work)
        finally:
            await work.close()

    asyncio.run(run())


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
    set_asker(Asker(name))


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
            await work.analyse(b"fault", partial(_raise_not_found, "no such thing"))
        assert await work.analyse(b"fault", say("fine")) == b"fine"

    with_work(test)


def _raise_not_found(text):
    raise NotFound(text)


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


def test_clients_take_turns(tmp_path):
    async def test(work):
        notes = tmp_path / "notes"
        begun = [asyncio.create_task(work.analyse(b"first", partial(_wait, tmp_path / "go")))]
        await asyncio.sleep(0)
        for client, count in (("greedy", 3), ("modest", 1)):
            as_client(client)
            for number in range(count):
                question = f"{client}{number}"
                asking = work.analyse(question.encode(), note(notes, question))
                begun.append(asyncio.create_task(asking))
                await asyncio.sleep(0)
        (tmp_path / "go").touch()
        await asyncio.gather(*begun)
        assert notes.read_text() == "greedy0 modest0 greedy1 greedy2 "

    with_work(test)


def _wait(path):
    while not path.exists():
        time.sleep(0.01)
    return b"waited"


def begin(work, question, task):
    return asyncio.create_task(work.analyse(question, task))


def test_a_client_has_few_places_and_another_has_its_own(tmp_path):
    async def test(work):
        as_client("greedy")
        wait = partial(_wait, tmp_path / "go")
        begun = [begin(work, b"running", wait)]
        await soon(lambda: work.for_positions.process.pid)
        begun += [begin(work, question, wait) for question in (b"one", b"two")]
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequests):
            await work.analyse(b"three", wait)
        as_client("another")
        begun.append(begin(work, b"three", wait))
        await asyncio.sleep(0)
        (tmp_path / "go").touch()
        assert await asyncio.gather(*begun) == [b"waited"] * 4

    with_work(test, waiting_places=2)


def test_what_a_client_was_told_to_ask_for_again_makes_room_for_what_it_asks_now(tmp_path):
    async def test(work):
        as_client("curious")
        for number in range(20):  # nobody waits for these any more
            with pytest.raises(TimeoutError):
                await work.analyse(bytes([number]), partial(_wait, tmp_path / "go"))
        assert work.for_positions.count <= 2
        (tmp_path / "go").touch()
        await soon(lambda: not work.for_positions.is_busy)
        assert work.kept.find(bytes([0])) == work.kept.find(bytes([19])) == b"waited"
        assert work.kept.find(bytes([10])) is None

    with_work(test, seconds_to_think=0.01, waiting_places=2)


def test_who_hangs_up_on_one_question_after_another_is_never_refused(tmp_path):
    async def test(work):
        as_client("quick")
        running = begin(work, b"running", partial(_wait, tmp_path / "go"))
        await soon(lambda: work.for_positions.process.pid)
        for number in range(50):
            asked = begin(work, bytes([number]), say("passed by"))
            await asyncio.sleep(0)
            asked.cancel()
            await asyncio.sleep(0)
            assert work.for_positions.count == 0
        (tmp_path / "go").touch()
        assert await running == b"waited"

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


def test_all_clients_together_have_so_many_places_only():
    async def test(work):
        for number in range(257):
            as_client(str(number))
            with pytest.raises(TimeoutError):
                await work.analyse(b"%d" % number, partial(time.sleep, PATIENCE))
        as_client("one more")
        with pytest.raises(TooBusy):
            await work.analyse(b"one more", say(""))

    with_work(test, seconds_to_think=0.001)


def test_what_everybody_who_asked_hung_up_on_is_given_up(tmp_path):
    async def test(work):
        notes = tmp_path / "notes"
        running = asyncio.create_task(work.analyse(b"long", partial(time.sleep, PATIENCE)))
        await soon(lambda: work.for_positions.process.pid)
        waiting = asyncio.create_task(work.analyse(b"waiting", note(notes, "waiting")))
        wanted = asyncio.create_task(work.analyse(b"wanted", note(notes, "wanted")))
        await asyncio.sleep(0.01)
        running.cancel()
        waiting.cancel()
        assert await wanted == b"noted"
        assert notes.read_text() == "wanted "

    with_work(test)


def test_what_one_of_two_hung_up_on_is_finished():
    async def test(work):
        both = [asyncio.create_task(work.analyse(b"?", partial(_nap, 1.5))) for _ in range(2)]
        await soon(lambda: work.for_positions.process.pid)
        both[0].cancel()
        assert await both[1] == b"rested"

    with_work(test)


def _nap(seconds):
    time.sleep(seconds)
    return b"rested"


def test_a_move_waits_for_no_analysis():
    async def test(work):
        sleep = partial(time.sleep, PATIENCE)
        with pytest.raises(TimeoutError):
            await work.analyse(b"position", sleep)
        with pytest.raises(TimeoutError):
            await work.study(b"match", sleep)
        assert await work.for_match(say("6")) == b"6"

    with_work(test, seconds_to_think=0.01, seconds_to_study=0.01)


def test_a_study_keeps_no_analysis_waiting():
    async def test(work):
        with pytest.raises(TimeoutError):
            await work.study(b"match", partial(time.sleep, PATIENCE))
        assert await work.analyse(b"position", say("known")) == b"known"

    with_work(test, seconds_to_study=0.01)


def test_processes_are_started_when_they_are_needed_and_gone_when_the_work_is_closed():
    async def test(work):
        lanes = work.for_matches, work.for_positions, work.for_studies
        assert [lane.process.pid for lane in lanes] == [None] * 3
        await work.analyse(b"question", say("answer"))
        assert [bool(lane.process.pid) for lane in lanes] == [False, True, False]
        pids.append(work.for_positions.process.pid)

    pids = []
    with_work(test)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


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
