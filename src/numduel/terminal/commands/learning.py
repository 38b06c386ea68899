"""`numduel learn` and `puzzle`: lessons, and puzzles to solve."""

import secrets
from collections.abc import Iterator
from datetime import date, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from numduel.catalogue import build_game
from numduel.game import AnyGame
from numduel.study import (
    Difficulty,
    Puzzle,
    Puzzles,
    UnknownLesson,
    daily_puzzle,
    find_lesson,
    list_lessons,
    tell_progress,
)
from numduel.terminal.commands.tasks import puzzle_options
from numduel.terminal.game_commands import PLAIN, GameGroup, given_options
from numduel.terminal.plain import Mixed, ask_puzzles, learn, unsolved
from numduel.terminal.saved import LearningFile
from numduel.terminal.screen import Screen

if TYPE_CHECKING:
    from numduel.terminal.app.app import NumduelApp

_USUAL_COUNT = 5


def _complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [lesson.name for lesson in list_lessons() if lesson.name.startswith(begun)]


@click.command("learn", params=[PLAIN])
@click.argument("lesson", required=False, shell_complete=_complete)
def learn_command(lesson: str | None, plain: bool) -> None:
    """Learn how to win: short lessons, each with positions to play and puzzles at its end.

    LESSON is the name of one, such as pairing; without it you choose from a list.
    """
    screen = Screen(plain)
    try:
        chosen = find_lesson(lesson) if lesson else None
    except UnknownLesson as unknown:
        raise click.UsageError(str(unknown)) from None
    if not screen.has_app:
        learn(screen, chosen)
        return
    from numduel.terminal.app.app import run_app
    from numduel.terminal.app.learning import LearnScreen, LessonScreen

    code = run_app(lambda _: LessonScreen(chosen) if chosen else LearnScreen())
    click.get_current_context().exit(code)


def _solve(
    game_class: type[AnyGame],
    count: int,
    seed: int | None,
    difficulty: Difficulty | None,
    plain: bool,
    **given: Any,
) -> None:
    """Ask puzzles of one game; without a seed, only those not solved before."""
    screen = Screen(plain)
    game = build_game(game_class, given_options(game_class, given))
    known = LearningFile(screen.notice).read().solved if seed is None else set()
    seed = secrets.randbits(32) if seed is None else seed
    stream = Puzzles(game, count + len(known), seed, difficulty)
    _ask(screen, islice(unsolved(stream, known), count), many=count)
    if stream.shortage is not None:
        other = "You have solved every puzzle of this kind that was found."
        shortage = other if known else "No other puzzle of this kind was found."
        click.echo(shortage if stream.found else stream.shortage, err=True)


def _ask(
    screen: Screen, stream: Iterator[Puzzle], many: int | None, day: date | None = None
) -> None:
    if not screen.has_app:
        ask_puzzles(screen, stream, day)
        return
    from numduel.terminal.app.app import run_app
    from numduel.terminal.app.learning import PuzzleScreen

    def begin(_: "NumduelApp") -> PuzzleScreen:
        return PuzzleScreen(lambda: next(stream, None), day, many)

    run_app(begin)


@click.group(
    cls=GameGroup,
    invoke_without_command=True,
    do=_solve,
    own_params=[*puzzle_options(_USUAL_COUNT, None), PLAIN],
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

    They get harder as you improve. What you solved is remembered and not asked again, except
    with --seed.
    """
    wants_day = daily or day is not None
    if context.invoked_subcommand is not None:
        if wants_day or progress:
            raise click.UsageError(
                "--daily, --date and --progress are for all games: leave GAME out."
            )
        return
    screen = Screen()
    learning = LearningFile(screen.notice)
    if progress:
        told = tell_progress(learning.read(), date.today())
        for row in told or ["You have not answered a puzzle yet. Start with: numduel puzzle"]:
            screen.tell(row)
    elif wants_day:
        when = day.date() if day else date.today()
        _ask(screen, iter([daily_puzzle(when)]), 1, when)
    else:
        many = None if screen.has_app else _USUAL_COUNT
        stream = Mixed(learning)
        _ask(screen, stream if many is None else islice(stream, many), many)
