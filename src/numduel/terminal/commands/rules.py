"""`numduel rules GAME`: how a game is played."""

import click

from numduel.game import AnyGame
from numduel.rulebook import rule_book
from numduel.terminal.game_commands import GameGroup
from numduel.terminal.screen import Screen


def _show_rules(game_class: type[AnyGame]) -> None:
    Screen().tell_prose(rule_book(game_class).text())


@click.group(cls=GameGroup, do=_show_rules, has_game_options=False)
def rules() -> None:
    """Tell a game's rules, with the rulings where its rule book is silent."""
