"""The command `numduel`. Its subcommands are loaded when they are needed."""

import importlib
import os
import sys
import warnings
from typing import Any

import click

from numduel import __version__
from numduel.errors import BadOption, NumduelError, UnknownGame
from numduel.terminal.screen import InputEnded

COMMANDS = {
    "play": "numduel.terminal.play:play",
    "games": "numduel.terminal.reading:games",
    "rules": "numduel.terminal.reading:rules",
    "analyse": "numduel.terminal.analyse:analyse_command",
    "review": "numduel.terminal.saved:review_command",
    "audit": "numduel.terminal.audit:audit_command",
    "resume": "numduel.terminal.resume:resume",
    "replay": "numduel.terminal.saved:replay",
    "puzzles": "numduel.terminal.puzzles:puzzles",
    "puzzle": "numduel.terminal.puzzles:puzzle",
    "arena": "numduel.arena.command:arena",
    "serve": "numduel.web.command:serve",
    "completion": "numduel.terminal.completion:completion",
}
WRONG_USAGE = (BadOption, UnknownGame)


class NumduelGroup(click.Group):
    """Loads commands late and turns every error of ours into one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except WRONG_USAGE as wrong:
            raise click.UsageError(str(wrong)) from None
        except NumduelError as error:
            raise click.ClickException(str(error)) from None
        except InputEnded:  # at a question before the game, and so is Ctrl-C
            _say_goodbye()
        except KeyboardInterrupt:
            _say_goodbye()
            ctx.exit(130)


@click.group(
    cls=NumduelGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 finished or quit, 1 it could not be done (a sentence says why), 2 wrong"
    " usage, 3 input ended in the middle of a game (it is saved), 130 Ctrl-C.",
)
@click.version_option(__version__, prog_name="numduel")
@click.pass_context
def numduel(context: click.Context) -> None:
    """Small number duels for two: play them, and know them.

    Without a command, choose a game from the menu.
    """
    warnings.showwarning = _show_warning
    _open_closed_streams()
    if context.invoked_subcommand is None:
        from numduel.terminal.menu import run_menu
        from numduel.terminal.screen import Screen

        context.exit(run_menu(Screen()))


def _say_goodbye() -> None:
    click.echo()
    click.echo("Goodbye.", err=True)


def _open_closed_streams() -> None:
    """A stream that was closed outside is an empty one, and no saved game gets its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    click.echo(f"Warning: {message}", err=True)
