"""`numduel learn`: lessons at the keyboard."""

import click

from numduel.study import UnknownLesson, find_lesson, list_lessons
from numduel.terminal.learning.lessons import learn
from numduel.terminal.screen import Screen


def _complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [lesson.name for lesson in list_lessons() if lesson.name.startswith(begun)]


@click.command("learn")
@click.argument("lesson", required=False, shell_complete=_complete)
def learn_command(lesson: str | None) -> None:
    """Learn how to win: short lessons, each with positions to play and puzzles at its end.

    LESSON is the name of one, such as pairing; without it you choose from a list.
    """
    try:
        chosen = find_lesson(lesson) if lesson else None
    except UnknownLesson as unknown:
        raise click.UsageError(str(unknown)) from None
    learn(Screen(), chosen)
