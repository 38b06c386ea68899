"""`numduel check`, `new` and `completion`: for authors of games, and for shells."""

import importlib
import inspect
import os
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from numduel.game import AnyGame, Game
from numduel.terminal.screen import Screen
from numduel.words import count, quote

_NEXT = """\
Next{there}:
- Edit the rules in {module}.py: the docstring is for players, the class for numduel.
- Check it: {numduel} check {module}:{name}
- Run its tests: {pytest} test_{module}.py
{add}- Play it: {python} -m pip install . && {numduel} play {slug}
"""


@click.command("check")
@click.argument("rule_book", metavar="MODULE:CLASS")
@click.pass_context
def check_command(context: click.Context, rule_book: str) -> None:
    """Check that a rule book keeps the contract, and that its lessons are right.

    MODULE is imported, from the current folder first. The exit code is 1 if the contract is broken;
    each fault is shown with moves that lead to it.
    """
    from numduel.study import faults_of, lessons_of
    from numduel.testing import find_faults

    game_class = _load(rule_book)
    title = getattr(game_class, "title", game_class.__name__)
    faults = find_faults(game_class)
    screen = Screen()
    for fault in faults:
        screen.tell(f"- {fault.sentence}")
        for place in fault.shown_by:
            screen.tell(f"  {place}")
    if faults:
        screen.tell(f"{title} breaks the contract: {count(len(faults), 'fault')}.")
        context.exit(1)
    screen.tell(f"{title} keeps the contract.")
    lessons = lessons_of(game_class)
    wrong = [fault for lesson in lessons for fault in faults_of(lesson)]
    for sentence in wrong:
        screen.tell(f"- {sentence}")
    if wrong:
        context.exit(1)
    if lessons:
        its = "Its lesson is" if len(lessons) == 1 else f"Its {len(lessons)} lessons are"
        screen.tell(f"{its} correct.")


def _load(rule_book: str) -> type[AnyGame]:
    module_name, colon, class_name = rule_book.partition(":")
    if not (module_name and colon and class_name):
        raise click.UsageError(
            f"{quote(rule_book)} is not MODULE:CLASS, such as my_package.my_game:MyGame."
        )
    sys.path.insert(0, os.getcwd())
    try:
        module = importlib.import_module(module_name)
    except KeyboardInterrupt:
        raise
    except BaseException as raised:  # an import may do anything
        reason = " ".join(f"{type(raised).__name__}: {raised}".split())
        raise click.UsageError(f"{module_name} cannot be imported: {reason}.") from None
    found = getattr(module, class_name, None)
    if found is None:
        raise click.UsageError(f"{module_name} has no class {class_name}.")
    if not (inspect.isclass(found) and issubclass(found, Game)):
        raise click.UsageError(f"{rule_book} is not a class derived from numduel.Game.")
    return found


@click.command("new")
@click.argument("game")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), required=False)
def new_command(game: str, folder: Path | None) -> None:
    """Write a rule book and its test to start from.

    GAME is its name, such as last-stone. The files go into FOLDER, by default a new one with that
    name. No file is overwritten.
    """
    from numduel.testing.beginning import name_new_game, write_beginning

    names = name_new_game(game)
    folder = folder or Path(names.slug)
    written = write_beginning(names, folder)
    screen = Screen()
    for path in written:
        screen.tell(f"Written: {path}")
    there = "" if folder == Path() else f", in {folder}"
    names_it = f'{names.slug} = "{names.module}:{names.name}"'
    add = f'- Add to [project.entry-points."numduel.games"] in pyproject.toml: {names_it}\n'
    add *= folder / "pyproject.toml" not in written
    told = _NEXT.format(there=there, add=add, **_programs(), **names._asdict())
    screen.tell(told.rstrip())


def _programs() -> dict[str, str]:
    """Return the commands that start numduel, its Python, and its pytest, which may be missing."""
    here = Path(sys.executable)
    python = shlex.quote(str(here))
    numduel = "numduel" if shutil.which("numduel") else shlex.quote(str(here.with_name("numduel")))
    pytest = f"{python} -m pytest"
    if find_spec("pytest") is None:
        pytest = f"{python} -m pip install pytest && {pytest}"
    return {"numduel": numduel, "python": python, "pytest": pytest}


SHELLS = {
    "bash": 'eval "$(numduel completion bash)" in ~/.bashrc',
    "zsh": 'eval "$(numduel completion zsh)" in ~/.zshrc',
    "fish": "numduel completion fish > ~/.config/fish/completions/numduel.fish",
}


@click.command(epilog="Put it to use with:\n\n" + "\n\n".join(SHELLS.values()))
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    """Print the script that makes a shell complete games and options."""
    root = click.get_current_context().find_root()
    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(root.command, {}, "numduel", "_NUMDUEL_COMPLETE").source())
