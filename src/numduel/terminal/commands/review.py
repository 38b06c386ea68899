"""`numduel review`: where a saved game was won and lost."""

from dataclasses import asdict
from pathlib import Path

import click

from numduel.errors import NumduelError
from numduel.study import review_of
from numduel.terminal.common_options import AS_JSON, PLAIN
from numduel.terminal.looking_back.review import show_review
from numduel.terminal.saved.lists import choose_finished
from numduel.terminal.saved.saved_games import SavedGames, load_file
from numduel.terminal.screen import Screen, tell_json


@click.command("review", params=[AS_JSON, PLAIN])
@click.argument("file", required=False, type=click.Path(path_type=Path))
def review_command(file: Path | None, as_json: bool, plain: bool) -> None:
    """Show move by move who was winning; without FILE, of the latest finished game, or of one that
    is chosen at a terminal."""
    screen = Screen(plain)
    if file is None and screen.is_terminal and not as_json:
        match = choose_finished(screen).match
    else:
        match = load_file(file or _latest()).match
    if as_json:
        tell_json(asdict(review_of(match)))
    else:
        show_review(screen, match)


def _latest() -> Path:
    finished = SavedGames().finished()
    if not finished:
        raise NumduelError("There is no finished game yet: name the file of a saved one.")
    return finished[0]
