"""How much one client may ask for."""

from ipaddress import IPv6Address, ip_address

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
        if not self._limiter.hit(self._limit, _group_of(client), cost=requests):
            raise TooManyRequests("Too many requests: wait a moment.", 10)


def _group_of(client: str) -> str:
    """The address, or its network for IPv6: whoever has one address there has 2⁶⁴ of them."""
    try:
        address = ip_address(client)
    except ValueError:
        return client
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return client
