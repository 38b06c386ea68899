"""Who listens to a match: nothing is missed, and the slow get the newest."""

import asyncio
from contextlib import ExitStack

import pytest

from numduel import Player
from numduel.web.errors import StoreUnavailable, TooManyRequests
from numduel.web.live.listeners import SECONDS, Listeners, Presence, follow
from numduel.web.live.replies import Replies
from numduel.web.matches.creation import new_match
from numduel.web.matches.log import MatchHeader, MatchLog, SeatHolder


def test_a_seat_and_an_address_have_their_share_of_places():
    listeners = Listeners(most=100, most_per_client=2)
    with ExitStack() as places:
        for seat in "aabbccddee":
            places.enter_context(listeners.place(seat, "school"))
        with pytest.raises(TooManyRequests), listeners.place("f", "school"):
            pass
        with listeners.place("f", "home"):
            assert listeners.count == 11
    with listeners.place("a", "1"), listeners.place("a", "1"), pytest.raises(TooManyRequests):
        places.enter_context(listeners.place("a", "1"))


def new_log(match_id="A" * 16):
    seats = (SeatHolder(token="one"), SeatHolder(token="two"))
    return MatchLog(MatchHeader(match_id, 0.0, "parity-duel", {}, "link", None, 1, seats, 1))


def hear(log, listeners, find=None, seconds=600):
    async def found(_):
        return log

    return follow(listeners, find or found, log.header.id, -1, seconds)


async def test_a_slow_listener_gets_only_the_newest_version():
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


async def test_stream_ends_when_store_is_unavailable():
    async def gone(_):
        raise StoreUnavailable

    assert [log async for log in hear(new_log(), Listeners(10, 10), gone)] == []


async def test_an_idle_stream_shows_that_it_is_alive():
    stream = hear(new_log(), Listeners(10, 10), seconds=0.01)
    assert (await anext(stream)).version == 0
    assert await anext(stream) is None


def test_whoever_has_been_silent_is_away():
    now = 0.0
    presence = Presence(lambda: now)
    presence.note("a", [Player.ONE], is_here=True)
    now = SECONDS - 1
    presence.note("a", [Player.TWO], is_here=True)
    assert presence.who("a") == [Player.ONE, Player.TWO]
    now = SECONDS
    assert presence.who("a") == [Player.TWO]
    presence.note("a", [Player.TWO], is_here=False)
    assert presence.who("a") == []


async def test_a_move_that_is_found_too_late_is_not_written():
    log = MatchLog(new_match("divisor-duel", {}, "computer", "easy", "me", None).header)
    log.apply({"move": "6"})
    decided = []

    async def find(_match_id):
        return log

    async def act(_match_id, decide):
        decided.append(decide(log))

    async def think(choose):
        move = choose()
        log.apply({"undo": 1})  # its opponent takes back meanwhile
        return move

    replies = Replies(find, act, lambda _match_id: False, think)
    replies.begin(log)
    await replies.wait(log.header.id, None)
    assert decided == [None]
