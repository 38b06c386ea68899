"""`numduel resume`: go on with an unfinished game."""

import click

from numduel.terminal.common_options import PLAIN
from numduel.terminal.playing.resume import resume_game
from numduel.terminal.saved.saved_games import SavedGames
from numduel.terminal.screen import Screen


@click.command(params=[PLAIN])
def resume(plain: bool) -> None:
    """Go on with an unfinished game: the latest one, or choose at a terminal."""
    click.get_current_context().exit(resume_game(Screen(plain), SavedGames()))
