"""The command `numduel serve`."""

from contextlib import suppress
from ipaddress import ip_address
from threading import Timer

import click

from numduel.errors import BadOption, NumduelError, missing_extra

_IN_FRONT = (
    "Others could reach this server at {host}. Put a reverse proxy with HTTPS in front of it (Caddy"
    " or nginx; docs/web.md shows how) and leave the server on loopback. If the proxy is on another"
    " machine, say --behind-proxy."
)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--database",
    metavar="URL",
    help="sqlite:///FILE or postgresql://…; a SQLite file in your data folder unless given.",
)
@click.option(
    "--keep-days",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Remove unfinished matches in which nothing has happened for so many days.",
)
@click.option(
    "--keep-finished-days",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Remove finished matches after so many days.",
)
@click.option(
    "--requests-per-minute",
    default=1_200,
    show_default=True,
    type=click.IntRange(0),
    help="How much one client may ask for; 0 is no limit.",
)
@click.option(
    "--host-name",
    "host_names",
    multiple=True,
    metavar="NAME",
    help="A name by which people reach the site, such as duels.example.org; may be repeated.",
)
@click.option("--behind-proxy", is_flag=True, help="Listen elsewhere than on loopback.")
@click.option("--open/--no-open", "is_opened", help="Open the page in your browser.")
def serve(
    host: str,
    port: int,
    database: str | None,
    keep_days: float,
    keep_finished_days: float,
    requests_per_minute: int,
    host_names: tuple[str, ...],
    behind_proxy: bool,
    is_opened: bool,
) -> None:
    """Play in the browser: a site on this machine."""
    try:
        from numduel.web.app import create_app
        from numduel.web.logs import write_logs
        from numduel.web.server import (
            Server,
            allow_many_connections,
            listen,
            tune_garbage_collection,
        )
        from numduel.web.settings import Settings, default_database
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The browser part", "web") from None
    if not is_loopback(host) and not behind_proxy:
        raise BadOption(_IN_FRONT.format(host=host))
    limits = {} if requests_per_minute else {"listeners_per_client": 100_000}
    settings = Settings(
        database=database or default_database(),
        keep_days=keep_days,
        keep_finished_days=keep_finished_days,
        requests_per_minute=requests_per_minute,
        host_names=host_names,
        **limits,
    )
    server = Server(create_app(settings))
    listener = listen(host, port)
    address = write_address(host, listener.getsockname()[1])
    click.echo(f"numduel is at {address} (stop with Ctrl-C)", err=True)
    if is_opened:
        Timer(1, click.launch, [address]).start()
    write_logs()
    tune_garbage_collection()
    allow_many_connections()
    with suppress(SystemExit):  # uvicorn would end the program without a word of ours
        server.run([listener])
    if server.refusal is not None:
        raise server.refusal
    if not server.started:
        raise NumduelError("The server could not start: the log above says why.")


def write_address(host: str, port: int) -> str:
    """Where a browser finds the site."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach that address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
