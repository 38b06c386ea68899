"""New entries of matches that are kept in memory, or short matches as a whole. Many questions at
once become one query.

A process asks before it answers from memory, because another process may have written. That would
be a query for each request. So while one query is under way, the next questions gather. When
thousands of visitors come back at once, their matches are read in a few queries too.
"""

import asyncio
import logging
from typing import NamedTuple

from numduel.web.errors import MatchDamaged, StoreUnavailable
from numduel.web.matches.live.other_processes import Tail
from numduel.web.store.faults import describe_fault, is_damage
from numduel.web.store.postgres.session import Session

_log = logging.getLogger(__name__)
_MOST = 100  # entries of one match; a process that is behind by more reads the match again
_WHOLE = -1  # instead of a version: the header is wanted too
# Each match by itself, by its index: a plain join reads both tables from end to end as long as
# PostgreSQL has no statistics of them, and takes longer the more has been played.
_READ = """
    SELECT known.id, found.*, new.*
    FROM unnest(CAST(%s AS TEXT[]), CAST(%s AS INTEGER[])) AS known (id, version)
    CROSS JOIN LATERAL (
        SELECT length, CASE WHEN version < 0 THEN CAST(header AS TEXT) END AS header, seal
        FROM matches WHERE matches.id = known.id LIMIT 1
    ) AS found
    LEFT JOIN LATERAL (
        SELECT number, CAST(entry AS TEXT) AS entry, seal FROM entries
        WHERE match = known.id AND number >= known.version ORDER BY number LIMIT %s
    ) AS new ON TRUE
    ORDER BY known.id, new.number
"""
Header = tuple[str, str, int]  # its text, its seal and how many entries there are


class Found(NamedTuple):
    """What was read of a match."""

    header: Header
    tail: Tail


class TailReader:
    """Finds what has happened in a match since a version of it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._wanted: dict[str, int] = {}
        self._answer: asyncio.Future[dict[str, Found]] | None = None
        self._task: asyncio.Task[None] | None = None

    async def read(self, match_id: str, version: int) -> Tail | None:
        """What has happened in a match since that version, or None if it is not there any more."""
        found = await self._find(match_id, version)
        return None if found is None else found.tail

    async def read_whole(self, match_id: str) -> Found | None:
        """The header of a match with its first entries, or None if it is not there."""
        return await self._find(match_id, _WHOLE)

    async def _find(self, match_id: str, version: int) -> Found | None:
        self._wanted[match_id] = min(version, self._wanted.get(match_id, version))
        if self._answer is None:
            self._answer = asyncio.get_running_loop().create_future()
        answer = self._answer
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="new entries")
        return (await asyncio.shield(answer)).get(match_id)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        await self._session.close()

    async def _run(self) -> None:
        while self._answer is not None:
            await asyncio.sleep(0)  # whoever is woken by the same notice asks in the same query
            answer, self._answer = self._answer, None
            wanted, self._wanted = self._wanted, {}
            try:
                answer.set_result(await self._read(wanted))
            except (MatchDamaged, StoreUnavailable) as fault:
                answer.set_exception(fault)
                answer.exception()  # whoever asked may have hung up
            except asyncio.CancelledError:
                answer.cancel()
                raise
        self._task = None

    async def _read(self, wanted: dict[str, int]) -> dict[str, Found]:
        values = [[*wanted], [*wanted.values()], _MOST]
        try:
            rows = await self._session.ask(_READ, values, is_repeated=True)
        except Exception as fault:
            told = {"fields": {"fault": describe_fault(fault)}}
            _log.error("what is new in matches cannot be read", extra=told)
            if is_damage(fault):
                raise MatchDamaged("the database itself is damaged") from None
            raise StoreUnavailable from None
        found: dict[str, Found] = {}
        for match_id, length, header, seal, number, written, entry_seal in rows:
            if match_id not in found:
                found[match_id] = Found((header, seal, length), Tail(length, []))
            if number is not None:
                found[match_id].tail.entries.append((number, written, entry_seal))
        return found
