"""`numduel arena`: a tournament, its table and its report."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from numduel.arena.notation import read_games, split_names
from numduel.arena.plan import Plan
from numduel.arena.players.entrants import Entrants, read_entrants
from numduel.arena.players.guard import adopting_orphans
from numduel.arena.report.page import load_templates, write_report
from numduel.arena.report.table import tell_scores
from numduel.arena.results.games_file import Results, in_order, load_results
from numduel.arena.results.played_game import PlayedGame
from numduel.arena.run import make_processes, run_plan
from numduel.arena.scoring.scores import score_run
from numduel.errors import NumduelError
from numduel.words import printable

_POSITIVE = click.IntRange(min=1)


@click.command(
    epilog="Players: random, easy, medium, hard, perfect, openai:MODEL, program:COMMAND. A name"
    " takes settings, as in openai:MODEL+rules=no+retries=2 or GAME+numbers=40."
)
@click.option("--games", default="all", show_default=True, help="Which games, with commas.")
@click.option("--players", multiple=True, help="Who takes part, with commas.")
@click.option("--rounds", type=_POSITIVE, default=10, show_default=True, help="Games per seating.")
@click.option("--seed", type=int, default=0, show_default=True, help="Makes a run repeatable.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The run's folder.")
@click.option("--workers", type=_POSITIVE, default=os.cpu_count() or 1, help="Processes to use.")
@click.option(
    "--base-url",
    envvar="OPENAI_BASE_URL",
    help="Where models are asked, if not at OpenAI. Keys come from OPENAI_API_KEY only.",
)
@click.option(
    "--read",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Verify a finished run and tell its scores again, without playing.",
)
def arena(
    games: str,
    players: tuple[str, ...],
    rounds: int,
    seed: int,
    out: Path | None,
    workers: int,
    base_url: str | None,
    read: Path | None,
) -> None:
    """Let players meet, every pair in both seats, and measure them against the exact truth.

    The same command goes on with a run that was stopped.
    """
    load_templates()  # so that a missing extra is told before anything is played
    if read is not None:
        _tell(read, *load_results(read))
        return
    names = [name for text in players for name in split_names(text)]
    if not names or out is None:
        raise click.UsageError("Name the --players, and a folder --out for the results.")
    plan = Plan(tuple(read_games(games)), read_entrants(names, base_url), rounds, seed)
    results = Results(plan, out)
    try:
        _play(results, workers)
    except KeyboardInterrupt:
        click.echo(f"\nStopped. The same command goes on: {_progress(results)}.", err=True)
        sys.exit(130)
    except NumduelError as error:
        fault = str(error).removesuffix(".")
        raise NumduelError(f"{fault}. The same command goes on: {_progress(results)}.") from None
    finally:
        results.close()
    _tell(out, plan, in_order(plan, results.records))


def _play(results: Results, workers: int) -> None:
    missing = len(results.missing())
    if not missing:
        return
    plan = results.plan
    places = sum(settings.get("concurrency", 0) for settings in plan.players.values())
    entrants = Entrants(plan.players)
    label = f"{missing:,} games" if missing == len(plan) else f"{missing:,} of {len(plan):,} games"
    with (
        _stoppable(),
        adopting_orphans(),
        entrants.keys.out_of_sight(),
        make_processes(workers) as computing,
        ThreadPoolExecutor(max(workers, places)) as waiting,
        click.progressbar(length=missing, label=label, width=0, file=sys.stderr) as bar,
    ):
        run_plan(results, entrants, computing, waiting, bar.update)


def _progress(results: Results) -> str:
    return f"{len(results.records):,} of {len(results.plan):,} games are played"


@contextmanager
def _stoppable() -> Iterator[None]:
    """Inside this block SIGTERM does the same as Ctrl-C, so that players are ended properly."""

    def stop(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell(folder: Path, plan: Plan, records: list[PlayedGame]) -> None:
    scores = score_run(plan, records)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    click.echo(printable(tell_scores(scores, width), keep="\n"))
    report = folder / "report.html"
    try:
        write_report(report, plan, records, scores)
    except OSError as fault:
        reason = fault.strerror or fault
        raise NumduelError(f"The report could not be written to {report}: {reason}.") from None
    told = f"The report, with every game to replay: {report}"
    is_long = width is not None and len(told) > width
    told = told.replace(": ", ":\n", 1) if is_long else told
    click.echo(printable(f"\n{told}", keep="\n"))
