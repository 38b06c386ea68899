"""`numduel arena`: a tournament, its table and its report."""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from math import inf
from pathlib import Path
from types import FrameType
from typing import NoReturn, TypeVar

import click

from numduel.arena.cost import Budget, check_budget, estimate_model, tell_estimate
from numduel.arena.guard import adopting_orphans
from numduel.arena.plan import Plan, read_games
from numduel.arena.players import read_players, split_names
from numduel.arena.report import load_templates, write_report, write_whole
from numduel.arena.results import (
    Kept,
    PlayedGame,
    Results,
    find_games,
    in_plan_order,
    load_results,
)
from numduel.arena.run import Players, Waiting, WaitingElsewhere, WaitingHere, run_plan
from numduel.arena.scores import score_run, write_scores
from numduel.arena.table import tell_scores
from numduel.errors import NumduelError, reason_of
from numduel.words import count as count_of
from numduel.words import printable
from numduel.workers import check_choice, open_workers
from numduel.workers.cluster import Cluster
from numduel.workers.options import CLUSTER, WORKERS, tell_error

Command = TypeVar("Command", bound=Callable[..., None])

_POSITIVE = click.IntRange(min=1)
_DOLLARS = click.FloatRange(min=0)
_LEAST_COST = 1e-9  # dollars; less is a rounding error


def asking_options(command: Command) -> Command:
    """Add the options for asking models and programs."""
    for option in (
        click.option(
            "--dry-run", is_flag=True, help="Estimate requests, tokens and cost. Send nothing."
        ),
        click.option(
            "--budget",
            type=_DOLLARS,
            metavar="DOLLARS",
            help="Stop before models cost more than this.",
        ),
        click.option(
            "--retry-broken", is_flag=True, help="Play games again that an endpoint failed."
        ),
        click.option(
            "--base-url",
            envvar="OPENAI_BASE_URL",
            help="The endpoint, if not OpenAI's. The key comes from OPENAI_API_KEY only.",
        ),
    ):
        command = option(command)
    return command


