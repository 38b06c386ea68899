"""How much one client may ask for."""

from collections import defaultdict
from time import monotonic

from numduel.web.errors import TooManyRequests

_SECONDS = 5  # what a client asks for within these counts as asked for at once
_LEAST_AT_ONCE = 200


class RateLimits:
    """A budget of requests a minute for each client, a fifth of which may be used up at once."""

    def __init__(self, requests_per_minute: int) -> None:
        self.requests_per_minute = requests_per_minute
        self.refused = 0
        self._windows: list[Window] = []
        if requests_per_minute > 0:
            at_once = max(requests_per_minute // 5, _LEAST_AT_ONCE)
            self._windows = [Window(at_once, _SECONDS), Window(requests_per_minute, 60)]

    def count(self, client: str, requests: int = 1) -> None:
        """Count requests of a client, or refuse them with TooManyRequests."""
        if requests < 1:
            return
        now = monotonic()
        for window in self._windows:
            if int(window.used(client, now)) + requests > window.limit:
                self.refused += 1
                raise TooManyRequests("Too many requests: wait a moment.", 10)
        for window in self._windows:
            window.count(client, requests)


class Window:
    """Counts each client's requests over a sliding window.

    It adds the present window and a part of the one before: as much as is left of the present one.
    That is exact for a steady client.
    """

    def __init__(self, limit: int, seconds: int) -> None:
        self.limit = limit
        self.seconds = seconds
        self._number = 0
        self._counts: defaultdict[str, int] = defaultdict(int)
        self._before: defaultdict[str, int] = defaultdict(int)

    def used(self, client: str, now: float) -> float:
        left = self._turn_to(now)
        return self._counts.get(client, 0) + left * self._before.get(client, 0)

    def count(self, client: str, requests: int) -> None:
        self._counts[client] += requests

    def _turn_to(self, now: float) -> float:
        """Begin a new window if it is time, and return which part of it is left."""
        number, part = divmod(now / self.seconds, 1)
        if number != self._number:
            was_last = number == self._number + 1
            self._before = self._counts if was_last else defaultdict(int)
            self._counts = defaultdict(int)
            self._number = int(number)
        return 1 - part
