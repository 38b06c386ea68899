"""`numduel new GAME`: a rule book and its test to start from."""

import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from numduel.terminal.screen import Screen
from numduel.testing.beginning import name_new_game, write_beginning

_NEXT = """\
Next:
- Change the rules in {book}: the docstring tells them, the class holds them.
- See that it keeps the contract: {enter}{numduel} check {module}:{name}
- Run its tests: {enter}{pytest} test_{module}.py
- To play it, write these lines into pyproject.toml there; then: {enter}{python} -m pip install .

[project]
name = "{slug}"
version = "0.1"

[project.entry-points."numduel.games"]
{slug} = "{module}:{name}"

[tool.setuptools]
py-modules = ["{module}"]
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
    enter = "" if folder == Path() else f"cd {shlex.quote(str(folder))} && "
    told = _NEXT.format(book=written[0], enter=enter, **_programs(), **names._asdict())
    screen.tell(told.rstrip())


def _programs() -> dict[str, str]:
    """How to start numduel, the Python that has it, and pytest there, which may be missing."""
    here = Path(sys.executable)
    python = shlex.quote(str(here))
    numduel = "numduel" if shutil.which("numduel") else shlex.quote(str(here.with_name("numduel")))
    pytest = f"{python} -m pytest"
    if find_spec("pytest") is None:
        pytest = f"{python} -m pip install pytest && {pytest}"
    return {"numduel": numduel, "python": python, "pytest": pytest}
