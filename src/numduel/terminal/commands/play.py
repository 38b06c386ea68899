"""`numduel play GAME`: play a duel at the keyboard."""

from typing import Any

import click

from numduel.catalogue import build_game
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.match import Match
from numduel.players import PLAYERS
from numduel.terminal.choosing import or_menu
from numduel.terminal.common_options import PLAIN, SHOW_VALUES
from numduel.terminal.game_commands import GameGroup, given_options
from numduel.terminal.playing.session import play_new
from numduel.terminal.screen import Screen


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
        help="Play this many games (an even number), beginning in turns.",
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
    """Play a duel; without GAME, choose from the menu.

    The ID of a position may stand for GAME, as GAME/option=value/move,move.
    """
    if context.invoked_subcommand is None:
        from numduel.terminal.menu import run_menu

        context.exit(run_menu(Screen()))
