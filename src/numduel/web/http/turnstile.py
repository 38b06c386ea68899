"""A turnstile: requests of one client come in one by one, however many arrive at once.

Each has a turn of the event loop for itself. So when one client sends two thousand requests in a
moment, those of others need not wait for all of them.
"""

import asyncio
from collections import deque


class Turnstile:
    """Where requests come in."""

    def __init__(self) -> None:
        # The clients one of whose requests has come in this turn, and those that wait for the next.
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def enter(self, client: str) -> None:
        """Return when it is the turn of this request."""
        loop = asyncio.get_running_loop()
        if client in self._waiting:
            turn = loop.create_future()
            self._waiting[client].append(turn)
            await turn
        else:
            self._waiting[client] = deque()
            loop.call_soon(self._let_in_next, client)

    def _let_in_next(self, client: str) -> None:
        waiting = self._waiting[client]
        while waiting and waiting[0].cancelled():
            waiting.popleft()
        if waiting:
            waiting.popleft().set_result(None)
            asyncio.get_running_loop().call_soon(self._let_in_next, client)
        else:
            del self._waiting[client]
