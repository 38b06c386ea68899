"""Writes to PostgreSQL. Several processes may write, and each tells the others.

A batch is one statement, and so takes one round trip: a transaction of five statements took four
times the processor time.
"""

import json
from typing import Any

from numduel.web.matches.live.other_processes import split_into_notices, tell_entry
from numduel.web.store.batch import WriteBatch, Written
from numduel.web.store.postgres.session import Session

# Only entries that were not there before count, and only they are told. They are found by their
# keys, whatever PostgreSQL knows of the tables' sizes.
_WRITE = """
    WITH wanted AS (
        SELECT * FROM unnest(
            CAST(%(match)s AS text[]), CAST(%(number)s AS integer[]), CAST(%(entry)s AS text[]),
            CAST(%(seal)s AS text[]), CAST(%(is_last)s AS boolean[]), CAST(%(word)s AS text[]),
            CAST(%(notice)s AS integer[])
        ) AS wanted (match, number, entry, seal, is_last, word, notice)
    ), new AS (
        INSERT INTO entries (match, number, at, entry, seal)
        SELECT match, number, %(at)s, CAST(entry AS json), seal FROM wanted
        ON CONFLICT DO NOTHING RETURNING match, number
    ), added AS (
        SELECT * FROM wanted JOIN new USING (match, number)
    ), created AS (
        INSERT INTO matches (id, created, is_over, header, seal, length)
        SELECT id, %(at)s, FALSE, CAST(header AS json), seal, 0 FROM unnest(
            CAST(%(id)s AS text[]), CAST(%(header)s AS text[]), CAST(%(first_seal)s AS text[]),
            CAST(%(after_match)s AS text[]), CAST(%(after_number)s AS integer[])
        ) AS born (id, header, seal, match, number)
        WHERE match IS NULL OR (match, number) IN (SELECT match, number FROM new)
    ), grown AS (
        UPDATE matches SET (length, is_over) = (
            SELECT max(number) + 1, matches.is_over OR bool_or(is_last)
            FROM added WHERE added.match = matches.id
        ) WHERE id = ANY (ARRAY(SELECT match FROM new))
    ), told AS MATERIALIZED (
        SELECT pg_notify('numduel', %(name)s || string_agg(' ' || word, '' ORDER BY match, number))
        FROM added GROUP BY notice
    ), alive AS (
        INSERT INTO pulse (id, at, shown)
        SELECT 1, %(at)s, extract(epoch FROM clock_timestamp()) WHERE %(has_sign)s
        ON CONFLICT (id) DO UPDATE SET at = greatest(pulse.at, excluded.at), shown = excluded.shown
        RETURNING at
    )
    SELECT
        ARRAY(SELECT match FROM new), ARRAY(SELECT number FROM new),
        (SELECT at FROM alive), (SELECT count(*) FROM told)
"""


class PostgresWriter:
    """Writes by a session of its own."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def open(self) -> None:
        await self._session.ask("SELECT 1", ())

    async def remember(self) -> None: ...

    def check(self) -> None: ...

    async def write(self, batch: WriteBatch) -> Written:
        ((matches, numbers, at, _),) = await self._session.ask(_WRITE, _values_of(batch))
        return Written(set(zip(matches, numbers, strict=True)), at)

    async def settle(self) -> None: ...

    async def close(self) -> None:
        await self._session.close()


def _values_of(batch: WriteBatch) -> dict[str, Any]:
    rows = [write.entry or {} for write in batch.entries.values()]
    texts = [json.dumps(row["entry"], separators=(",", ":")) for row in rows]
    words = [
        tell_entry(row["match"], row["number"], text, row["seal"])
        for row, text in zip(rows, texts, strict=True)
    ]
    born = [write.created or {} for write in batch.created]
    after = [write.key or (None, None) for write in batch.created]
    return {
        "name": batch.name,
        "at": batch.at,
        "has_sign": batch.has_sign,
        "match": [row["match"] for row in rows],
        "number": [row["number"] for row in rows],
        "entry": texts,
        "seal": [row["seal"] for row in rows],
        "is_last": [write.is_last for write in batch.entries.values()],
        "word": words,
        "notice": list(split_into_notices(batch.name, words)),
        "id": [row["id"] for row in born],
        "header": [json.dumps(row["header"]) for row in born],
        "first_seal": [row["seal"] for row in born],
        "after_match": [match for match, _ in after],
        "after_number": [number for _, number in after],
    }
