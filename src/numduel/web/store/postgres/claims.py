"""Claims: work that only one process may do at a time. Each has a lock in PostgreSQL.

A lock is given back when the transaction or the session of its holder ends, however it ends. The
process that lets the computer think in a match has the lock of that match. It has one session for
all such locks, which is opened when it is needed.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from hashlib import sha256

from sqlalchemy import func, select

from numduel.web.store.postgres.session import Session


def lock_number(name: str) -> int:
    """The number by which PostgreSQL knows a lock."""
    return int.from_bytes(sha256(f"numduel {name}".encode()).digest()[:8], "big", signed=True)


CLEANING = select(func.pg_try_advisory_xact_lock(lock_number("cleaning")))
MIGRATING = select(func.pg_try_advisory_xact_lock(lock_number("migrating")))


class Claims:
    """The claims of this process."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @asynccontextmanager
    async def claim(self, match_id: str) -> AsyncIterator[bool]:
        """Whether this process has the claim, while the context lasts. If the database does not
        answer, it has none."""
        name = [lock_number(match_id)]
        is_ours = False
        with suppress(Exception):
            ((is_ours,),) = await self._session.ask("SELECT pg_try_advisory_lock(%s)", name)
        try:
            yield is_ours
        finally:
            if is_ours:
                with suppress(Exception):  # if the session has ended, so has the claim
                    await self._session.ask("SELECT pg_advisory_unlock(%s)", name)

    async def close(self) -> None:
        await self._session.close()
