"""`numduel rules GAME`: how a game is played."""

import click

from numduel.game import AnyGame
from numduel.terminal.game_commands import GameGroup
from numduel.terminal.rules import show_rules
from numduel.terminal.screen import Screen

_RULINGS = click.Option(
    ["--rulings"], is_flag=True, help="Also tell how doubtful cases are settled."
)


def _show_rules(game_class: type[AnyGame], rulings: bool) -> None:
    show_rules(Screen(), game_class, rulings)


@click.group(cls=GameGroup, do=_show_rules, own_params=[_RULINGS], has_game_options=False)
def rules() -> None:
    """Tell a game's rules."""
