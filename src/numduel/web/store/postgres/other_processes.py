"""The other server processes on the same PostgreSQL."""

from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeVar

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from numduel.game import Player
from numduel.web.matches.live.other_processes import Notice, Sender, Tail
from numduel.web.store.postgres.claims import Claims
from numduel.web.store.postgres.listening import ListeningConnection
from numduel.web.store.postgres.new_entries import Found, TailReader
from numduel.web.store.postgres.session import Session
from numduel.web.store.schema import matches

T = TypeVar("T")
_MOST_AT_ONCE = 5_000
_LENGTHS = select(matches.c.id, matches.c.length).where(
    matches.c.id.in_(bindparam("ids", expanding=True))
)


class Do(Protocol):
    """Does some work with a connection to the database."""

    async def __call__(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T: ...


class PostgresOthers:
    """Hears and asks what other processes have written."""

    def __init__(
        self, new_engine: Callable[[str], AsyncEngine], do: Do, sender: Sender, seconds: float
    ) -> None:
        """`new_engine` makes an engine for sessions of that name."""
        self._do = do
        self._sender = sender
        self._tails = TailReader(Session(new_engine("numduel reading"), seconds))
        self._claims = Claims(Session(new_engine("numduel claims"), seconds))
        self._new_engine = new_engine
        self._listening: ListeningConnection | None = None
        self.on_lag: Callable[[float], None] = lambda _: None  # told how long a notice took

    @property
    def is_heard(self) -> bool:
        return self._listening is not None and self._listening.is_sound

    async def listen(
        self, hear: Callable[[Notice], None], check_all: Callable[[], Awaitable[None]]
    ) -> None:
        engine = self._new_engine("numduel listening")
        self._listening = ListeningConnection(engine, self._sender, hear, check_all, self.on_lag)
        await self._listening.start()

    async def tail(self, match_id: str, version: int) -> Tail | None:
        return await self._tails.read(match_id, version)

    async def whole(self, match_id: str) -> Found | None:
        """The header of a match and its first entries, or None if there is no such match. Many that
        are wanted at once are read together."""
        return await self._tails.read_whole(match_id)

    async def lengths(self, match_ids: Collection[str]) -> dict[str, int]:
        ids, found = list(match_ids), {}
        for start in range(0, len(ids), _MOST_AT_ONCE):
            some = ids[start : start + _MOST_AT_ONCE]

            async def read(connection: AsyncConnection, some: list[str] = some) -> Any:
                return (await connection.execute(_LENGTHS, {"ids": some})).all()

            found.update({row.id: row.length for row in await self._do(read)})
        return found

    def claim(self, match_id: str) -> AbstractAsyncContextManager[bool]:
        return self._claims.claim(match_id)

    def tell_presence(self, match_id: str, player: Player, is_here: bool) -> None:
        if self._listening is not None:
            self._listening.tell_presence(match_id, player, is_here)

    async def close(self) -> None:
        if self._listening is not None:
            await self._listening.close()
        await self._tails.close()
        await self._claims.close()
