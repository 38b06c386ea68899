"""Listeners see every move made at another server, however late its notification."""

import asyncio
from contextlib import asynccontextmanager
from functools import partial

import pytest

from numduel import Player
from numduel.web.errors import NotNow
from numduel.web.live.listeners import follow
from numduel.web.live.service import MatchService
from numduel.web.matches import actions
from numduel.web.matches.creation import new_match
from numduel.web.settings import Settings
from numduel.web.store import make_store
from numduel.web.store import postgres as postgres_store

from ...conftest import PATIENCE


class Here:
    """Two services on one PostgreSQL. To the second, all news comes when a test lets it come."""

    def __init__(self, elsewhere, service, store):
        self.elsewhere = elsewhere
        self.service = service
        self.store = store
        self._late = asyncio.Queue()

    async def begin(self):
        listen = self.store.listen

        async def listen_late():
            self.store.on_news = lambda *news: self._late.put_nowait(news)
            self._hear_all, self.store.on_reconnect = self.store.on_reconnect, lambda: None
            await listen()

        self.store.listen = listen_late
        await self.service.start()
        self.match_id = await self._begin_match()

    async def _begin_match(self):
        header = new_match("divisor-duel", {}, "screen", "easy", "me", None).header
        await self.elsewhere.create(header)
        return header.id

    async def make_room(self):
        """Let the match not be in memory any more: another one needs the room."""
        await self.service.find(await self._begin_match())

    @asynccontextmanager
    async def listener(self):
        """The versions that somebody who listens here is shown."""
        versions = asyncio.Queue()

        async def listen():
            find, listeners = self.service.recall, self.service.listeners
            async for log in follow(listeners, find, self.match_id, -1, PATIENCE):
                versions.put_nowait(log.version)

        task = asyncio.create_task(listen())
        assert await versions.get() == 0
        yield versions
        task.cancel()

    async def by_notice(self):
        """The first notification of the match is heard."""
        self.service.hear(*await self.lose_a_notice())

    async def lose_a_notice(self):
        """The first notification of the match, which is not heard."""
        while (news := await self._late.get())[0] != self.match_id:
            pass
        return news

    async def by_comparing(self):
        """The connection was lost: every match is read again."""
        self._hear_all()


async def move(service, match_id, ply, text):
    you = (Player.ONE, Player.TWO)
    return await service.act(match_id, partial(actions.move, you=you, ply=ply, text=text))


@asynccontextmanager
async def two_services(database):
    stores = [make_store(database, PATIENCE, PATIENCE) for _ in range(2)]
    settings = Settings(database, most_matches=1)  # there is room for one
    services = [MatchService(settings, store, None) for store in stores]
    try:
        for store in stores:
            await store.open()
        here = Here(*services, stores[1])
        await here.begin()
        yield here
    finally:
        for store, service in zip(stores, services, strict=True):
            await service.close()
            await store.close()


@pytest.fixture
def here(postgres, monkeypatch):
    """Two services while an asynchronous test runs."""
    monkeypatch.setattr(postgres_store, "SECONDS_FOR_BEAT", PATIENCE)
    return two_services(postgres.new_database())


@pytest.mark.parametrize("by", [Here.by_notice, Here.by_comparing])
async def test_conflicting_move_delivers_the_remote_one(here, by):
    async with here.listener() as versions:
        await move(here.elsewhere, here.match_id, 0, "6")
        with pytest.raises(NotNow):  # a 409: it fits what is known here, and not what is there
            await move(here.service, here.match_id, 0, "8")
        await by(here)
        assert await versions.get() == 1


@pytest.mark.parametrize("by", [Here.by_notice, Here.by_comparing])
async def test_after_somebody_else_has_read_the_match_again(here, by):
    async with here.listener() as versions:
        await here.make_room()
        await move(here.elsewhere, here.match_id, 0, "6")
        assert (await here.service.find(here.match_id)).version == 1
        await by(here)
        assert await versions.get() == 1


@asynccontextmanager
async def slow_reading(here):
    """While this lasts, the match is being read, as it was before."""
    is_read, may_go_on = asyncio.Event(), asyncio.Event()
    load = here.store.load

    async def load_slowly(*asked):
        log = await load(*asked)
        is_read.set()
        await may_go_on.wait()
        return log

    here.store.load = load_slowly
    reading = asyncio.create_task(here.service.find(here.match_id))
    await is_read.wait()
    here.store.load = load
    yield
    may_go_on.set()
    await reading


async def test_gap_in_notifications_is_filled_from_the_database(here):
    async with here.listener() as versions:
        for ply, number in enumerate(("6", "3")):
            await move(here.elsewhere, here.match_id, ply, number)
        await here.lose_a_notice()
        await here.by_notice()
        assert await versions.get() == 2
        assert (await here.service.recall(here.match_id)).match.written_moves == ["6", "3"]


async def test_notification_during_a_local_move_is_applied_once(here):
    async with here.listener() as versions:
        await move(here.elsewhere, here.match_id, 0, "6")
        moving = asyncio.create_task(move(here.service, here.match_id, 0, "8"))
        await asyncio.sleep(0)
        await here.by_notice()
        with pytest.raises(NotNow):
            await moving
        assert await versions.get() == 1
        assert (await here.service.recall(here.match_id)).match.written_moves == ["6"]


async def test_notice_during_stale_load_is_not_missed(here):
    async with here.listener() as versions:
        await here.make_room()
        async with slow_reading(here):
            await move(here.elsewhere, here.match_id, 0, "6")
            await here.by_notice()
        assert await versions.get() == 1


async def test_read_during_reload_sees_acknowledged_moves(here):
    async with slow_reading(here):
        await move(here.elsewhere, here.match_id, 0, "6")
        asked = asyncio.create_task(here.service.find(here.match_id))
        await asyncio.sleep(0)
    assert (await asked).version == 1
