"""`numduel learn`: lessons at the keyboard."""

import click

from numduel.study.lessons import find_lesson
from numduel.terminal.playing.lessons import learn
from numduel.terminal.screen import Screen


@click.command("learn")
@click.argument("lesson", required=False)
def learn_command(lesson: str | None) -> None:
    """Learn how to win: five short lessons, each with positions to play and puzzles at its end.

    LESSON is the name of one, such as pairing; without it you choose from a list.
    """
    learn(Screen(), find_lesson(lesson) if lesson else None)
