"""What one store has committed is told to the others, and nothing else."""

import asyncio

import psycopg
import pytest

from numduel import Player
from numduel.web.errors import StoreUnavailable
from numduel.web.matches.log import MatchLog
from numduel.web.store.postgres import listening

from ...conftest import PATIENCE
from .test_cleaning import age
from .test_match_store import new_header
from .test_other_processes import hear, new_log, opened


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """On a busy machine a connection that is slow is not dead."""
    monkeypatch.setattr(listening, "SECONDS_FOR_ANSWER", PATIENCE)


def versions_in(notice):
    return {match_id: tail.length for match_id, tail in notice.news.items()}


def test_a_batch_is_one_notice_which_others_hear_and_its_writer_does_not(postgres):
    async def test():
        database = postgres.new_database()
        async with opened(database, database) as (one, two):
            logs = [await new_log(one) for _ in range(50)]
            hearers = [await hear(one), await hear(two)]
            await asyncio.gather(*(one.append(log, {"move": "6"}) for log in logs))
            heard, count = {}, 0
            while len(heard) < 50:
                notice = await hearers[1].notices.get()
                count += bool(notice.news)
                heard |= versions_in(notice)
            assert heard == {log.header.id: 1 for log in logs}
            assert count <= 3
            one.others.tell_presence("A" * 16, Player.TWO, True)
            while not (notice := await hearers[1].notices.get()).presence:
                pass
            assert notice.presence == [("A" * 16, Player.TWO, True)]
            while not hearers[0].notices.empty():  # the other one's signs of life
                notice = hearers[0].notices.get_nowait()
                assert not notice.news
                assert not notice.presence

    asyncio.run(test())


def test_a_batch_that_is_committed_after_its_writer_gave_it_up_is_heard_by_its_writer_too(postgres):
    async def test():
        async with opened(postgres.new_database()) as (store,):
            hearer, log = await hear(store), await new_log(store)
            given_up = []
            real = store.writer.write

            async def give_up(batch):
                given_up.append(batch)
                raise OSError("the connection was lost")

            store.writer.write = give_up
            with pytest.raises(StoreUnavailable):
                await store.append(log, {"move": "6"})
            await real(*given_up)
            assert versions_in(await hearer.notices.get()) == {log.header.id: 1}

    asyncio.run(test())


def test_others_are_told_of_matches_that_are_removed(postgres):
    async def test():
        database = postgres.new_database()
        async with opened(database, database) as (one, two):
            log = await new_log(one)
            hearer = await hear(two)
            await age(one, 9, log.header)
            assert await one.remove_old(7, 7) == [log.header.id]
            while not (notice := await hearer.notices.get()).removed:
                pass
            assert notice.removed == [log.header.id]
            assert await two.others.tail(log.header.id, 0) is None

    asyncio.run(test())


def test_a_batch_too_large_for_one_notice_is_told_in_several_and_all_are_heard(postgres):
    async def test():
        database = postgres.new_database()
        async with opened(database, database) as (one, two):
            logs = [MatchLog(new_header()) for _ in range(500)]
            await asyncio.gather(*(one.create(log.header) for log in logs))
            hearer, sizes = await hear(two), []
            one.commits.on_commit = lambda size, *_: sizes.append(size)
            await asyncio.gather(*(one.append(log, {"move": "6"}) for log in logs))
            assert sizes == [500]
            told = []
            while sum(len(notice.news) for notice in told) < 500:
                notice = await hearer.notices.get()
                told += [notice] if notice.news else []
            assert len(told) > 1
            assert len({notice.sender for notice in told}) == 1
            ids = [match_id for notice in told for match_id in notice.news]
            assert sorted(ids) == sorted(log.header.id for log in logs)

    asyncio.run(test())


def test_a_batch_that_is_rolled_back_tells_nothing(postgres):
    async def test():
        database = postgres.new_database()
        async with opened(database, database) as (one, two):
            lost, kept = await new_log(one), await new_log(one)
            hearer = await hear(two)
            async with await psycopg.AsyncConnection.connect(database, autocommit=True) as other:
                check = "ADD CONSTRAINT full_disk CHECK (length < 1) NOT VALID"
                await other.execute(f"ALTER TABLE matches {check}")  # it fails after the insertion
                with pytest.raises(StoreUnavailable):
                    await one.append(lost, {"move": "6"})
                await other.execute("ALTER TABLE matches DROP CONSTRAINT full_disk")
            assert await one.append(kept, {"move": "6"})
            while not (notice := await hearer.notices.get()).news:
                pass
            assert versions_in(notice) == {kept.header.id: 1}

    asyncio.run(test())


def test_whoever_removes_matches_without_an_answer_hears_of_it_too(postgres):
    async def test():
        async with opened(postgres.new_database()) as (store,):
            hearer, log = await hear(store), await new_log(store)
            await age(store, 9, log.header)
            real = store._with_connection

            async def lose_answer(work):
                await real(work)
                raise OSError("the connection was lost")

            store._with_connection = lose_answer
            with pytest.raises(StoreUnavailable):
                await store.remove_old(7, 7)
            assert (await hearer.notices.get()).removed == [log.header.id]

    asyncio.run(test())


def test_a_listening_connection_that_breaks_is_not_sound_from_then_on(postgres, monkeypatch):
    async def test():
        database = postgres.new_database()
        async with opened(database) as (store,):
            await hear(store)
            was_sound = asyncio.Queue()

            real = listening.AsyncConnection.invalidate

            async def invalidate(self):  # it may take a while
                was_sound.put_nowait(store.others.is_heard)
                await real(self)

            monkeypatch.setattr(listening.AsyncConnection, "invalidate", invalidate)
            async with await psycopg.AsyncConnection.connect(database) as killer:
                await killer.execute(
                    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                    " WHERE application_name = 'numduel listening' AND datname = current_database()"
                )
            assert not await was_sound.get()

    asyncio.run(test())
