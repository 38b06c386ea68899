"""`numduel play`, `resume`, `games` and `rules`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from numduel.catalogue import build_game, list_games
from numduel.errors import NumduelError
from numduel.game import AnyGame, options_of, write_value
from numduel.match import Match
from numduel.players import PLAYERS
from numduel.terminal.dialogue import play_new, show_rules
from numduel.terminal.game_commands import PLAIN, SHOW_VALUES, GameGroup, flag_of, given_options
from numduel.terminal.plain import copy_to_resume, open_menu, or_menu, resume_file, resume_latest
from numduel.terminal.screen import Screen

if TYPE_CHECKING:
    from numduel.terminal.app.app import NumduelApp


def _even(_context: click.Context, _parameter: click.Parameter, value: int | None) -> int | None:
    if value is not None and (value < 2 or value % 2):
        raise click.BadParameter("a series has an even number of games: both begin equally often.")
    return value


PLAY_OPTIONS = [
    click.Option(["--names"], metavar="A,B", help="The names of the two players."),
    click.Option(
        ["--first"],
        metavar="NAME|1|2|computer|random",
        default="1",
        show_default=True,
        help="Who begins, and so is Player 1.",
    ),
    click.Option(
        ["--vs"],
        type=click.Choice(list(PLAYERS), case_sensitive=False),
        help="Play against the computer, which has the second of --names if you give two.",
    ),
    click.Option(
        ["--series"],
        type=int,
        callback=_even,
        help="Play a series of this many games (an even number), beginning in turns.",
    ),
    click.Option(["--seed"], type=int, help="Make the computer's choices repeatable."),
    SHOW_VALUES,
    PLAIN,
]


def _play_game(
    game_class: type[AnyGame], plain: bool, show_values: bool, played: list[str], **given: Any
) -> None:
    position = Match.at(build_game(game_class, given_options(game_class, given)), played)
    if played and given["series"] is not None:
        raise click.UsageError("The games of a series begin at the start: leave the moves out.")
    if played and position.outcome is not None:
        raise NumduelError(f"The game is over there: {position.outcome}")
    screen = Screen(plain, show_values)
    game, moves = position.game, position.moves
    code = or_menu(screen, lambda: play_new(screen, game, moves=moves, **given))
    click.get_current_context().exit(code)


@click.group(
    cls=GameGroup,
    invoke_without_command=True,
    do=_play_game,
    own_params=PLAY_OPTIONS,
    takes_moves=True,
    subcommand_metavar="[GAME] [OPTIONS]",
)
@click.pass_context
def play(context: click.Context) -> None:
    """Play a duel in its rule book's own lines; without GAME, choose one.

    The ID of a position may stand for GAME, as GAME/option=value/move,move.
    """
    if context.invoked_subcommand is None:
        context.exit(open_menu(Screen()))


@click.command(params=[SHOW_VALUES, PLAIN])
@click.argument("file", required=False, type=click.Path(path_type=Path))
def resume(file: Path | None, show_values: bool, plain: bool) -> None:
    """Continue an unfinished game, chosen at a terminal or else the latest; with FILE, a copy of
    the game that save wrote there."""
    screen = Screen(plain, show_values)
    if screen.has_app:
        click.get_current_context().exit(_resume_in_app(file, show_values))

    def go_on() -> int:
        return resume_latest(screen) if file is None else resume_file(screen, file)

    click.get_current_context().exit(or_menu(screen, go_on))


def _resume_in_app(file: Path | None, show_values: bool) -> int:
    from numduel.terminal.app.app import run_app
    from numduel.terminal.app.looking_back import ResumeScreen, resumed

    record, journal = (None, None) if file is None else copy_to_resume(file)

    def begin(app: "NumduelApp") -> Any:
        app.shows_values |= show_values
        return ResumeScreen() if record is None or journal is None else resumed(record, journal)

    return run_app(begin)


@click.command()
def games() -> None:
    """List the games with their options."""
    screen = Screen()
    for game_class in list_games():
        screen.tell(f"{game_class.slug}: {game_class.title}. {game_class.summary}")
        for option in options_of(game_class):
            screen.tell(f"  {flag_of(option.name)} {write_value(option.default)}: {option.help}")


_RULINGS = click.Option(["--rulings"], is_flag=True, help="Also the rulings on unclear points.")


def _show_rules(game_class: type[AnyGame], rulings: bool) -> None:
    show_rules(Screen(), game_class, rulings)


@click.group(cls=GameGroup, do=_show_rules, own_params=[_RULINGS], has_game_options=False)
def rules() -> None:
    """Show a game's rules."""
