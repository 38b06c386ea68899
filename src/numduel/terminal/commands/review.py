"""`numduel review`: where a saved game was won and lost."""

from pathlib import Path

import click

from numduel.errors import NumduelError
from numduel.telling import review_of
from numduel.terminal.common_options import AS_JSON, PLAIN
from numduel.terminal.playing.review import show_review
from numduel.terminal.saved.saved_games import SavedGames, load_file
from numduel.terminal.screen import Screen, tell_json


@click.command("review", params=[AS_JSON, PLAIN])
@click.argument("file", required=False, type=click.Path(path_type=Path))
def review_command(file: Path | None, as_json: bool, plain: bool) -> None:
    """Show move by move who was winning; without FILE, the latest finished game."""
    if file is None:
        finished = SavedGames().finished()
        if not finished:
            raise NumduelError("There is no finished game yet: name the file of a saved one.")
        file = finished[0]
    match = load_file(file).match
    if as_json:
        tell_json(review_of(match))
    else:
        show_review(Screen(plain), match)
