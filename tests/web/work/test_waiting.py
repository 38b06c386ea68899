"""Who waits for whom: clients take turns, have few places, and may hang up."""

import asyncio
import time
from functools import partial

import pytest

from numduel.web.errors import StillAtWork, TooBusy, TooManyRequests

from ..conftest import PATIENCE
from .conftest import as_client, begin, note, say, soon, with_work
from .worker_tasks import nap, wait_for


def test_clients_take_turns(tmp_path):
    async def test(work):
        notes = tmp_path / "notes"
        begun = [asyncio.create_task(work.analyse(b"first", partial(wait_for, tmp_path / "go")))]
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


def test_a_client_has_few_places_and_another_has_its_own(tmp_path):
    async def test(work):
        as_client("greedy")
        wait = partial(wait_for, tmp_path / "go")
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
            with pytest.raises(StillAtWork):
                await work.analyse(bytes([number]), partial(wait_for, tmp_path / "go"))
        assert work.for_positions.count <= 2
        (tmp_path / "go").touch()
        await soon(lambda: not work.for_positions.is_busy)
        assert work.kept.find(bytes([0])) == work.kept.find(bytes([19])) == b"waited"
        assert work.kept.find(bytes([10])) is None

    with_work(test, seconds_to_think=0.01, waiting_places=2)


def test_who_hangs_up_on_one_question_after_another_is_never_refused(tmp_path):
    async def test(work):
        as_client("quick")
        running = begin(work, b"running", partial(wait_for, tmp_path / "go"))
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


def test_all_clients_together_have_so_many_places_only():
    async def test(work):
        for number in range(257):
            as_client(str(number))
            with pytest.raises(StillAtWork):
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
        await asyncio.sleep(0)
        first = work.for_positions.process.pid
        running.cancel()
        waiting.cancel()
        assert await wanted == b"noted"
        assert notes.read_text() == "wanted "
        assert work.for_positions.process.pid != first

    with_work(test, processor_seconds=PATIENCE)  # or the worker would be ended for that


def test_what_one_of_two_hung_up_on_is_finished():
    async def test(work):
        both = [asyncio.create_task(work.analyse(b"?", partial(nap, 1.5))) for _ in range(2)]
        await soon(lambda: work.for_positions.process.pid)
        both[0].cancel()
        assert await both[1] == b"rested"

    with_work(test)


def test_the_computers_move_waits_for_nothing_else():
    async def test(work):
        sleep = partial(time.sleep, PATIENCE)
        reading = asyncio.ensure_future(work.read(sleep))
        with pytest.raises(StillAtWork):
            await work.analyse(b"position", sleep)
        with pytest.raises(StillAtWork):
            await work.study(b"match", sleep)
        assert await work.reply(say("6")) == b"6"
        reading.cancel()

    with_work(test, seconds_to_think=0.01, seconds_to_study=0.01)


def test_a_study_keeps_no_analysis_waiting():
    async def test(work):
        with pytest.raises(StillAtWork):
            await work.study(b"match", partial(time.sleep, PATIENCE))
        assert await work.analyse(b"position", say("known")) == b"known"

    with_work(test, seconds_to_study=0.01)
