"""The command `numduel env-server`."""

import socket

import click

from numduel.catalogue import find_game, read_options
from numduel.errors import BadOption, missing_extra, reason_of
from numduel.players import PLAYERS


@click.command("env-server")
@click.argument("game")
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--opponent", type=click.Choice(list(PLAYERS)), default="perfect", show_default=True)
@click.option("--seat", type=click.IntRange(1, 2), default=1, show_default=True)
@click.option("--sessions", type=click.IntRange(1), default=64, show_default=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
def env_server(
    game: str,
    given: tuple[str, ...],
    opponent: str,
    seat: int,
    sessions: int,
    host: str,
    port: int,
) -> None:
    """Offer whole games to learners as an OpenEnv environment."""
    if not all("=" in text for text in given):
        raise BadOption("--set is followed by NAME=VALUE, as in --set numbers=30.")
    pairs = {name: value for name, _, value in (text.partition("=") for text in given)}
    options = read_options(find_game(game), pairs)
    try:
        import uvicorn

        from numduel.adapters.openenv import make_app
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The environment server", "openenv") from None
    app = make_app(game, opponent, seat, options, sessions)
    try:
        listener = socket.create_server((host, port))
    except OSError as fault:
        raise BadOption(f"Nothing can listen at {host}:{port}: {reason_of(fault)}.") from None
    port = listener.getsockname()[1]
    click.echo(f"{game} is offered at http://{host}:{port} (stop with Ctrl-C)", err=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run([listener])
