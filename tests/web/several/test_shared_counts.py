"""Limits hold for all processes on one PostgreSQL together, within what docs/operating.md says."""

import asyncio
import time
from contextlib import ExitStack
from functools import partial

import pytest
from sqlalchemy import text

from numduel.web.errors import TooManyRequests
from numduel.web.http.rate_limits import RateLimits
from numduel.web.matches.live.listeners import Listeners
from numduel.web.settings import Settings
from numduel.web.shared_counts import SharedCounts
from numduel.web.store.database import bring_up_to_date, make_engine
from numduel.web.store.postgres.counts import PostgresCounts
from numduel.web.work.background import BackgroundWork

from ..conftest import PATIENCE


class OneOfSeveral:
    """What counts in one process of a site. It tells and learns when a test says so."""

    def __init__(self, address):
        self.engine = make_engine(address, PATIENCE)
        self.table = PostgresCounts(self.engine, PATIENCE, PATIENCE)
        self.shared = SharedCounts(self.table)
        self.limits = RateLimits(100)
        self.listeners = Listeners(most=1_000, most_per_client=10)
        self.work = BackgroundWork(Settings(address, waiting_places=3))
        for limited in (self.limits, self.listeners, self.work):
            limited.share_with(self.shared)

    def granted(self, client="10.0.0.1", wanted=1_000):
        """How many of these requests are not refused."""
        for number in range(wanted):
            try:
                self.limits.count(client)
            except TooManyRequests:
                return number
        return wanted


@pytest.fixture
def with_processes(postgres, monkeypatch):
    """with_processes(count, test): run an async test with so many processes on one database. The
    clock of the rate limits stands still: nothing asked for is ever long ago."""
    monkeypatch.setattr("numduel.web.http.rate_limits.monotonic", lambda: 1_000_000.0)

    def run(count, test):
        async def opened():
            address = postgres.new_database()
            processes = [OneOfSeveral(address) for _ in range(count)]
            try:
                await bring_up_to_date(processes[0].engine)
                await test(*processes)
            finally:
                for process in processes:
                    await process.work.close()
                    await process.engine.dispose()

        asyncio.run(opened())

    return run


async def exchange(*processes):
    """All learn what all use: what the first have learnt may be older than the last have told."""
    for process in (*processes, *processes):
        await process.shared.exchange()


def test_what_a_client_asks_for_at_one_process_counts_at_the_others(with_processes):
    async def test(one, two):
        assert one.granted(wanted=60) == 60
        await exchange(one, two)
        assert two.shared.processes == 2
        assert two.granted() == 40
        assert two.granted("10.0.0.2") == 100  # somebody else

    with_processes(2, test)


def test_a_limit_is_overshot_by_what_comes_in_until_the_others_know(with_processes):
    async def test(*processes):
        granted, each_time = 0, 5
        for _ in range(20):
            for process in processes:
                granted += process.granted(wanted=each_time)
                await process.shared.exchange()
        others = len(processes) - 1
        assert 100 <= granted <= 100 + 2 * each_time * others + 100 / 20

    with_processes(3, test)


def test_before_anybody_has_told_anything_each_process_keeps_the_limit_itself(with_processes):
    async def test(one, two):
        assert [one.granted(), two.granted()] == [100, 100]
        await exchange(one, two)
        assert [one.granted(), two.granted()] == [0, 0]

    with_processes(2, test)


def test_little_is_not_told_and_is_a_twentieth_of_the_limit_at_most(with_processes):
    async def test(*processes):
        await exchange(*processes)  # each knows how many there are
        granted = sum(process.granted(wanted=1) for process in processes)
        await exchange(*processes)
        told = await processes[0].table.exchange({})
        assert not any(clients for counts in told for clients in counts.values())
        assert granted + processes[-1].granted() <= 100 + 100 / 20
        await exchange(*processes)
        assert processes[0].granted() == 0

    with_processes(4, test)


