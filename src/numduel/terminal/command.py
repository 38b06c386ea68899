"""The command `numduel`. Its subcommands are loaded when they are needed."""

import importlib
import warnings
from typing import Any

import click

from numduel import __version__
from numduel.errors import BadOption, NumduelError, UnknownGame

COMMANDS = {
    "play": "numduel.terminal.play:play",
    "games": "numduel.terminal.reading:games",
    "rules": "numduel.terminal.reading:rules",
    "resume": "numduel.terminal.saved:resume",
    "replay": "numduel.terminal.saved:replay",
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
        except KeyboardInterrupt:
            click.echo(err=True)
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
    if context.invoked_subcommand is None:
        from numduel.terminal.menu import run_menu
        from numduel.terminal.screen import Screen

        context.exit(run_menu(Screen()))


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    click.echo(f"Warning: {message}", err=True)
