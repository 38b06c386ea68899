"""`numduel audit [GAME]`: how good a game is."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from math import ceil
from time import monotonic
from typing import Any

import click

from numduel.catalogue import build_game, list_games
from numduel.game import AnyGame
from numduel.study import Audit, audit_game, title_of
from numduel.study.audit import GAMES, HEADINGS, ReportProgress, key_figures, quietly
from numduel.tables import draw_grid, draw_table
from numduel.terminal.game_commands import AS_JSON, PLAIN, GameGroup, given_options
from numduel.terminal.screen import Screen, tell_json
from numduel.workers import Workers, open_workers
from numduel.workers.options import CLUSTER, WORKERS, tell_error

_TELL_EVERY = 0.2  # seconds

AUDIT_OPTIONS = [
    AS_JSON,
    click.Option(["--seed"], type=int, default=0, help="Make the sampled figures repeatable."),
    click.Option(
        ["--games"],
        type=click.IntRange(1, 10_000),
        default=GAMES,
        show_default=True,
        help="How many games are played between two players of each level.",
    ),
    PLAIN,
    WORKERS,
    CLUSTER,
]


def _audit_game(
    game_class: type[AnyGame],
    as_json: bool,
    seed: int,
    games: int,
    plain: bool,
    workers: int | None,
    cluster: str | None,
    **given: Any,
) -> None:
    game = build_game(game_class, given_options(game_class, given))
    screen = Screen(plain)
    with open_workers(workers, cluster, tell_error) as spread:
        told = _audit(screen, game, spread, seed, games)
    if as_json:
        tell_json(asdict(told))
    else:
        _show_audit(screen, game, told)


def _audit(
    screen: Screen, game: AnyGame, workers: Workers, seed: int = 0, games: int = GAMES
) -> Audit:
    """Run the audit, with its progress at a terminal."""
    with _progress(screen, game.title) as progress:
        return audit_game(game, seed, games=games, progress=progress, workers=workers)


@contextmanager
def _progress(screen: Screen, title: str) -> Iterator[ReportProgress]:
    """Show in one row what is being done, and how much longer it takes."""
    if not screen.is_terminal:
        yield quietly
        return
    began: dict[str, float] = {}
    told_at, width = monotonic(), screen.width or 80

    def tell(part: str, done: float) -> None:
        nonlocal told_at
        now = monotonic()
        began.setdefault(part, now)
        if now - told_at < _TELL_EVERY or not done:
            return
        told_at = now
        left = ceil((now - began[part]) * (1 - done) / done)
        row = f"{title}: {part}, {done:.0%}, {left} s left"
        click.echo(f"\r{row[: width - 1]:{width - 1}}", nl=False, err=True)

    try:
        yield tell
    finally:
        click.echo(f"\r{'':{width - 1}}\r", nl=False, err=True)


def _show_audit(screen: Screen, game: AnyGame, told: Audit) -> None:
    """Print what kind of game it is, and the figures."""
    screen.tell(f"{title_of(game)}: {told.judgement}\n")
    rows = [(row.label, row.figure) for row in told.rows]
    screen.tell(draw_grid(rows, screen.width) + "\n")


def _show_all(screen: Screen, audits: dict[str, Audit]) -> None:
    """Print a table with a row for each game, by its title, then a sentence for each."""
    rows = [[title, *key_figures(told)] for title, told in audits.items()]
    screen.tell(draw_table(["game", *HEADINGS], rows, screen.width, right=True) + "\n")
    screen.tell(draw_grid([*HEADINGS.items()], screen.width) + "\n")
    for title, told in audits.items():
        screen.tell(f"{title}: {told.judgement}")
    screen.tell("\nFor more about one game: numduel audit GAME")


@click.group(
    "audit",
    cls=GameGroup,
    do=_audit_game,
    own_params=AUDIT_OPTIONS,
    params=[WORKERS, CLUSTER],
    invoke_without_command=True,
    subcommand_metavar="[GAME] [OPTIONS]",
)
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects.")
@click.pass_context
def audit_command(
    context: click.Context, as_json: bool, workers: int | None, cluster: str | None
) -> None:
    """Measure how good a game is; without GAME, a table of all games as written."""
    if context.invoked_subcommand is not None:
        for name, value in {"json": as_json, "workers": workers, "cluster": cluster}.items():
            if value:
                raise click.UsageError(f"Name the GAME first: --{name} comes after it.")
        return
    screen = Screen()
    with open_workers(workers, cluster, tell_error) as spread:
        audits = {game.title: _audit(screen, game(), spread) for game in list_games()}
    if as_json:
        tell_json([asdict(told) for told in audits.values()])
    else:
        _show_all(screen, audits)
