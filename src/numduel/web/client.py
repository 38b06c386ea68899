"""The client whose request is being worked on.

The middleware sets it for each request, and tasks that the request starts inherit it.
"""

from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple


class Asker(NamedTuple):
    """A client: its address and, if it is known to hold a seat, the hash of its token."""

    address: str = ""
    visitor: str | None = None

    @property
    def client(self) -> str:
        """Whom to count: the visitor, or else everybody unknown at this address."""
        return self.visitor or self.address


_NOBODY = Asker()
_asker: ContextVar[Asker] = ContextVar("asker", default=_NOBODY)


def set_asker(asker: Asker) -> None:
    _asker.set(asker)


def asker() -> Asker:
    """Return the client for whom work is being done now."""
    return _asker.get()


def network_of(address: str) -> str:
    """Return the client that an address stands for: an IPv4 address, also if it is mapped into
    IPv6, or the /64 of an IPv6 address, because whoever has one address there has all of them."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))
