"""`numduel games` and `numduel rules GAME`: what there is to play, and how."""

import click

from numduel.catalogue import list_games
from numduel.game import AnyGame
from numduel.options import options_of
from numduel.rulebook import rule_book
from numduel.terminal.games import GameGroup, default_of, flag_of
from numduel.terminal.screen import Screen


@click.command()
def games() -> None:
    """List the games with their options."""
    screen = Screen()
    for game_class in list_games():
        screen.tell(f"{game_class.slug}: {game_class.title}. {game_class.summary}")
        for option in options_of(game_class):
            screen.tell(f"  {flag_of(option)} {default_of(option)}: {option.help}")


def _show_rules(game_class: type[AnyGame]) -> None:
    Screen().tell_prose(rule_book(game_class).text())


@click.group(cls=GameGroup, do=_show_rules, has_game_options=False)
def rules() -> None:
    """Tell a game's rules, with the rulings where its rule book is silent."""