def test_listeners_of_a_client_are_counted_at_all_processes(with_processes):
    async def test(one, two):
        def fill(process, places):
            taken = 0
            while True:
                try:
                    places.enter_context(process.listeners.place("2001:db8::"))
                except TooManyRequests:
                    return taken
                taken += 1

        with ExitStack() as places:
            for _ in range(7):
                places.enter_context(one.listeners.place("2001:db8::"))
            await exchange(one, two)
            assert fill(two, places) == 3
            assert two.listeners.refused == 1
        await exchange(one, two)
        with ExitStack() as places:
            assert fill(two, places) == 10

    with_processes(2, test)


def test_work_that_a_client_waits_for_is_counted_at_all_processes(with_processes):
    async def test(one, two):
        endless = partial(time.sleep, PATIENCE)
        here, there = one.work.for_studies, two.work.for_studies
        jobs = [here.add("10.0.0.1", endless) for _ in range(3)]
        for job in jobs:
            job.waiters += 1
        await exchange(one, two)
        with pytest.raises(TooManyRequests):
            there.add("10.0.0.1", int)
        there.add("10.0.0.2", int)
        there.add("", int)  # for nobody
        two.work.for_positions.add("10.0.0.1", int)  # another queue
        jobs[0].waiters -= 1  # that client has hung up
        await exchange(one, two)
        there.add("10.0.0.1", int)

    with_processes(2, test)


def test_a_process_that_has_told_nothing_for_a_while_does_not_count_and_its_row_goes(
    with_processes,
):
    async def test(one, two, three):
        assert one.granted(wanted=60) == 60
        await exchange(one, two, three)
        assert two.granted(wanted=1) == 1
        async with one.engine.begin() as connection:
            long_ago = "UPDATE shared_counts SET at = at - interval '1 hour' WHERE process = :one"
            await connection.execute(text(long_ago), {"one": one.table.process})
        await exchange(two, three)
        assert two.shared.processes == three.shared.processes == 2
        assert two.granted() == 99
        async with two.engine.begin() as connection:
            left = await connection.scalars(text("SELECT process FROM shared_counts"))
            assert {*left} == {two.table.process, three.table.process}
        await exchange(one, two)  # it was only stopped for a while
        assert two.shared.processes == 3

    with_processes(3, test)


def test_a_process_that_ends_stops_counting_at_once(with_processes):
    async def test(one, two):
        one.shared.start()
        assert one.granted(wanted=60) == 60
        await exchange(one, two)
        await one.shared.close()
        await exchange(two)
        assert two.granted() == 100

    with_processes(2, test)


def test_without_the_database_each_process_keeps_the_limit_by_itself(with_processes, postgres):
    async def test(one, two):
        assert one.granted(wanted=60) == 60
        assert one.granted("10.0.0.2", wanted=90) == 90
        await exchange(one, two)
        two.table.seconds_for_answer = 0.1
        with postgres.frozen():
            await two.shared.exchange()
            assert two.granted() == 40  # it goes on with what it knows
            assert two.shared.failures == 1
            for _ in range(2):
                await two.shared.exchange()
            assert two.granted() == 60  # what is too old to be true does not count
            assert two.granted() == 0
            assert two.granted("10.0.0.2") == 100
        two.table.seconds_for_answer = PATIENCE
        await exchange(one, two)
        assert two.shared.failures == 3
        assert two.granted("10.0.0.3") == one.granted("10.0.0.3") == 100
        assert one.granted("10.0.0.2") == 0

    with_processes(2, test)


def test_the_table_holds_no_address_and_is_not_logged(with_processes):
    async def test(one):
        assert one.granted("198.51.100.7") == 100
        await one.shared.exchange()
        async with one.engine.connect() as connection:
            told = (await connection.execute(text("SELECT * FROM shared_counts"))).all()
            kind = "SELECT relpersistence FROM pg_class WHERE relname = 'shared_counts'"
            assert await connection.scalar(text(kind)) in ("u", b"u")
        assert "100" in str(told)
        assert "198.51.100.7" not in str(told)

    with_processes(1, test)
