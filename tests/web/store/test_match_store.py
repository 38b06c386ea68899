"""The store on SQLite and on a real PostgreSQL: what it has acknowledged is there."""

import asyncio
from threading import current_thread
from time import time

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, insert, text

from numduel.errors import BadOption
from numduel.web.errors import CannotOpen, StoreUnavailable
from numduel.web.matches.log import MatchHeader, SeatHolder
from numduel.web.matches.tokens import new_id
from numduel.web.store.database import read_address
from numduel.web.store.match_store import DatabaseStore
from numduel.web.store.schema import entries, matches, metadata

from ..conftest import PATIENCE

DAY = 24 * 3600


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, new_database):
    """The address of an empty database, of each kind in turn."""
    return new_database(request.param)


def new_header(**changes):
    seats = (SeatHolder(name="Ann", token="a" * 64), SeatHolder(join="b" * 64))
    header = {
        "id": new_id(),
        "created": time(),
        "game": "divisor-duel",
        "options": {"numbers": 20, "opening": "any"},
        "mode": "link",
        "level": None,
        "seed": 2**32 - 1,
        "seats": seats,
        "rules_version": 1,
    }
    return MatchHeader(**header | changes)


def test_a_match_is_read_back_with_all_that_happened(with_store):
    async def test(store):
        header = new_header()
        await store.create(header)
        log = await store.load(header.id)
        assert log.header == header
        for entry in (
            {"join": {"player": 2, "token": "c" * 64, "name": "Bea"}},
            {"move": "6"},
            {"move": "3"},
            {"undo": 1},
            {"truth": {"player": 1, "on": True}},
            {"takeback": 1},
            {"end": {"winner": 2, "reason": "by resignation"}},
        ):
            assert await store.append(log, entry)
            log.apply(entry)
        again = await store.load(header.id)
        assert again.version == 7
        assert again.match.written_moves == ["6"]
        assert again.match.seats[1].name == "Bea"
        assert again.players_of("c" * 64) == (2,)
        assert again.outcome.winner == 2
        assert vars(again).keys() == vars(log).keys()

    with_store(test)


def test_after_a_fault_that_nobody_thought_of_writing_goes_on(with_store):
    async def test(store):
        header = new_header()
        await store.create(header)
        log = await store.load(header.id)
        real = store.writer.write

        async def fail(_):
            raise ZeroDivisionError

        store.writer.write = fail
        with pytest.raises(StoreUnavailable):
            await store.append(log, {"move": "6"})
        store.writer.write = real
        assert await store.append(log, {"move": "6"})

    with_store(test)


def test_a_match_that_is_not_there_is_none(with_store):
    async def test(store):
        assert await store.load(new_id()) is None

    with_store(test)


def test_an_entry_is_written_once_and_a_second_one_does_not_undo_the_batch(with_store):
    async def test(store):
        headers = [new_header() for _ in range(20)]
        await asyncio.gather(*map(store.create, headers))
        logs = [await store.load(header.id) for header in headers]
        assert await store.append(logs[0], {"move": "7"})
        both = [store.append(log, {"move": "6"}) for log in logs for _ in range(2)]
        written = await asyncio.gather(*both)
        assert written == [False, False] + [True, False] * 19
        moves = [(await store.load(header.id)).match.written_moves for header in headers]
        assert moves == [["7"]] + [["6"]] * 19

    with_store(test)


def test_many_moves_at_once_share_a_transaction(with_store):
    async def test(store):
        headers = [new_header() for _ in range(100)]
        await asyncio.gather(*map(store.create, headers))
        logs = [await store.load(header.id) for header in headers]
        commits = []
        if store.engine.dialect.name == "sqlite":
            event.listen(store.writer.engine, "commit", commits.append)
        await asyncio.gather(*(store.append(log, {"move": "6"}) for log in logs))
        if store.engine.dialect.name == "postgresql":  # it notes who wrote each row
            async with store.engine.connect() as connection:
                rows = await connection.execute(text("SELECT DISTINCT xmin::text FROM entries"))
                commits += rows.all()
        assert 1 <= len(commits) <= 3

    with_store(test)


def test_sqlite_is_written_to_in_one_thread_of_its_own(tmp_path):
    async def test():
        store = DatabaseStore(f"sqlite:///{tmp_path / 'web.sqlite'}")
        await store.open()
        threads = []
        writer = store.writer.engine
        event.listen(writer, "before_cursor_execute", lambda *_: threads.append(current_thread()))
        header = new_header()
        await store.create(header)
        assert await store.append(await store.load(header.id), {"move": "6"})
        assert len(threads) == 5  # two batches, each with its BEGIN; the entry is counted too
        assert len(set(threads)) == 1
        assert current_thread() not in threads
        await store.close()

    asyncio.run(test())


