"""How much one client may ask for."""

from limits import RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from numduel.web.errors import TooManyRequests

_SECONDS, _LEAST_AT_ONCE = 5, 200


class RateLimits:
    """A budget of requests a minute for each client, a fifth of which may be used up at once."""

    def __init__(self, requests_per_minute: int) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        at_once = max(requests_per_minute // 5, _LEAST_AT_ONCE)
        self._limits = [
            RateLimitItemPerSecond(at_once, _SECONDS),
            RateLimitItemPerMinute(requests_per_minute),
        ]
        self._is_limited = requests_per_minute > 0

    def count(self, client: str, requests: int = 1) -> None:
        """Count requests of a client, or refuse them with TooManyRequests."""
        if not self._is_limited or requests < 1:
            return
        for limit in self._limits:
            if not self._limiter.hit(limit, client, cost=requests):
                raise TooManyRequests("Too many requests: wait a moment.", 10)
