"""`numduel audit [GAME]`: how good a game is."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from time import monotonic
from typing import Any

import click

from numduel.catalogue import build_game, list_games
from numduel.game import AnyGame
from numduel.study.audit import GAMES, Audit, ReportProgress, Setting, audit, quietly
from numduel.study.recommend import recommend
from numduel.tables import draw_grid, draw_table
from numduel.telling.audit import (
    HEADINGS,
    advise,
    audit_of,
    figures_in_words,
    judgement,
    key_figures,
    tell_worth,
)
from numduel.telling.position import title_of
from numduel.terminal.common_options import AS_JSON, PLAIN
from numduel.terminal.game_commands import GameGroup, given_options
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
    click.Option(["--advice/--no-advice"], default=True, help="Search for better settings."),
    PLAIN,
    WORKERS,
    CLUSTER,
]


def _audit_game(
    game_class: type[AnyGame],
    as_json: bool,
    seed: int,
    games: int,
    advice: bool,
    plain: bool,
    workers: int | None,
    cluster: str | None,
    **given: Any,
) -> None:
    game = build_game(game_class, given_options(game_class, given))
    screen = Screen(plain)
    with open_workers(workers, cluster, tell_error) as spread:
        told, better = _audit(screen, game, spread, seed, games, advice)
    if as_json:
        tell_json(audit_of(told, better))
    else:
        _show_audit(screen, told, better if advice else None)


def _audit(
    screen: Screen,
    game: AnyGame,
    workers: Workers,
    seed: int = 0,
    games: int = GAMES,
    advice: bool = False,
) -> tuple[Audit, list[Setting]]:
    """Run the audit and the search for better settings, with their progress at a terminal."""
    with _progress(screen, game.title) as progress:
        told = audit(game, seed, games=games, progress=progress, workers=workers)
        if not advice:
            return told, []
        return told, recommend(type(game), seed, progress=progress, workers=workers)


@contextmanager
def _progress(screen: Screen, title: str) -> Iterator[ReportProgress]:
    """One row at a terminal: what is being done, and how much longer that takes."""
    if not screen.is_terminal:
        yield quietly
        return
    began: dict[str, float] = {}
    told_at = monotonic()

    def tell(part: str, done: float) -> None:
        nonlocal told_at
        now = monotonic()
        began.setdefault(part, now)
        if now - told_at < _TELL_EVERY or not done:
            return
        told_at = now
        left = ceil((now - began[part]) * (1 - done) / done)
        row = f"{title}: {part}, {done:.0%}, {left} s left"
        click.echo(f"\r{row[: screen.width - 1]:{screen.width - 1}}", nl=False, err=True)

    try:
        yield tell
    finally:
        click.echo(f"\r{'':{screen.width - 1}}\r", nl=False, err=True)


def _show_audit(screen: Screen, told: Audit, better: list[Setting] | None) -> None:
    """Print what kind of game it is, the figures, and which settings are worth more."""
    screen.tell(f"{title_of(told.game)}: {judgement(told)}\n")
    screen.tell(draw_grid(figures_in_words(told), _width(screen)))
    if better is not None:
        screen.tell("")
        advice, others = advise(told, better)
        screen.tell(advice)
        for one in others:
            screen.tell(f"  {title_of(one.game)}: {tell_worth(one)}")
    screen.tell("")


def _show_all(screen: Screen, audits: list[Audit]) -> None:
    """Print a table with a row for each game, then a sentence for each."""
    rows = [[told.game.title, *key_figures(told)] for told in audits]
    screen.tell(draw_table(["game", *HEADINGS], rows, _width(screen), right=True) + "\n")
    screen.tell(draw_grid([*HEADINGS.items()], _width(screen)) + "\n")
    for told in audits:
        screen.tell(f"{told.game.title}: {judgement(told)}")
    screen.tell("\nnumduel audit GAME tells more of one game.")


def _width(screen: Screen) -> int | None:
    return screen.width if screen.is_wrapped else None


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
    """Measure how good a game is, and which settings would make it better; without GAME, a table of
    all games as written, without that search."""
    if context.invoked_subcommand is not None:
        for name, value in {"json": as_json, "workers": workers, "cluster": cluster}.items():
            if value:
                raise click.UsageError(f"Name the GAME first: --{name} comes after it.")
        return
    screen = Screen()
    with open_workers(workers, cluster, tell_error) as spread:
        audits = [_audit(screen, game_class(), spread)[0] for game_class in list_games()]
    if as_json:
        tell_json([audit_of(one, []) for one in audits])
    else:
        _show_all(screen, audits)