def test_a_rematch_and_its_match_are_written_together(with_store):
    async def test(store):
        header, following = new_header(), new_header()
        await store.create(header)
        log = await store.load(header.id)
        entry = {"rematch": {"player": 1, "next": following.id}}
        assert await store.append(log, entry, next=following)
        assert (await store.load(header.id)).next == following.id
        assert (await store.load(following.id)).header == following

    with_store(test)


def test_the_migrations_build_the_tables_that_the_code_knows(with_store):
    async def test(store):
        async with store.engine.connect() as connection:
            differences = await connection.run_sync(
                lambda plain: compare_metadata(MigrationContext.configure(plain), metadata)
            )
        assert differences == []

    with_store(test)


def test_opening_a_database_again_changes_nothing(database):
    async def test():
        header = new_header()
        for _ in range(2):
            store = DatabaseStore(database, PATIENCE)
            await store.open()
            if await store.load(header.id) is None:
                await store.create(header)
            else:
                assert (await store.load(header.id)).header == header
            await store.close()

    asyncio.run(test())


def test_what_is_waiting_when_the_store_closes_is_written(database):
    async def test():
        store, header = DatabaseStore(database, PATIENCE), new_header()
        await store.open()
        writing = asyncio.ensure_future(store.create(header))
        await asyncio.sleep(0)
        await store.close()
        await writing
        with pytest.raises(StoreUnavailable):
            await store.create(new_header())
        again = DatabaseStore(database, PATIENCE)
        await again.open()
        assert (await again.load(header.id)).header == header
        await again.close()

    asyncio.run(test())


def test_sqlite_puts_a_commit_on_disk_before_it_returns(tmp_path):
    async def test():
        store = DatabaseStore(f"sqlite:///{tmp_path / 'web.sqlite'}")
        await store.open()
        async with store.engine.connect() as connection:
            answers = [
                (await connection.execute(text(f"PRAGMA {name}"))).scalar()
                for name in ("synchronous", "journal_mode", "foreign_keys")
            ]
        assert answers == [2, "wal", 1]  # 2 is FULL
        await store.close()

    asyncio.run(test())


def test_a_half_done_migration_is_not_kept(tmp_path):
    async def test():
        store = DatabaseStore(f"sqlite:///{tmp_path / 'web.sqlite'}")
        async with store.engine.begin() as connection:
            await connection.execute(text("CREATE TABLE entries (oops INTEGER)"))
        with pytest.raises(CannotOpen, match="table entries already exists"):
            await store.open()
        async with store.engine.connect() as connection:
            names = await connection.scalars(text("SELECT name FROM sqlite_master"))
            assert "matches" not in set(names)
        await store.engine.dispose()

    asyncio.run(test())


@pytest.mark.parametrize(
    "address", ["nonsense", "mysql://localhost/x", "sqlite://", "sqlite:///:memory:", ""]
)
def test_an_address_that_is_no_database_of_ours_is_refused(address):
    with pytest.raises(BadOption):
        DatabaseStore(address)


def test_postgres_is_another_name_for_postgresql():
    assert read_address("postgres://localhost/x").drivername == "postgresql+psycopg"


def test_an_entry_of_a_removed_match_is_refused_and_spoils_nothing_else(with_store):
    async def test(store):
        removed, kept = [new_header(), new_header()], [new_header(), new_header()]
        for header in (*removed, *kept):
            await store.create(header)
        logs = [await store.load(header.id) for header in (*removed, *kept)]
        async with store.engine.begin() as connection:
            gone = [header.id for header in removed]
            await connection.execute(matches.delete().where(matches.c.id.in_(gone)))
        appending = (store.append(log, {"move": "6"}) for log in logs)
        results = await asyncio.gather(*appending, return_exceptions=True)
        assert [type(result) for result in results] == [StoreUnavailable] * 2 + [bool] * 2
        assert (await store.load(kept[1].id)).match.written_moves == ["6"]

    with_store(test)


def test_the_tables_refuse_a_second_entry_of_the_same_number(with_store):
    async def test(store):
        header = new_header()
        await store.create(header)
        row = {"match": header.id, "number": 0, "at": 0.0, "entry": {"move": "6"}}
        async with store.engine.begin() as connection:
            await connection.execute(insert(entries).values(row))
        with pytest.raises(Exception, match=r"(?i)unique"):
            async with store.engine.begin() as connection:
                await connection.execute(insert(entries).values(row))

    with_store(test)
