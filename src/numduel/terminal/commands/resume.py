"""`numduel resume`: go on with an unfinished game."""

from pathlib import Path

import click

from numduel.terminal.choosing import or_menu
from numduel.terminal.common_options import PLAIN, SHOW_VALUES
from numduel.terminal.playing.resume import resume_file, resume_game
from numduel.terminal.screen import Screen


@click.command(params=[SHOW_VALUES, PLAIN])
@click.argument("file", required=False, type=click.Path(path_type=Path))
def resume(file: Path | None, show_values: bool, plain: bool) -> None:
    """Go on with an unfinished game: the latest one, or choose at a terminal; or with a copy of
    the game that save wrote to FILE."""
    screen = Screen(plain, show_values)

    def go_on() -> int:
        return resume_game(screen) if file is None else resume_file(screen, file)

    click.get_current_context().exit(or_menu(screen, go_on))
