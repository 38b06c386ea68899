"""`numduel replay`: show a saved game again."""

from pathlib import Path

import click

from numduel.errors import BadRecord, reason_of
from numduel.journal import load
from numduel.terminal.common_options import PLAIN
from numduel.terminal.looking_back.replay import Replay
from numduel.terminal.saved.descriptions import describe
from numduel.terminal.saved.lists import MOST_LISTED, choose_finished
from numduel.terminal.saved.saved_games import SavedGames, load_file
from numduel.terminal.screen import Screen


@click.command(params=[PLAIN])
@click.argument("file", required=False, type=click.Path(path_type=Path))
def replay(file: Path | None, plain: bool) -> None:
    """Show a saved game from its first move, at a terminal move by move; without FILE, choose one
    of the finished games, or list them if there is no terminal."""
    screen = Screen(plain)
    if file is None and not screen.is_terminal:
        _list_finished(screen)
        return
    record = choose_finished(screen) if file is None else load_file(file)
    if record.is_cut:
        screen.notice("The last line is only half written: left out.")
    Replay(screen, record.match).show()


def _list_finished(screen: Screen) -> None:
    """List the latest finished games, each with the file to replay."""
    paths = SavedGames().finished()
    if not paths:
        screen.notice("There is no finished game yet.")
    for path in paths[:MOST_LISTED]:
        try:
            about = describe(load(path))
        except (BadRecord, OSError) as fault:
            about = f"cannot be read: {reason_of(fault)}."
        screen.tell(f"{path}\n  {about}")
    if len(paths) > MOST_LISTED:
        screen.notice(f"The latest {MOST_LISTED} of {len(paths)}; all are in {paths[0].parent}.")
