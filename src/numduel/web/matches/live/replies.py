"""The computer's moves: which process makes them, and when.

The process in which it became the computer's turn starts to think at once. Other processes that
know of the match wait a few seconds, and then check whether a process is doing it: one that thinks
for longer than a second has a claim, which ends with that process. So the work is done once, and if
a process dies another one takes over. Each write is a compare-and-set, so that no move can be made
twice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from copy import copy
from functools import partial
from typing import TYPE_CHECKING

from numduel.errors import TooLarge
from numduel.match import Match
from numduel.players import choose_move
from numduel.web.errors import MatchDamaged, NotFound, TooBusy, TooManyRequests
from numduel.web.matches.live.other_processes import Others
from numduel.web.matches.log import COMPUTER, Entry, MatchLog

if TYPE_CHECKING:
    from numduel.web.matches.live.match_cache import InBackground

_log = logging.getLogger(__name__)
_SECONDS_FOR_OTHERS = 2.0  # to wait for another process's reply before checking on it
_SECONDS_WITHOUT_CLAIM = 1.0
Act = Callable[[str, Callable[[MatchLog], Entry | None]], Awaitable[MatchLog]]


class Replies:
    """The replies of the computer that this process makes or waits for."""

    def __init__(
        self,
        find: Callable[[str], Awaitable[MatchLog]],
        act: Act,
        is_watched: Callable[[str], bool],
        in_background: "InBackground",
        others: Others | None,
    ) -> None:
        self._find = find
        self._act = act
        self._is_watched = is_watched
        self._in_background = in_background
        self._others = others
        self._replies: dict[str, asyncio.Task[None]] = {}
        self._waits: dict[str, asyncio.Task[None]] = {}

    def close(self) -> None:
        for task in [*self._replies.values(), *self._waits.values()]:
            task.cancel()

    def begin(self, log: MatchLog) -> None:
        """Start the computer's reply if this process made it the computer's turn."""
        if log.is_computers_turn:
            self._start(self._replies, log.header.id, self._reply)

    def look_after(self, log: MatchLog) -> None:
        """Start the computer's reply if it is its turn, as soon as no other process makes it."""
        if log.mode != COMPUTER:
            return
        if self._others is None and log.header.id not in self._waits:
            self.begin(log)
        elif log.is_computers_turn and log.header.id not in self._replies:
            self._start(self._waits, log.header.id, self._wait_for_others)

    async def wait(self, match_id: str, seconds: float) -> None:
        """Wait a little for the computer's move, if this process makes it."""
        reply = self._replies.get(match_id)
        if reply is not None:
            await asyncio.wait([reply], timeout=seconds)

    def _start(
        self,
        tasks: dict[str, asyncio.Task[None]],
        match_id: str,
        work: Callable[[str], Awaitable[None]],
    ) -> None:
        if match_id in tasks:
            return

        async def run() -> None:
            is_tried_again = False
            try:
                await work(match_id)
            except (MatchDamaged, NotFound, TooBusy, TooLarge, TooManyRequests):
                _log.warning("the computer's move could not be made; it is made when asked for")
                is_tried_again = tasks is self._replies and self._is_watched(match_id)
            except Exception:
                _log.exception("the computer found no move")
            finally:
                del tasks[match_id]
            if is_tried_again:
                self._start(self._waits, match_id, self._wait_for_others)

        tasks[match_id] = asyncio.create_task(run())

    async def _wait_for_others(self, match_id: str) -> None:
        """Make a reply that another process should make, if that does not. If it cannot be made
        now, try again later."""
        version = -1
        while True:
            try:
                log = await self._find(match_id)
                if not log.is_computers_turn or match_id in self._replies:
                    return
                if log.version == version:
                    async with self._claim(match_id) as is_ours:
                        if is_ours:
                            await self._reply(match_id, is_claimed=True)
                version = log.version
            except (TooBusy, TooLarge, TooManyRequests):
                if not self._is_watched(match_id):
                    raise
            await asyncio.sleep(_SECONDS_FOR_OTHERS)

    def _claim(self, match_id: str) -> AbstractAsyncContextManager[bool]:
        return nullcontext(True) if self._others is None else self._others.claim(match_id)

    async def _reply(self, match_id: str, is_claimed: bool = False) -> None:
        """Make the computer's move. If the match changes meanwhile, choose again."""
        while (log := await self._find(match_id)).is_computers_turn:
            version = log.version
            move = await self._think(match_id, copy(log.match), is_claimed)
            await self._act(match_id, partial(_move_unless_changed, version, move))

    async def _think(self, match_id: str, match: Match, is_claimed: bool) -> str:
        thinking = asyncio.ensure_future(self._choose(match))
        try:
            done, _ = await asyncio.wait([thinking], timeout=_SECONDS_WITHOUT_CLAIM)
            async with nullcontext(True) if done or is_claimed else self._claim(match_id):
                return await thinking
        finally:
            thinking.cancel()

    async def _choose(self, match: Match) -> str:
        """The computer's move. It is a random move if thinking takes more than is allowed."""
        try:
            return await self._in_background(partial(_choose, match))
        except TooLarge:
            return await self._in_background(partial(_choose, match, "random"))


def _choose(match: Match, level: str | None = None) -> str:
    """Choose a move for the computer player whose turn it is."""
    level = level or match.seat(match.state.to_move).kind
    return match.game.write_move(choose_move(match, level))


def _move_unless_changed(version: int, move: str, log: MatchLog) -> Entry | None:
    return {"move": move} if log.version == version else None
