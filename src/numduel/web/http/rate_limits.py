"""How much one client may ask for."""

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from numduel.web.errors import TooManyRequests


class RateLimits:
    """A budget of requests a minute for each client."""

    def __init__(self, requests_per_minute: int) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._limit = RateLimitItemPerMinute(requests_per_minute) if requests_per_minute else None

    def count(self, client: str, requests: int = 1) -> None:
        """Count requests of a client, or refuse them with TooManyRequests."""
        if self._limit is None or requests < 1:
            return
        if not self._limiter.hit(self._limit, client, cost=requests):
            raise TooManyRequests("Too many requests: wait a moment.", 10)
