"""`numduel check MODULE:CLASS`: hold a rule book to the contract."""

import importlib
import inspect
import os
import sys

import click

from numduel.game import AnyGame, Game
from numduel.study import faults_of, lessons_of
from numduel.terminal.screen import Screen
from numduel.testing import find_faults
from numduel.words import count, quote


@click.command("check")
@click.argument("rule_book", metavar="MODULE:CLASS")
@click.pass_context
def check_command(context: click.Context, rule_book: str) -> None:
    """Check that a rule book keeps the contract, and that its lessons are right.

    MODULE is found as Python finds it, and in the current folder first. The exit code is 0 if the
    contract is kept, and 1 if it is not: then each fault is told with the moves that show it.
    """
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
        screen.tell(
            f"Its {count(len(lessons), 'lesson')} {'is' if len(lessons) == 1 else 'are'} right."
        )


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
    except BaseException as raised:  # a stranger's module may do anything when it is imported
        reason = " ".join(f"{type(raised).__name__}: {raised}".split())
        raise click.UsageError(f"{module_name} cannot be imported: {reason}.") from None
    found = getattr(module, class_name, None)
    if found is None:
        raise click.UsageError(f"{module_name} has no class {class_name}.")
    if not (inspect.isclass(found) and issubclass(found, Game)):
        raise click.UsageError(f"{rule_book} is not a class derived from numduel.Game.")
    return found
