"""`numduel tasks`: make, check, score and describe files of puzzles."""

import sys
from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import click

from numduel.catalogue import build_game
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.study import DIFFICULTIES, Difficulty, Puzzle, Puzzles
from numduel.tasks import Asking, card
from numduel.tasks.puzzle_sets import VERDICTS, Tally, read_puzzles, score_answers, write_puzzle
from numduel.terminal.game_commands import GameGroup, given_options
from numduel.words import count
from numduel.workers import in_order, open_workers
from numduel.workers.options import CLUSTER, WORKERS, tell_error

_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
_COUNT = click.IntRange(min=1)


def puzzle_options(count: int, seed: int | None) -> list[click.Option]:
    """Return the options of the commands that make puzzles, with the usual count and seed."""
    return [
        click.Option(
            ["--count"],
            type=_COUNT,
            default=count,
            show_default=True,
            help="How many puzzles.",
        ),
        click.Option(["--seed"], type=int, default=seed, help="The same seed, the same puzzles."),
        click.Option(
            ["--difficulty"], type=click.Choice(DIFFICULTIES), help="Only puzzles of this kind."
        ),
    ]


_OUT = click.Option(
    ["--out"], type=click.File("w", lazy=True), default="-", help="The file, one puzzle a line."
)
_REASONS = click.Option(["--reasons"], is_flag=True, help="Ask for a proof of the move as well.")


def _make(
    game_class: type[AnyGame],
    count: int,
    seed: int,
    difficulty: Difficulty | None,
    out: TextIO,
    reasons: bool,
    workers: int | None,
    cluster: str | None,
    **given: Any,
) -> None:
    game = build_game(game_class, given_options(game_class, given))
    with open_workers(workers, cluster, tell_error) as spread, ExitStack() as stack:
        puzzles = Puzzles(game, count, seed, difficulty, workers=spread)
        write = partial(write_puzzle, asking=Asking(reasons=reasons))
        lines: Iterable[str] = in_order(spread, write, puzzles)
        if sys.stderr.isatty() and not out.isatty():
            bar = click.progressbar(lines, length=count, label="Puzzles", width=0, file=sys.stderr)
            lines = stack.enter_context(bar)
        for line in lines:
            out.write(f"{line}\n")
    if puzzles.shortage is not None:
        click.echo(puzzles.shortage, err=True)


@click.group("tasks")
def tasks() -> None:
    """Make puzzles as data: positions in which one move wins and the others lose."""


@tasks.group(
    "make",
    cls=GameGroup,
    do=_make,
    own_params=[*puzzle_options(100, 0), _OUT, _REASONS, WORKERS, CLUSTER],
)
def make() -> None:
    """Make puzzles of a game."""


@tasks.command("check")
@click.argument("file", type=_FILE)
def check(file: Path) -> None:
    """Verify a file of puzzles."""
    click.echo(f"OK: {count(len(_read(file)), 'puzzle')} verified.")


@tasks.command("score")
@click.argument("file", type=_FILE)
@click.argument("answers", type=_FILE)
@click.option("--reasons", is_flag=True, help="Grade the reasons as well.")
def score(file: Path, answers: Path, reasons: bool) -> None:
    """Score answers to the puzzles of a file."""
    _tell_tallies(score_answers(_read(file), _lines(answers), reasons), reasons)


@tasks.command("card")
@click.argument("file", type=_FILE)
def describe(file: Path) -> None:
    """Print a dataset card for a file of puzzles."""
    click.echo(card(_read(file), file.name), nl=False)


def _read(path: Path) -> list[Puzzle]:
    puzzles = [puzzle for _, puzzle in read_puzzles(_lines(path))]
    if not puzzles:
        raise NumduelError(f"There are no puzzles in {path}.")
    return puzzles


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError:
        raise NumduelError(f"{path} is not UTF-8.") from None


def _tell_tallies(tallies: dict[str, Tally], reasons: bool) -> None:
    for name in (name for name in (*DIFFICULTIES, "all") if name in tallies):
        tally = tallies[name]
        right = tally.right
        low, high = right.interval
        counts = ", ".join(f"{tally.counts[verdict]} {verdict}" for verdict in VERDICTS)
        beyond, between = right.beyond_chance, right.beyond_interval
        if beyond is not None and between is not None:
            click.echo(
                f"{name:6}  {beyond:6.1%} beyond chance ({between[0]:.1%} to {between[1]:.1%})"
            )
        click.echo(
            f"{'':6}  {right.value or 0:6.1%} right ({low:.1%} to {high:.1%}),"
            f" a guesser {right.chance or 0:.1%}: {counts}"
        )
        if reasons:
            low, high = tally.proved.interval
            grades = "; ".join(f"{many} {grade}" for grade, many in tally.grades.items())
            click.echo(
                f"{'':6}  {tally.proved.value or 0:6.1%} proved ({low:.1%} to {high:.1%}): {grades}"
            )
