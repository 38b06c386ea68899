"""Several stores on one PostgreSQL: what one writes, the others hear and read."""

import asyncio
import os
import signal
from contextlib import asynccontextmanager
from functools import partial

import psycopg
import pytest

from numduel.web.errors import CannotOpen
from numduel.web.store import database as opening
from numduel.web.store.match_store import DatabaseStore
from numduel.web.store.postgres import listening, new_entries
from numduel.web.store.postgres.claims import MIGRATING
from numduel.web.store.postgres.session import Session

from ...conftest import PATIENCE
from .test_match_store import new_header


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """On a busy machine a connection that is slow is not dead."""
    monkeypatch.setattr(listening, "SECONDS_FOR_ANSWER", PATIENCE)


class Hearer:
    """Somebody who hears what other processes tell."""

    def __init__(self):
        self.notices = asyncio.Queue()
        self.checks = 0

    async def check_all(self):
        self.checks += 1

    def hear(self, notice):
        self.notices.put_nowait(notice)


@asynccontextmanager
async def opened(*databases):
    """A store on each of these."""
    stores = [DatabaseStore(database, PATIENCE, PATIENCE) for database in databases]
    for store in stores:
        await store.open()
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


async def hear(store):
    """Somebody who hears from now on what is told to a store."""
    hearer = Hearer()
    await store.others.listen(hearer.hear, hearer.check_all)
    while not store.others.is_heard:  # on a busy machine it takes a while
        await asyncio.sleep(0.01)
    return hearer


async def new_log(store):
    header = new_header()
    await store.create(header)
    return await store.load(header.id)


def test_what_is_new_is_found_by_index_even_before_postgres_knows_how_much_there_is(postgres):
    async def test():
        address = postgres.new_database()
        async with opened(address) as (store,):
            log = await new_log(store)
        with psycopg.connect(address) as connection:
            connection.execute("ALTER TABLE entries SET (autovacuum_enabled = off)")
            connection.execute("ALTER TABLE matches SET (autovacuum_enabled = off)")
            connection.execute(
                "INSERT INTO matches (id, created, is_over, header, length)"
                " SELECT n, 0, FALSE, '{}', 50 FROM generate_series(1, 300) AS n"
            )
            connection.execute(
                'INSERT INTO entries (match, number, at, entry) SELECT n, m, 0, \'{"move": "6"}\''
                " FROM generate_series(1, 300) AS n, generate_series(0, 49) AS m"
            )
            asked = [[log.header.id, "7", "8"], [0, 48, 50], 100]
            plan = connection.execute(f"EXPLAIN {new_entries._READ}", asked).fetchall()
            assert "Seq Scan" not in str(plan)
            rows = connection.execute(new_entries._READ, asked).fetchall()
        assert {(row[0], row[1], row[4]) for row in rows} == {
            (log.header.id, 0, None),
            ("7", 50, 48),
            ("7", 50, 49),
            ("8", 50, None),
        }

    asyncio.run(test())


def test_many_who_want_matches_or_what_is_new_in_them_are_answered_by_few_queries(postgres):
    async def test():
        async with opened(postgres.new_database()) as (store,):
            logs = [await new_log(store) for _ in range(30)]
            for log in logs[:10]:
                assert await store.append(log, {"move": "6"})
            asked = []
            real = Session.ask

            async def count(self, question, values, **more):
                asked.append(values)
                return await real(self, question, values, **more)

            store.others._tails._session.ask = partial(count, store.others._tails._session)
            ids = [log.header.id for log in logs] * 3 + ["gone"]
            found = await asyncio.gather(*(store.others.tail(name, 0) for name in ids))
            assert len(asked) == 1
            lengths = [None if tail is None else tail.length for tail in found]
            assert lengths == ([1] * 10 + [0] * 20) * 3 + [None]
            assert all(store.extend(log, tail) for log, tail in zip(logs, found, strict=False))
            assert [log.version for log in logs] == [1] * 10 + [0] * 20
            assert await store.others.lengths(ids) == {log.header.id: log.version for log in logs}
            whole = await asyncio.gather(*map(store.load, ids))
            assert len(asked) == 2
            assert [log and log.seal for log in whole] == [log.seal for log in logs] * 3 + [None]

    asyncio.run(test())


def test_a_match_that_is_far_ahead_or_was_damaged_has_to_be_read_again(postgres):
    async def test():
        async with opened(postgres.new_database()) as (store,):
            log = await new_log(store)
            behind = await store.load(log.header.id)
            for number in range(101):
                entry = {"truth": {"player": 1, "on": number % 2 == 0}}
                assert await store.append(log, entry)
                log.apply(entry)
            assert not store.extend(behind, await store.others.tail(log.header.id, 0))
            assert behind.version == 100
            tail = await store.others.tail(log.header.id, 100)
            changed = [(number, text, "x" * 16) for number, text, _ in tail.entries]
            assert not store.extend(behind, tail._replace(entries=changed))
            assert store.extend(behind, tail)
            assert behind.seal == log.seal

    asyncio.run(test())


def test_a_claim_is_one_process_s_until_it_gives_it_back_or_its_session_ends(postgres):
    async def test():
        database = postgres.new_database()
        async with opened(database, database) as (one, two):
            async with one.others.claim("a") as first, two.others.claim("a") as second:
                assert (first, second) == (True, False)
            async with two.others.claim("a") as is_ours, one.others.claim("b") as another:
                assert is_ours
                assert another
                async with await psycopg.AsyncConnection.connect(database) as killer:
                    await killer.execute(
                        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                        " WHERE application_name = 'numduel claims'"
                    )
                async with one.others.claim("a") as nobody:  # its session has ended as well
                    assert not nobody
                async with one.others.claim("a") as is_ours:
                    assert is_ours

    asyncio.run(test())


def test_whoever_waits_too_long_for_another_to_migrate_says_so(postgres, monkeypatch):
    async def test():
        database = postgres.new_database()
        store = DatabaseStore(database, PATIENCE)
        async with store.engine.connect() as other:
            assert await other.scalar(MIGRATING)
            with pytest.raises(CannotOpen, match=r"^Another numduel server has been .* is done\.$"):
                await DatabaseStore(database, PATIENCE).open()
        await store.open()
        await store.close()

    monkeypatch.setattr(opening, "_SECONDS_FOR_MIGRATION", 0.0)
    asyncio.run(test())


@pytest.mark.long
def test_a_listening_connection_that_is_dead_without_a_word_is_made_again(postgres, monkeypatch):
    async def test():
        database = postgres.new_database()
        async with opened(database) as (store,):
            hearer = await hear(store)
            async with await psycopg.AsyncConnection.connect(database) as looker:
                found = await looker.execute(
                    "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
                    " AND application_name = 'numduel listening'"
                )
                (pid,) = await found.fetchone()
            monkeypatch.setattr(listening, "SECONDS_FOR_ANSWER", 1.0)
            os.kill(pid, signal.SIGSTOP)
            try:
                while hearer.checks < 2:
                    await asyncio.sleep(0.05)
            finally:
                os.kill(pid, signal.SIGCONT)

    asyncio.run(test())
