"""What `numduel serve --lan` needs to know of this machine, and what it tells a teacher."""

import socket
import sys
from collections.abc import Sequence
from contextlib import suppress

import click
import segno

from numduel.errors import NumduelError

_TOLD = """\
Everyone in this network can open it; whoever has a link sees the names and the game.
Nothing is encrypted. If nobody gets in, a firewall on this machine may block port {port}."""


def lan_addresses() -> list[str]:
    """Return this machine's IPv4 addresses in its networks, that of the default route first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # for documentation (RFC 5737); UDP: nothing is sent
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    addresses = [address for address in dict.fromkeys(found) if not address.startswith("127.")]
    if not addresses:
        raise NumduelError("This machine is in no network: connect it, then try again.")
    return addresses


def lan_names(addresses: Sequence[str]) -> tuple[str, ...]:
    """Return the hosts by which others may ask for this machine."""
    name = socket.gethostname().lower()
    return (*addresses, name, f"{name.partition('.')[0]}.local")


def announce_lan(address: str, port: int) -> None:
    """Show the address as a QR code if there is a screen, and say what --lan means."""
    encoding = (sys.stderr.encoding or "").lower()
    if sys.stderr.isatty() and encoding.startswith("utf"):
        segno.make_qr(address, error="m").terminal(sys.stderr, border=2, compact=True)
    click.echo(_TOLD.format(port=port), err=True)
