"""A turnstile: requests of one client come in a few at a time, however many arrive at once.

A few may come in at each turn of the event loop. So when one client sends two thousand requests in
a moment, those of others need not wait for all of them. It is not one by one, because the address
of one client may stand for a whole class of players.
"""

import asyncio
from collections import deque

_AT_ONCE = 3


class Turnstile:
    """Where requests come in."""

    def __init__(self) -> None:
        self._lines: dict[str, _ClientLine] = {}

    async def enter(self, client: str) -> None:
        """Return when it is the turn of this request."""
        line = self._lines.get(client)
        if line is None:
            line = self._lines[client] = _ClientLine()
            asyncio.get_running_loop().call_soon(self._begin_turn, client)
        if line.places:
            line.places -= 1
        else:
            place = asyncio.get_running_loop().create_future()
            line.waiting.append(place)
            await place

    def _begin_turn(self, client: str) -> None:
        line = self._lines[client]
        line.places = _AT_ONCE
        while line.waiting and line.places:
            place = line.waiting.popleft()
            if not place.cancelled():
                place.set_result(None)
                line.places -= 1
        if line.places == _AT_ONCE:
            del self._lines[client]
        else:
            asyncio.get_running_loop().call_soon(self._begin_turn, client)


class _ClientLine:
    """The requests of one client: places that are left in this turn, and who waits for one."""

    def __init__(self) -> None:
        self.places = _AT_ONCE
        self.waiting: deque[asyncio.Future[None]] = deque()
