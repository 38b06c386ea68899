"""The computer's moves.

The process that wrote the entry before makes the move at once. Any other that is asked for the
match makes it a few seconds later if it is still missing, in case that process has died. If two
make it, the second entry is refused by its primary key.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from copy import copy
from functools import partial
from typing import Any

from numduel.errors import NumduelError, TooLarge
from numduel.match import Match
from numduel.players import choose_move
from numduel.web.errors import MatchDamaged, NotFound
from numduel.web.matches.log import Entry, MatchLog

# Runs a slow function in another process.
InBackground = Callable[[Callable[[], str]], Awaitable[str]]
_log = logging.getLogger(__name__)
SECONDS_BEFORE_TAKING_OVER = 2.0


class Replies:
    """The computer's moves that this process is making or will make soon."""

    def __init__(
        self,
        find: Callable[[str], Awaitable[MatchLog]],
        act: Callable[[str, Callable[[MatchLog], Entry | None]], Awaitable[Any]],
        is_watched: Callable[[str], bool],
        in_background: InBackground,
    ) -> None:
        self._find = find
        self._act = act
        self._is_watched = is_watched
        self._in_background = in_background
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._alarms: dict[str, asyncio.Event] = {}  # set to end the delay of a task

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()

    def begin(self, log: MatchLog) -> None:
        """Make the computer's move now, if it is its turn."""
        self.begin_later(log, 0)
        if log.header.id in self._alarms:
            self._alarms[log.header.id].set()

    def begin_later(self, log: MatchLog, seconds: float) -> None:
        """Make the computer's move after a delay, if it is its turn and still is then."""
        match_id = log.header.id
        if log.is_computers_turn and match_id not in self._tasks:
            self._start(match_id, seconds)

    def _start(self, match_id: str, seconds: float) -> None:
        self._alarms[match_id] = asyncio.Event()
        self._tasks[match_id] = asyncio.create_task(self._run(match_id, seconds))

    async def wait(self, match_id: str, seconds: float) -> None:
        """Wait up to `seconds` for the computer's move, if this process makes it."""
        task = self._tasks.get(match_id)
        if task is not None:
            await asyncio.wait([task], timeout=seconds)

    async def _run(self, match_id: str, seconds: float) -> None:
        """Make the move after a delay, or when the alarm is set. If that fails and somebody
        watches, try again later."""
        is_tried_again = False
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._alarms[match_id].wait()
            await self._reply(match_id)
        except (MatchDamaged, NotFound):
            pass
        except NumduelError:  # too busy, or the database does not answer
            _log.warning("the computer's move failed; it is tried again when a client asks")
            is_tried_again = self._is_watched(match_id)
        except Exception:
            _log.exception("the computer found no move")
        finally:
            del self._tasks[match_id], self._alarms[match_id]
        if is_tried_again:
            self._start(match_id, SECONDS_BEFORE_TAKING_OVER)

    async def _reply(self, match_id: str) -> None:
        """Make the computer's move; choose again if the match changes meanwhile."""
        while (log := await self._find(match_id)).is_computers_turn:
            version, move = log.version, await self._choose(copy(log.match))
            await self._act(match_id, partial(_move_unless_changed, version, move))

    async def _choose(self, match: Match) -> str:
        """Choose a move; at random if thinking exceeds the limits."""
        try:
            return await self._in_background(partial(_choose, match))
        except TooLarge:
            return await self._in_background(partial(_choose, match, "random"))


def _choose(match: Match, level: str | None = None) -> str:
    level = level or match.seat(match.state.to_move).kind
    return match.game.write_move(choose_move(match, level))


def _move_unless_changed(version: int, move: str, log: MatchLog) -> Entry | None:
    return {"move": move} if log.version == version else None
