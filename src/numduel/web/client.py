"""The client whose request is being worked on. Everything that happens because of a request can ask
for it.

The middleware sets it for each request, and tasks that the request starts inherit it.
"""

from collections.abc import Callable
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple


def _nothing(_: int) -> None:
    """Without a request, nobody pays."""


class Asker(NamedTuple):
    """A client, and how it pays for what it asks for."""

    client: str = ""
    pay: Callable[[int], None] = _nothing


_NOBODY = Asker()
_asker: ContextVar[Asker] = ContextVar("asker", default=_NOBODY)


def set_asker(asker: Asker) -> None:
    _asker.set(asker)


def asker() -> Asker:
    """The client for whom work is being done now."""
    return _asker.get()


def network_of(address: str) -> str:
    """The client that an address stands for. For IPv6 it is the network, because whoever has one
    address there has 2⁶⁴ of them. An IPv4 address that is written as IPv6 is that IPv4 address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))