@click.command(
    epilog="Players: random, easy, medium, hard, perfect, openai:MODEL, program:COMMAND. A player"
    " takes settings, as in openai:MODEL+rules=no+retries=2. A game is named by its ID, as in"
    " GAME/numbers=40.",
    params=[WORKERS, CLUSTER],
)
@click.option("--games", default="all", show_default=True, help="Games, separated by commas.")
@click.option("--players", multiple=True, help="Players, separated by commas.")
@click.option("--rounds", type=_POSITIVE, default=10, show_default=True, help="Games per seating.")
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed of the run.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The run's folder.")
@click.option(
    "--read",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Verify a finished run and print its scores, without playing.",
)
@click.option("--paired", is_flag=True, help="Ask all players about the same positions; no games.")
@click.option(
    "--start",
    type=click.Choice(["won", "usual"]),
    default="won",
    show_default=True,
    help="Begin games from won positions in which choices matter, or as the book does.",
)
@asking_options
@click.option(
    "--json", "as_json", is_flag=True, help="Print the scores as JSON, as in scores.json."
)
def arena(
    games: str,
    players: tuple[str, ...],
    rounds: int,
    seed: int,
    out: Path | None,
    workers: int | None,
    cluster: str | None,
    base_url: str | None,
    read: Path | None,
    paired: bool,
    start: str,
    retry_broken: bool,
    budget: float | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run a tournament: every pair of players in both seats, scored by exact analysis.

    Enter the same command again to continue a run that was stopped.
    """
    load_templates()  # a missing extra is reported before anything is played
    if read is not None:
        _tell(read, *load_results(read), as_json)
        return
    check_choice(workers, cluster)
    names = [name for text in players for name in split_names(text)]
    if not names or out is None:
        raise click.UsageError("Name the --players, and a folder --out for the results.")
    # A budget belongs to one process, which makes all requests itself.
    keys_here = cluster is None or budget is not None
    taking_part = read_players(names, base_url, keys_here)
    plan = Plan(tuple(read_games(games)), taking_part, rounds, seed, paired, start == "won")
    results = carry_out(plan, out, workers, cluster, budget, retry_broken, dry_run)
    if results is not None:
        _tell(out, results.plan, in_plan_order(results.plan, results.records), as_json)


def carry_out(
    plan: Plan,
    out: Path,
    workers: int | None,
    cluster: str | None,
    budget: float | None,
    retry_broken: bool,
    dry_run: bool,
) -> Results | None:
    """Play the missing games of a run and return its results; in a dry run, print an estimate and
    return None."""
    if budget is not None:
        check_budget(plan.players)
    if dry_run:
        _estimate(find_games(plan, out), retry_broken)
        return None
    results = Results(plan, out)
    purse = Budget(inf if budget is None else budget, results.kept.spent)
    try:
        _play(results, workers, cluster, purse, retry_broken)
    except KeyboardInterrupt:
        click.echo(f"\nStopped. Continue with the same command: {_progress(results)}.", err=True)
        sys.exit(130)
    except NumduelError as error:
        fault = str(error).removesuffix(".")
        raise NumduelError(
            f"{fault}. Continue with the same command: {_progress(results)}."
        ) from None
    finally:
        results.close()
    return results


def _play(
    results: Results, count: int | None, cluster: str | None, purse: Budget, retry_broken: bool
) -> None:
    missing = len(results.missing(retry_broken))
    if not missing:
        return
    plan = results.plan
    if cluster is None:
        count = count or os.cpu_count() or 1
    players = None if cluster and purse.limit == inf else Players(plan.players, purse, tell_error)
    label = count_of(len(plan), plan.unit)
    try:
        with (
            _stoppable(),
            adopting_orphans(),
            nullcontext() if players is None else players.keys.out_of_sight(),
            open_workers(count, cluster, tell_error) as workers,
            click.progressbar(
                length=len(plan), label=label, width=0, file=sys.stderr, show_pos=True
            ) as bar,
        ):
            bar.update(len(plan) - missing)  # played before
            waiting: Waiting
            if players is None:
                assert isinstance(workers, Cluster)
                waiting = WaitingElsewhere(plan.players, workers)
            else:
                waiting = WaitingHere(players, count or 1)
            run_plan(results, workers, waiting, bar.update, retry_broken)
    finally:
        dropped = purse.spent - results.kept.spent
        if dropped > _LEAST_COST:
            results.add_unrecorded(dropped)


def _progress(results: Results) -> str:
    lost = sum(record.is_broken for record in results.records.values())
    done = "given" if results.plan.is_paired else "played"
    told = f"{len(results.records):,} of {len(results.plan):,} {results.plan.unit}s are {done}"
    return f"{told}, {lost:,} of them lost to an endpoint" if lost else told


def _estimate(kept: Kept, retry_broken: bool) -> None:
    """Print an estimate for the missing games."""
    missing, plan = kept.missing(retry_broken), kept.plan
    done = "given" if plan.is_paired else "played"
    click.echo(
        f"{count_of(len(plan), plan.unit)}, of which {len(missing):,} are still to be {done}."
    )
    estimates = {
        name: estimate_model(name, settings, missing, kept.tokens_written(name))
        for name, settings in plan.players.items()
        if settings["kind"] == "model"
    }
    for name, told in estimates.items():
        click.echo(printable(tell_estimate(name, plan.players[name], told)))
    costs = [told.cost for told in estimates.values()]
    if costs and None not in costs:
        whole = sum(cost for cost in costs if cost is not None)
        click.echo(f"In all about ${whole:,.2f}, after ${kept.spent:,.2f} so far.")
    click.echo("Dry run: nothing was sent or saved.")


@contextmanager
def _stoppable() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C inside this block, so that players are ended properly."""

    def stop(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell(folder: Path, plan: Plan, records: list[PlayedGame], as_json: bool) -> None:
    scores = score_run(plan, records)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    told = write_scores(plan, scores) if as_json else tell_scores(scores, width)
    click.echo(printable(told, keep="\n"), nl=not as_json)
    report = folder / "report.html"
    try:
        write_whole(folder / "scores.json", write_scores(plan, scores))
        write_report(report, plan, records, scores)
    except OSError as fault:
        told = f"The report could not be written to {report}: {reason_of(fault)}."
        raise NumduelError(told) from None
    told = f"The report, with every game to replay: {report}"
    is_long = width is not None and len(told) > width
    told = told.replace(": ", ":\n", 1) if is_long else told
    click.echo(printable(f"\n{told}", keep="\n"), err=as_json)
