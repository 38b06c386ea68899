"""`numduel new GAME`: a rule book and its test to start from."""

from pathlib import Path

import click

from numduel.terminal.screen import Screen
from numduel.testing.beginning import name_new_game, write_beginning

_NEXT = """\
Next:
- Change the rules in {book}: the docstring tells them, the class holds them.
- See that it keeps the contract: {enter}numduel check {module}:{name}
- Run its tests: {enter}python -m pytest test_{module}.py
- To play it, name it in the pyproject.toml of your package, and install that:

[project.entry-points."numduel.games"]
{slug} = "{module}:{name}"
"""


@click.command("new")
@click.argument("game")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=".")
def new_command(game: str, folder: Path) -> None:
    """Write a rule book and its test to start from.

    GAME is what the game is to be called, such as last-stone. The files are written into FOLDER,
    or into the current folder; nothing is written over.
    """
    names = name_new_game(game)
    written = write_beginning(names, folder)
    screen = Screen()
    for path in written:
        screen.tell(f"Written: {path}")
    enter = "" if folder == Path() else f"cd {folder} && "
    screen.tell(_NEXT.format(book=written[0], enter=enter, **names._asdict()).rstrip())
