"""Who asks: everything that is counted for each client counts by this."""

from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection


def client_of(connection: HTTPConnection) -> str:
    """The client that a request comes from."""
    return network_of(connection.client.host if connection.client else "")


def network_of(address: str) -> str:
    """The address, or its network for IPv6: whoever has one address there has 2⁶⁴ of them. An
    IPv4 address that is written as IPv6 is that IPv4 address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))
