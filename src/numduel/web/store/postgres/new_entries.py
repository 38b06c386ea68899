"""New entries of matches that are kept in memory. Many questions at once become one query.

A process asks before it answers from memory, because another process may have written. That would
be a query for each request. So while one query is under way, the next questions gather.
"""

import asyncio
import logging

from numduel.web.errors import StoreUnavailable
from numduel.web.matches.live.other_processes import Tail
from numduel.web.store.faults import describe_fault
from numduel.web.store.postgres.session import Session

_log = logging.getLogger(__name__)
_MOST = 100  # entries of one match; a process that is behind by more reads the match again
# Each match by itself, by its index: a plain join reads both tables from end to end as long as
# PostgreSQL has no statistics of them, and takes longer the more has been played.
_READ = """
    SELECT known.id, found.length, new.number, new.entry, new.seal
    FROM unnest(CAST(%s AS TEXT[]), CAST(%s AS INTEGER[])) AS known (id, version)
    CROSS JOIN LATERAL (SELECT length FROM matches WHERE matches.id = known.id LIMIT 1) AS found
    LEFT JOIN LATERAL (
        SELECT number, CAST(entry AS TEXT) AS entry, seal FROM entries
        WHERE match = known.id AND number >= known.version ORDER BY number LIMIT %s
    ) AS new ON TRUE
    ORDER BY known.id, new.number
"""
Tails = dict[str, Tail]


class TailReader:
    """Finds what has happened in a match since a version of it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._wanted: dict[str, int] = {}
        self._answer: asyncio.Future[Tails] | None = None
        self._task: asyncio.Task[None] | None = None

    async def read(self, match_id: str, version: int) -> Tail | None:
        """What has happened in a match since that version, or None if it is not there any more."""
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
            except StoreUnavailable as fault:
                answer.set_exception(fault)
                answer.exception()  # whoever asked may have hung up
            except asyncio.CancelledError:
                answer.cancel()
                raise
        self._task = None

    async def _read(self, wanted: dict[str, int]) -> Tails:
        values = [[*wanted], [*wanted.values()], _MOST]
        try:
            rows = await self._session.ask(_READ, values, is_repeated=True)
        except Exception as fault:
            told = {"fields": {"fault": describe_fault(fault)}}
            _log.error("what is new in matches cannot be read", extra=told)
            raise StoreUnavailable from None
        found: Tails = {}
        for match_id, length, number, written, seal in rows:
            tail = found.setdefault(match_id, Tail(length, []))
            if number is not None:
                tail.entries.append((number, written, seal))
        return found
