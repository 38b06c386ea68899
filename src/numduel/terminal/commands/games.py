"""`numduel games`: what there is to play."""

import click

from numduel.catalogue import list_games
from numduel.game import options_of, write_value
from numduel.terminal.game_commands import flag_of
from numduel.terminal.screen import Screen


@click.command()
def games() -> None:
    """List the games with their options."""
    screen = Screen()
    for game_class in list_games():
        screen.tell(f"{game_class.slug}: {game_class.title}. {game_class.summary}")
        for option in options_of(game_class):
            screen.tell(f"  {flag_of(option.name)} {write_value(option.default)}: {option.help}")
