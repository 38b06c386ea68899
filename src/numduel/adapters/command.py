"""The commands `numduel env-server` and `numduel ggbench`."""

import json
import socket
import sys
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

import click

from numduel.catalogue import find_game, read_options
from numduel.errors import BadOption, NumduelError, missing_extra, reason_of
from numduel.players import PLAYERS


@click.command("env-server")
@click.argument("game")
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--opponent", type=click.Choice(list(PLAYERS)), default="perfect", show_default=True)
@click.option("--seat", type=click.IntRange(1, 2), default=1, show_default=True)
@click.option(
    "--reward", type=click.Choice(["regret", "outcome"]), default="regret", show_default=True
)
@click.option(
    "--begin",
    type=click.Choice(["usual", "random", "rated"]),
    default="usual",
    show_default=True,
    help="Where games begin: as usual, after random moves, or at a puzzle.",
)
@click.option("--plies", nargs=2, type=int, default=(0, 11), show_default=True)
@click.option("--ratings", nargs=2, type=int, default=(0, 100), show_default=True)
@click.option("--sessions", type=click.IntRange(1), default=64, show_default=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
def env_server(
    game: str,
    given: tuple[str, ...],
    opponent: str,
    seat: int,
    reward: str,
    begin: str,
    plies: tuple[int, int],
    ratings: tuple[int, int],
    sessions: int,
    host: str,
    port: int,
) -> None:
    """Serve whole games as an OpenEnv environment."""
    if not all("=" in text for text in given):
        raise BadOption("--set is followed by NAME=VALUE, as in --set numbers=30.")
    pairs = {name: value for name, _, value in (text.partition("=") for text in given)}
    options = read_options(find_game(game), pairs)
    try:
        import uvicorn

        from numduel.adapters.openenv import make_app
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The environment server", "openenv") from None
    settings = {"opponent": opponent, "seat": seat, "reward": reward, "begin": begin}
    settings |= {"plies": plies, "ratings": ratings}
    app = make_app(game, {**options, **settings}, sessions)
    try:
        listener = socket.create_server((host, port))
    except OSError as fault:
        raise BadOption(f"Cannot listen on {host}:{port}: {reason_of(fault)}.") from None
    port = listener.getsockname()[1]
    click.echo(f"{game} is served at http://{host}:{port} (stop with Ctrl-C)", err=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run([listener])


@click.command("ggbench")
@click.argument("path", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", metavar="NUMBERS", help="Only these, as in --only 7,940.")
@click.option(
    "--moves",
    default=20_000,
    show_default=True,
    type=click.IntRange(1),
    help="Limit of moves tried by each of two searches.",
)
@click.option(
    "--seconds",
    default=30,
    show_default=True,
    type=click.IntRange(1),
    help="Processor time for each environment.",
)
@click.option(
    "--memory",
    default=4_096,
    show_default=True,
    type=click.IntRange(256),
    help="Memory for each environment, in megabytes.",
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Also write JSON Lines."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines, one environment a line.")
def ggbench(
    path: Path,
    only: str | None,
    moves: int,
    seconds: int,
    memory: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Solve the environments of a clone of GG-Bench, each within limits.

    Each runs in its own process: a search lists all positions; if there are too many, another one
    looks for a proof of who wins.
    """
    from numduel.adapters.ggbench import Limits, examine_all, tabulate

    if sys.platform == "win32":
        raise NumduelError("Limits for a process need Linux or macOS.")
    try:
        import gymnasium  # noqa: F401
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "Solving environments", "lab") from None
    try:
        numbers = {int(number) for number in only.split(",")} if only else set()
    except ValueError:
        raise BadOption("--only is followed by numbers, as in --only 7,940.") from None
    findings = []
    with out.open("w", encoding="utf-8") if out else nullcontext() as file:
        for finding in examine_all(path, Limits(moves, seconds, memory), numbers):
            findings.append(finding)
            line = json.dumps(asdict(finding))
            if file is not None:
                file.write(f"{line}\n")
                file.flush()
            if as_json:
                click.echo(line)
    if not as_json:
        click.echo(tabulate(findings))
