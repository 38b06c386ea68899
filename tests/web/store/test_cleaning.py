"""Old matches are removed, finished or not, by a clock that does not jump."""

import asyncio
from time import time

import pytest
from sqlalchemy import select, update

from numduel.web.errors import NotFound
from numduel.web.matches.live import cleaning
from numduel.web.matches.live.cleaning import Cleaning
from numduel.web.matches.live.listeners import Listeners
from numduel.web.matches.live.match_cache import MatchCache
from numduel.web.matches.live.memory import LogsInMemory
from numduel.web.matches.tokens import new_id
from numduel.web.settings import Settings
from numduel.web.store import clock, match_store
from numduel.web.store.clock import StoreClock
from numduel.web.store.match_store import DatabaseStore
from numduel.web.store.postgres.claims import CLEANING
from numduel.web.store.schema import entries, matches

from ..conftest import PATIENCE, wait_until
from .test_match_store import new_header

DAY = 24 * 3600


async def age(store, days, *headers):
    """Let matches and what happened in them be so many days older."""
    ids = [header.id for header in headers]
    async with store.engine.begin() as connection:
        older = update(matches).values(created=matches.c.created - days * DAY)
        await connection.execute(older.where(matches.c.id.in_(ids)))
        older = update(entries).values(at=entries.c.at - days * DAY)
        await connection.execute(older.where(entries.c.match.in_(ids)))


async def play(store, header, is_last=False):
    log = await store.load(header.id)
    assert await store.append(log, {"move": "6"}, is_last=is_last)


async def ids_in(store):
    async with store.engine.connect() as connection:
        return set(await connection.scalars(select(matches.c.id)))


def test_matches_in_which_nothing_happened_for_long_are_removed(with_store):
    async def test(store):
        old, quiet, active, finished, young = (new_header() for _ in range(5))
        for header in (old, quiet, active, finished, young):
            await store.create(header)
        await play(store, quiet)
        await play(store, finished, is_last=True)
        await age(store, 9, old, quiet, active, finished)
        await play(store, active)
        removed = await store.remove_old(days=7, finished_days=10)
        assert sorted(removed) == sorted([old.id, quiet.id])
        assert await ids_in(store) == {active.id, finished.id, young.id}
        async with store.engine.connect() as connection:
            assert set(await connection.scalars(select(entries.c.match))) == {
                active.id,
                finished.id,
            }
        assert await store.remove_old(days=7, finished_days=10) == []

    with_store(test)


def test_finished_matches_are_removed_after_a_time_of_their_own(with_store):
    async def test(store):
        finished, unfinished = new_header(), new_header()
        for header in (finished, unfinished):
            await store.create(header)
            await play(store, header, is_last=header is finished)
        await age(store, 9, finished, unfinished)
        assert await store.remove_old(days=100, finished_days=7) == [finished.id]

    with_store(test)


@pytest.mark.parametrize("how", ["resigned", "played to its end"])
def test_a_match_that_is_over_counts_as_finished(run_site, tmp_path, how):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", keep_finished_days=0.5)
    with run_site(settings) as site:
        store, visitor = site.app.state.services.store, site.visitor()
        ids = [visitor.create("number-split-duel", "screen")["match"]["id"] for _ in range(2)]
        if how == "resigned":
            assert visitor.act(ids[0], "resign").status_code == 200
        else:
            moves = visitor.see(ids[0])["legal"]
            seen = visitor.move(ids[0], 0, moves[0]).json()["match"]
            while seen["legal"]:
                seen = visitor.move(ids[0], seen["ply"], seen["legal"][0]).json()["match"]
            assert seen["outcome"]
        site.do(age(store, 1, *(new_header(id=match_id) for match_id in ids)))
        assert site.do(store.remove_old(30, 0.5)) == [ids[0]]


def test_a_cleaning_removes_a_few_at_a_time(with_store, monkeypatch):
    async def test(store):
        headers = [new_header() for _ in range(5)]
        for header in headers:
            await store.create(header)
        await age(store, 9, *headers)
        counts = [len(await store.remove_old(7, 7)) for _ in range(4)]
        assert counts == [2, 2, 1, 0]

    monkeypatch.setattr(match_store, "MOST_REMOVED", 2)
    with_store(test)


@pytest.fixture
def hours(monkeypatch):
    """The hours that have passed for cleaning; a test sets them. Parts follow without a pause."""
    passed = [0]
    monkeypatch.setattr(cleaning, "monotonic", lambda: 3_600.0 * passed[0])
    monkeypatch.setattr(cleaning, "_SECONDS_BETWEEN_PARTS", 0)
    monkeypatch.setattr(match_store, "MOST_REMOVED", 2)
    monkeypatch.setattr(cleaning, "_LEAST", 2)
    return passed


async def prepare(store, old, young):
    headers = [new_header() for _ in range(old + young)]
    for header in headers:
        await store.create(header)
    await age(store, 90, *headers[:old])
    return Cleaning(Settings("sqlite:///nowhere"), store, lambda _: None)


def test_in_an_hour_a_tenth_of_all_matches_is_removed_and_in_the_end_all_that_are_old(
    with_store, hours
):
    async def test(store):
        clean = (await prepare(store, old=42, young=8)).clean
        left = []
        while not left or left[-1] > 8:
            await clean()
            left.append(len(await ids_in(store)))
            await clean()  # within the same hour
            assert len(await ids_in(store)) == left[-1]
            hours[0] += 1
        assert left[:5] == [45, 41, 37, 34, 31]
        assert left[-2:] == [10, 8]

    with_store(test)


