"""`numduel puzzle`: solve puzzles at the keyboard."""

import secrets
from datetime import date, datetime
from itertools import islice
from typing import Any

import click

from numduel.catalogue import build_game
from numduel.game import AnyGame
from numduel.study import Difficulty, Puzzles, tell_progress
from numduel.terminal.commands.puzzles import puzzle_options
from numduel.terminal.game_commands import GameGroup, given_options
from numduel.terminal.learning.puzzles import (
    USUAL_COUNT,
    ask_puzzles,
    solve_daily,
    solve_puzzles,
    unsolved,
)
from numduel.terminal.saved.learning import LearningFile
from numduel.terminal.screen import Screen


def _solve(
    game_class: type[AnyGame],
    count: int,
    seed: int | None,
    difficulty: Difficulty | None,
    winning_moves: int,
    **given: Any,
) -> None:
    """Ask puzzles of one game. Without a seed, those that were solved before are left out."""
    screen = Screen()
    game = build_game(game_class, given_options(game_class, given))
    known = LearningFile(screen).read().solved if seed is None else set()
    seed = secrets.randbits(32) if seed is None else seed
    stream = Puzzles(game, count + len(known), seed, difficulty, winning_moves)
    ask_puzzles(screen, islice(unsolved(stream, known), count))
    if stream.shortage is not None:
        other = "No other puzzle of this kind was found that you have not solved."
        shortage = other if known else "No other puzzle of this kind was found."
        click.echo(shortage if stream.found else stream.shortage, err=True)


@click.group(
    cls=GameGroup,
    invoke_without_command=True,
    do=_solve,
    own_params=puzzle_options(USUAL_COUNT, None),
    subcommand_metavar="[GAME] [OPTIONS]",
)
@click.option("--daily", is_flag=True, help="The puzzle of today, the same for everybody.")
@click.option(
    "--date",
    "day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="The puzzle of that day instead of today's.",
)
@click.option("--progress", is_flag=True, help="What you have solved so far, theme by theme.")
@click.pass_context
def puzzle(context: click.Context, daily: bool, day: datetime | None, progress: bool) -> None:
    """Find the winning move, in one puzzle after another; without GAME, of several games.

    What you solved is remembered and not asked again, except with --seed.
    """
    wants_day = daily or day is not None
    if context.invoked_subcommand is not None:
        if wants_day or progress:
            raise click.UsageError(
                "--daily, --date and --progress are for all games: leave GAME out."
            )
        return
    screen = Screen()
    if progress:
        told = tell_progress(LearningFile(screen).read(), date.today())
        for row in told or ["You have not answered a puzzle yet: numduel puzzle asks some."]:
            screen.tell(row)
    elif wants_day:
        solve_daily(screen, day.date() if day else date.today())
    else:
        solve_puzzles(screen)
