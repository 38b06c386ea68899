"""A database that an older numduel has made is brought up to date with what is in it."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import event, text

from numduel.web.errors import CannotOpen, MatchDamaged
from numduel.web.store.match_store import DatabaseStore
from numduel.web.store.migrating import newest_revision

from ...conftest import PATIENCE

HEADER = {
    "id": "A" * 16,
    "created": 1.0,
    "game": "divisor-duel",
    "options": {"numbers": 20, "opening": "any"},
    "mode": "screen",
    "level": None,
    "seed": 7,
    "seats": [["person", None, "a" * 64, None]] * 2,
}


def _migrations():
    config = Config()
    config.set_main_option("script_location", "numduel.web.store:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _migrate(connection, revision):
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def test_the_newest_migration_is_known_without_alembic():
    assert ScriptDirectory.from_config(_migrations()).get_heads() == [newest_revision()]


def test_what_an_older_numduel_wrote_is_sealed_and_played_on(database):
    async def test():
        store = DatabaseStore(database, PATIENCE)
        names = ["A" * 16, "B" * 16, "C" * 16]
        async with store.engine.begin() as connection:
            await connection.run_sync(_migrate, "0002")
            for name in names:
                header = HEADER | {"id": name, "rules_version": 1}
                await connection.execute(
                    text("INSERT INTO matches VALUES (:id, 1.0, :over, :header)"),
                    {"id": name, "over": False, "header": json.dumps(header)},
                )
            for name, number in [(names[0], 0), (names[0], 1), (names[1], 0), (names[1], 2)]:
                entry = json.dumps({"move": ["6", "3", "9"][number]})
                await connection.execute(
                    text("INSERT INTO entries VALUES (:id, :number, 1.0, :entry)"),
                    {"id": name, "number": number, "entry": entry},
                )
        await store.open()
        log = await store.load(names[0])
        assert log.match.written_moves == ["6", "3"]
        assert await store.append(log, {"move": "9"})
        assert (await store.load(names[0])).match.written_moves == ["6", "3", "9"]
        with pytest.raises(MatchDamaged):  # an entry was missing before it was sealed
            await store.load(names[1])
        assert (await store.load(names[2])).version == 0
        await store.close()

    asyncio.run(test())


def test_a_database_of_a_newer_numduel_is_refused_in_a_sentence(database):
    async def test():
        store = DatabaseStore(database, PATIENCE)
        async with store.engine.begin() as connection:
            await connection.run_sync(_migrate, "head")
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(CannotOpen, match="a newer one made it, or it was damaged"):
            await store.open()

    asyncio.run(test())


def test_a_server_that_begins_before_another_has_migrated_finds_it_done(postgres):
    database = postgres.new_database()

    async def open_store(store):
        await store.open()
        await store.close()

    first, second = (DatabaseStore(database, PATIENCE) for _ in range(2))

    @event.listens_for(second.engine.sync_engine, "before_cursor_execute")
    def let_the_other_go_first(_, cursor, statement, *__):
        if "pg_try_advisory_xact_lock" in statement:
            cursor.execute("SELECT 1")  # what this transaction sees may be settled here
            with ThreadPoolExecutor(1) as other:
                other.submit(asyncio.run, open_store(first)).result()

    asyncio.run(open_store(second))


def test_a_match_without_a_version_of_its_rules_was_played_by_the_first(database):
    async def test():
        store = DatabaseStore(database, PATIENCE)
        async with store.engine.begin() as connection:
            await connection.run_sync(_migrate, "0001")
            await connection.execute(
                text("INSERT INTO matches VALUES (:id, 1.0, :over, :header)"),
                {"id": HEADER["id"], "over": False, "header": json.dumps(HEADER)},
            )
        await store.open()
        log = await store.load(HEADER["id"])
        assert log.header.rules_version == 1
        assert log.header.options == HEADER["options"]
        await store.close()

    asyncio.run(test())