def test_what_another_process_has_removed_counts_for_all(with_store, hours):
    async def test(store):
        cleaning = await prepare(store, old=40, young=0)
        cleaning.note(["one", "two", "three", "three"])
        await cleaning.clean()
        assert len(await ids_in(store)) == 39  # a tenth of 43 is 4
        cleaning.note(map(str, range(1_000)))
        await cleaning.clean()
        assert len(await ids_in(store)) == 39

    with_store(test)


@pytest.mark.parametrize("jump", [-400 * DAY, 400 * DAY])
def test_a_clock_that_jumps_removes_nothing(run_site, tmp_path, monkeypatch, jump):
    """The machine's clock is set while no server runs, and while one does."""
    database = f"sqlite:///{tmp_path / 'web.sqlite'}"
    with run_site(Settings(database)) as site:
        before = site.visitor().create(mode="screen")["match"]["id"]
        assert site.visitor().get("/healthz").status_code == 200
    monkeypatch.setattr(clock, "time", lambda: time() + jump)
    with run_site(Settings(database)) as site:
        visitor = site.visitor()
        after = visitor.create(mode="screen")["match"]["id"]
        assert visitor.move(after, 0, "6").status_code == 200
        monkeypatch.setattr(clock, "time", time)
        store = site.app.state.services.store
        assert site.do(store.remove_old(2, 2)) == []
        wait_until(lambda: visitor.see(before)["ply"] == 0)
    with run_site(Settings(database)) as site:
        assert site.do(site.app.state.services.store.remove_old(3, 3)) == []
        assert site.visitor().see(after)["ply"] == 1


def test_time_without_a_server_counts_as_a_day_at_most():
    assert StoreClock(time() - 3_600).now() == pytest.approx(time(), abs=60)
    assert StoreClock(time() - 90 * DAY).now() == pytest.approx(time() - 89 * DAY, abs=60)
    assert StoreClock(time() + 90 * DAY).now() == pytest.approx(time() + 90 * DAY, abs=60)


def test_the_clock_goes_on_after_a_restart(tmp_path):
    async def test():
        seen = []
        for _ in range(2):
            store = DatabaseStore(f"sqlite:///{tmp_path / 'web.sqlite'}")
            await store.open()
            await store.create(new_header(id=new_id()))
            seen.append(store.clock.now())
            await store.remove_old(30, 30)
            await store.close()
        assert seen[0] <= seen[1]

    asyncio.run(test())


def test_starts_one_after_another_add_a_day_at_most_however_wrong_the_clock_is(
    tmp_path, monkeypatch
):
    """A server that dies again and again at a wrong clock does not make the matches old."""

    async def test():
        header = new_header()
        for start in range(6):
            store = DatabaseStore(f"sqlite:///{tmp_path / 'web.sqlite'}")
            await store.open()
            if not start:
                await store.create(header)
            assert await store.remove_old(2, 2) == []
            await store.close()
            monkeypatch.setattr(clock, "time", lambda: time() + 400 * DAY)

    asyncio.run(test())


def test_of_several_processes_the_clock_that_is_furthest_on_holds_for_all(postgres):
    async def test():
        database = postgres.new_database()
        one, two = DatabaseStore(database, PATIENCE), DatabaseStore(database, PATIENCE)
        await one.open()
        await two.open()
        two.clock.go_on_to(one.clock.now() + 1_000)
        await two.check()
        await one.check()
        assert one.clock.now() == pytest.approx(two.clock.now(), abs=500)
        await one.close()
        again = DatabaseStore(database, PATIENCE)
        await again.open()
        assert again.clock.now() == pytest.approx(two.clock.now(), abs=500)
        await again.close()
        await two.close()

    asyncio.run(test())


def test_while_one_process_cleans_up_no_other_does(postgres):
    async def test():
        database = postgres.new_database()
        store = DatabaseStore(database, PATIENCE)
        await store.open()
        header = new_header()
        await store.create(header)
        await age(store, 9, header)
        async with store.engine.connect() as other:
            assert await other.scalar(CLEANING)
            assert await store.remove_old(7, 7) == []
        assert await store.remove_old(7, 7) == [header.id]
        await store.close()

    asyncio.run(test())


def test_a_match_that_is_removed_while_it_is_read_does_not_stay_in_memory(with_store):
    async def test(store):
        header, is_read, may_go_on = new_header(), asyncio.Event(), asyncio.Event()
        await store.create(header)
        load = store.load

        async def load_slowly(*asked):
            log = await load(*asked)
            is_read.set()
            await may_go_on.wait()
            return log

        store.load = load_slowly
        cache = MatchCache(LogsInMemory(10_000_000), Listeners(1, 1), store, None)
        reading = asyncio.create_task(cache.find(header.id))
        await is_read.wait()
        await age(store, 9, header)
        cache.forget(await store.remove_old(days=7, finished_days=7))
        may_go_on.set()
        with pytest.raises(NotFound):
            await reading
        with pytest.raises(NotFound):
            await cache.find(header.id)

    with_store(test)
