"""The fair queue: who goes next, who has to wait, and who may hang up."""

import asyncio
import time
from functools import partial

import pytest

from numduel.web.errors import StillAtWork
from numduel.web.limits import Asker, set_asker
from numduel.web.work import background

from ..conftest import PATIENCE
from .conftest import PID, as_client, begin, note, open_work, say, soon
from .worker_tasks import tell_and_wait, wait_for


@pytest.fixture
def one_worker(monkeypatch):
    monkeypatch.setattr(background, "_WORKERS", 1)


async def test_least_used_goes_first(work, one_worker, tmp_path):
    notes, asked = tmp_path / "notes", []
    as_client("greedy")
    assert await begin(work, b"pid", PID)  # has used some time already
    as_client("first")
    asked.append(begin(work, b"first", partial(wait_for, tmp_path / "go")))
    await asyncio.sleep(0)
    for client, count in (("greedy", 3), ("modest", 2)):
        as_client(client)
        for number in range(count):
            name = f"{client}{number}"
            asked.append(begin(work, name.encode(), note(notes, name)))
            await asyncio.sleep(0)
    work.for_questions._used.add("greedy", 1_000, time.monotonic())
    (tmp_path / "go").touch()
    await asyncio.gather(*asked)
    assert notes.read_text() == "modest0 modest1 greedy0 greedy1 greedy2 "


async def test_fresh_tokens_do_not_jump_the_queue(work, one_worker, tmp_path):
    notes, asked = tmp_path / "notes", []
    set_asker(Asker("elsewhere", "first"))
    asked.append(begin(work, b"first", partial(wait_for, tmp_path / "go")))
    await asyncio.sleep(0)
    for asker in (Asker("attacker", "token 1000"), Asker("school", "pupil")):
        set_asker(asker)
        name = asker.address
        asked.append(begin(work, name.encode(), note(notes, name)))
        await asyncio.sleep(0)
    now, used = time.monotonic(), work.for_questions._used
    used.add(("all of", "attacker"), 1_000, now)
    used.add("pupil", 50, now)
    (tmp_path / "go").touch()
    await asyncio.gather(*asked)
    assert notes.read_text() == "school attacker "


async def test_client_runs_one_job_at_a_time(work, tmp_path):
    as_client("greedy")
    wait = partial(wait_for, tmp_path / "go")
    asked = [begin(work, bytes([number]), wait) for number in range(3)]
    await asyncio.sleep(0)
    as_client("modest")
    assert await work.analyse(b"modest", say("known")) == b"known"
    (tmp_path / "go").touch()
    assert await asyncio.gather(*asked) == [b"waited"] * 3


async def test_question_repeated_while_cancelled_is_answered(one_worker, tmp_path):
    async with open_work(processor_seconds=PATIENCE) as work:
        pids = tmp_path / "pids"
        asked = begin(work, b"question", partial(tell_and_wait, pids, tmp_path / "never"))
        await soon(lambda: pids.exists() and pids.read_text())
        asked.cancel()
        await asyncio.sleep(0)
        work.for_questions._kill(work._under_way[b"question"])
        assert await begin(work, b"question", say("answer")) == b"answer"


async def test_what_was_promised_makes_room_for_what_is_asked_now(tmp_path):
    async with open_work(seconds_to_think=0.01, waiting_places=2) as work:
        as_client("curious")
        for number in range(20):  # nobody waits for these any more
            with pytest.raises(StillAtWork):
                await work.analyse(bytes([number]), partial(wait_for, tmp_path / "go"))
        assert work.for_questions.count <= 2
        (tmp_path / "go").touch()
        await soon(lambda: not work.for_questions.is_busy)
        assert work.kept.find(bytes([0])) == work.kept.find(bytes([19])) == b"waited"
        assert work.kept.find(bytes([10])) is None


async def test_job_is_given_up_when_all_who_asked_hung_up(one_worker, tmp_path, monkeypatch):
    monkeypatch.setattr(background, "_SECONDS_BEFORE_KILL", 0.1)

    async with open_work(
        processor_seconds=PATIENCE
    ) as work:  # or the worker would be ended for that
        notes, pids = tmp_path / "notes", tmp_path / "pids"
        both = [begin(work, b"long", partial(tell_and_wait, pids, tmp_path / "never"))] * 2
        both[1] = begin(work, b"long", say("is asked already"))
        await soon(lambda: pids.exists() and pids.read_text())
        waiting = begin(work, b"waiting", note(notes, "waiting"))
        wanted = begin(work, b"wanted", PID)
        await asyncio.sleep(0)
        both[0].cancel()
        waiting.cancel()
        await asyncio.sleep(0.3)
        assert not both[1].done()
        assert not wanted.done()  # one still waits
        both[1].cancel()
        assert await wanted != pids.read_bytes().strip()
        assert not notes.exists()


async def test_reply_waits_for_no_question():
    async with open_work(seconds_to_study=0.01) as work:
        sleep = partial(time.sleep, PATIENCE)
        for number in range(4):
            as_client(str(number))
            with pytest.raises(StillAtWork):
                await work.study(bytes([number]), sleep)
        assert await work.reply(say("6")) == b"6"
