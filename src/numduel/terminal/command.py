"""The command `numduel`. Each subcommand is imported when it is used."""

import importlib
import os
import sys
import warnings
from contextlib import suppress
from io import StringIO
from typing import Any, NoReturn

import click

from numduel import __version__
from numduel.errors import BadOption, NumduelError, UnknownGame, reason_of
from numduel.terminal.line_input import InputEnded, Left
from numduel.words import printable, quote

# Each command's function, and its line in `numduel --help`: nothing is imported for that.
_HERE = "numduel.terminal.commands"
COMMANDS = {
    "play": (f"{_HERE}.playing:play", "Play a game, with a friend or against the computer."),
    "games": (f"{_HERE}.playing:games", "List the games and their options."),
    "rules": (f"{_HERE}.playing:rules", "Show the rules of a game."),
    "analyse": (f"{_HERE}.analyse:analyse_command", "Show who wins a position, and why."),
    "review": (
        f"{_HERE}.looking_back:review_command",
        "Show where a finished game was decided.",
    ),
    "audit": (f"{_HERE}.audit:audit_command", "Measure how good a game is."),
    "resume": (f"{_HERE}.playing:resume", "Continue an unfinished game."),
    "replay": (f"{_HERE}.looking_back:replay", "Show a saved game move by move."),
    "stats": (f"{_HERE}.looking_back:stats", "Show how your games went."),
    "puzzle": (f"{_HERE}.learning:puzzle", "Find the winning move."),
    "learn": (f"{_HERE}.learning:learn_command", "Learn how to win, in short lessons."),
    "tasks": (f"{_HERE}.tasks:tasks", "Make, check and score puzzles as data."),
    "check": (f"{_HERE}.authors:check_command", "Check a rule book against the contract."),
    "new": (
        f"{_HERE}.authors:new_command",
        "Write a rule book and its test to start from.",
    ),
    "bench": ("numduel.arena.bench:bench", "Run the benchmark on a model, a program or a level."),
    "arena": ("numduel.arena.command:arena", "Let programs and language models play a tournament."),
    "serve": ("numduel.web.serving.command:serve", "Play in the browser: a site on this machine."),
    "backup": (
        "numduel.web.store.commands:backup",
        "Copy the matches of a site to a file while it runs.",
    ),
    "copy": (
        "numduel.web.store.commands:copy",
        "Copy the matches of a site to another database.",
    ),
    "env-server": (
        "numduel.adapters.command:env_server",
        "Offer whole games to learners as an OpenEnv environment.",
    ),
    "ggbench": (
        "numduel.adapters.command:ggbench",
        "Solve the environments of a clone of GG-Bench.",
    ),
    "completion": (
        f"{_HERE}.authors:completion",
        "Print the shell completion script.",
    ),
}


class NumduelGroup(click.Group):
    """Imports a subcommand when it is used, and shows every error as one sentence."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        try:
            code = super().main(*args, **extra | {"standalone_mode": False})
        except click.ClickException as error:
            told = StringIO()
            error.show(told)
            click.echo(printable(told.getvalue(), keep="\n"), err=True, nl=False)
            code = error.exit_code
        except click.Abort:
            code = 130
        except OSError as fault:  # not a closed pipe, which Click handles
            _tell_fault(fault)
            code = 1
        sys.exit(code if isinstance(code, int) else 0)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise click.UsageError(f"There is no command {quote(args[0])}.{_meant(args[0])}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (BadOption, UnknownGame) as wrong:
            raise click.UsageError(printable(str(wrong))) from None
        except NumduelError as error:
            raise click.ClickException(printable(str(error))) from None
        except Left:
            click.echo("Goodbye.", err=True)
        except InputEnded:  # at a question before a game
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
@click.option("--plain", is_flag=True, help="Plain lines: no colour, no app.")
@click.pass_context
def numduel(context: click.Context, plain: bool) -> None:
    """Small number duels for two: play them, and learn who wins.

    Without a command, the app opens on a terminal; elsewhere you are asked which game to play.
    """
    warnings.showwarning = _show_warning
    _open_closed_streams()
    if context.invoked_subcommand is None:
        from numduel.terminal.screen import Screen, has_app

        if has_app(plain):
            from numduel.terminal.app.app import run_app

            context.exit(run_app())
        from numduel.terminal.plain import open_menu

        context.exit(open_menu(Screen(plain)))
    if plain:
        raise click.UsageError("Put --plain after the command.")


def _meant(name: str) -> str:
    """Return a hint after an unknown command: it may be a game, or misspelt."""
    from numduel.catalogue import list_games, nearest

    is_game = name in {game.slug for game in list_games()}
    return f" To play: numduel play {name}." if is_game else nearest(name, list(COMMANDS))


def _say_goodbye() -> None:
    click.echo()
    click.echo("Goodbye.", err=True)


def _tell_fault(fault: OSError) -> None:
    """Print an error of the system. If it names no file, it was our output."""
    what = f"{fault.filename} cannot be used" if fault.filename else "The output cannot be written"
    with suppress(OSError):
        click.echo(f"Error: {printable(what)}: {reason_of(fault)}.", err=True)
    with suppress(OSError):  # the buffered output would fail again when Python exits
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_closed_streams() -> None:
    """Open /dev/null for each closed stream: a saved game must not get its descriptor."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    click.echo(f"Warning: {printable(str(message))}", err=True)
