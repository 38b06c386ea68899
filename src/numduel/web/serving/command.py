"""The command `numduel serve`."""

import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from threading import Timer
from typing import Any

import click

from numduel.errors import BadOption, NumduelError, missing_extra
from numduel.web.settings import DATABASE_HELP, Settings, default_database

_IN_FRONT = (
    "Others could reach this server at {host}. For your own network, use --lan. For the internet,"
    " put a reverse proxy with HTTPS in front and leave the server on loopback (docs/operating.md);"
    " if the proxy is on another machine, say --behind-proxy."
)
_NEEDS_POSTGRES = (
    "Several processes need PostgreSQL, and SQLite is for one: choose --database postgresql://…, or"
    " leave --processes out."
)
_TOLD = """\
Everyone in this network can open it; whoever has a link sees the names and the game.
Nothing is encrypted. If nobody gets in, a firewall on this machine may block port {port}."""
_OPEN = "import click, sys; sys.exit(click.launch(sys.argv[1], wait=True))"


@click.command()
@click.option("--lan", "is_lan", is_flag=True, help="Open the site to others in your network.")
@click.option("--host", help="The address to listen on; 127.0.0.1 unless given.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--database", metavar="URL", help=DATABASE_HELP)
@click.option(
    "--processes",
    default=1,
    show_default=True,
    type=click.IntRange(1, 256),
    help="Number of server processes (needs PostgreSQL); one per core is plenty.",
)
@click.option(
    "--keep-days",
    default=Settings.keep_days,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Remove matches in which nothing has happened for this many days.",
)
@click.option(
    "--requests-per-minute",
    default=Settings.requests_per_minute,
    show_default=True,
    type=click.IntRange(0),
    help="Requests a minute for one client while the server is busy; 0 means no limit.",
)
@click.option(
    "--host-name",
    "host_names",
    multiple=True,
    metavar="NAME",
    help="A name by which people reach the site, such as duels.example.org; may be repeated.",
)
@click.option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    help="Serve Prometheus metrics at /metrics on this loopback port.",
)
@click.option("--behind-proxy", is_flag=True, help="Allow a --host that other machines can reach.")
@click.option("--open/--no-open", "is_opened", help="Open the page in your browser.")
def serve(
    is_lan: bool,
    host: str | None,
    port: int,
    database: str | None,
    processes: int,
    keep_days: float,
    requests_per_minute: int,
    host_names: tuple[str, ...],
    metrics_port: int | None,
    behind_proxy: bool,
    is_opened: bool,
) -> None:
    """Play in the browser: a site on this machine."""
    if is_lan and (host or behind_proxy):
        raise BadOption("--lan finds the address itself: leave --host and --behind-proxy out.")
    host = host or ("0.0.0.0" if is_lan else "127.0.0.1")
    if not (is_lan or behind_proxy or is_loopback(host)):
        raise BadOption(_IN_FRONT.format(host=host))
    database = database or default_database()
    for name in host_names:
        if not re.fullmatch(r"[\w.-]+|[\da-fA-F]*:[\da-fA-F]*:[\da-fA-F:.]*", name):
            raise BadOption(f'A --host-name is a name such as duels.example.org, not "{name}".')
    try:
        import segno

        from numduel.web.serving.server import listen, serve_site
        from numduel.web.store import is_postgres
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The browser part", "web") from None
    if processes > 1 and not is_postgres(database):
        raise BadOption(_NEEDS_POSTGRES)
    addresses = lan_addresses() if is_lan else [host]
    listener = listen(host, port)
    port = listener.getsockname()[1]
    address = write_address(addresses[0], port)
    limits = {} if requests_per_minute else {"listeners_per_client": 100_000}
    settings = Settings(
        database=database,
        keep_days=keep_days,
        requests_per_minute=requests_per_minute,
        host_names=host_names + (lan_names(addresses) if is_lan else ()),
        lan_origin=address.rstrip("/") if is_lan else "",
        **limits,
    )

    def announce() -> None:
        click.echo(f"numduel is at {address} (stop with Ctrl-C)", err=True)
        if is_lan:
            announce_lan(segno.make_qr(address, error="m"), port)
        if is_opened:
            opening = Timer(1, open_browser, [address])
            opening.daemon = True  # it may run as long as the browser
            opening.start()

    with listener:
        serve_site(settings, listener, announce, processes, metrics_port)


def open_browser(address: str) -> None:
    """Open a page in the browser, or say that there is none. The browser's own output is hidden,
    and Ctrl-C does not close it."""
    opened = subprocess.run(
        [sys.executable, "-c", _OPEN, address],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        check=False,
    )
    if opened.returncode:
        click.echo(f"No browser could be opened. Go to {address} in yours.", err=True)


def write_address(host: str, port: int) -> str:
    """Return the site's URL."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def lan_addresses() -> list[str]:
    """Return this machine's IPv4 addresses in its networks, the default route's first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # for documentation (RFC 5737); UDP: nothing is sent
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    addresses = [address for address in dict.fromkeys(found) if not address.startswith("127.")]
    if not addresses:
        raise NumduelError("This machine is not connected to a network. Connect it and try again.")
    return addresses


def lan_names(addresses: Sequence[str]) -> tuple[str, ...]:
    """Return the host names by which others may reach this machine."""
    name = socket.gethostname().lower()
    return (*addresses, name, f"{name.partition('.')[0]}.local")


def announce_lan(code: Any, port: int) -> None:
    """Show the address as a QR code on a terminal, and say what --lan means."""
    encoding = (sys.stderr.encoding or "").lower()
    if sys.stderr.isatty() and encoding.startswith("utf"):
        code.terminal(sys.stderr, border=2, compact=True)
    click.echo(_TOLD.format(port=port), err=True)
