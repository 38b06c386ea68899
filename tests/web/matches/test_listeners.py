"""Who listens to a match: nothing is missed, and the slow get the newest."""

import asyncio

import pytest

from numduel.web.errors import NotFound, StoreUnavailable, TooBusy
from numduel.web.live.listeners import Listeners, follow
from numduel.web.matches.log import MatchHeader, MatchLog, SeatHolder


def test_there_is_room_for_so_many_listeners_only():
    listeners = Listeners(most=1, most_per_client=5)
    with listeners.place("client"), pytest.raises(TooBusy), listeners.place("another"):
        pass
    with listeners.place("another"):
        assert listeners.count == 1
    assert listeners.count == 0


def new_log(match_id="A" * 16):
    seats = (SeatHolder(token="one"), SeatHolder(token="two"))
    return MatchLog(MatchHeader(match_id, 0.0, "parity-duel", {}, "link", None, 1, seats, 1))


def hear(log, listeners, find=None, seconds=600):
    async def found(_):
        return log

    return follow(listeners, find or found, [log.header.id], {}, seconds)


def test_a_slow_listener_gets_only_the_newest_version():
    async def scenario():
        listeners, log = Listeners(10, 10), new_log()
        stream = hear(log, listeners)
        assert (await anext(stream)).version == 0
        for move in "1", "2", "3":
            log.apply({"move": move})
            listeners.announce(log.header.id)
        assert (await anext(stream)).version == 3
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        listeners.close()
        with pytest.raises(StopAsyncIteration):
            await waiting

    asyncio.run(scenario())


def test_a_listener_to_whom_nothing_happens_gets_a_sign_of_life():
    async def scenario():
        stream = hear(new_log(), Listeners(10, 10), seconds=0.01)
        assert (await anext(stream)).version == 0
        assert await anext(stream) is None
        await stream.aclose()

    asyncio.run(scenario())


@pytest.mark.parametrize("fault", [StoreUnavailable(), NotFound("It was removed.")])
def test_a_stream_ends_when_the_match_cannot_be_read_so_that_the_browser_comes_back(fault):
    async def scenario():
        async def gone(_):
            raise fault

        assert [log async for log in hear(new_log(), Listeners(10, 10), gone)] == []

    asyncio.run(scenario())


def test_only_the_match_in_which_something_has_happened_is_looked_at_again():
    async def scenario():
        logs = {name * 16: new_log(name * 16) for name in "ABC"}
        looked_at = []

        async def find(match_id):
            looked_at.append(match_id[0])
            return logs[match_id]

        listeners = Listeners(10, 10)
        stream = follow(listeners, find, [*logs], {"B" * 16: 0}, 0.01)
        assert [(await anext(stream)).header.id[0] for _ in "AC"] == ["A", "C"]
        assert await anext(stream) is None  # a sign of life reads nothing
        logs["B" * 16].apply({"move": "1"})
        listeners.announce("B" * 16)
        assert (await anext(stream)).header.id[0] == "B"
        assert "".join(looked_at) == "ABCB"
        await stream.aclose()
        assert listeners.count_of("A" * 16) == listeners.count_of("B" * 16) == 0

    asyncio.run(scenario())
