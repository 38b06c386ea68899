"""Subcommands for each game, with options made from its fields, and options that several commands
share."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from numduel.catalogue import list_games
from numduel.errors import BadOption, NumduelError
from numduel.game import AnyGame, Option, options_of, write_value
from numduel.match import split_id
from numduel.words import begin_sentence

PLAIN = click.Option(["--plain"], is_flag=True, help="Plain lines: no colour, no app.")
SHOW_VALUES = click.Option(
    ["--show-values"],
    is_flag=True,
    help="Mark each allowed move ▲ winning or ▼ losing, with how far the end is.",
)
AS_JSON = click.Option(["--json", "as_json"], is_flag=True, help="For other programs.")


class WholeHelpGroup(click.Group):
    """A group that lists its subcommands with the first paragraph of their help."""

    commands_heading = "Commands"

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                about = (command.help or "").strip().partition("\n\n")[0]
                rows.append((name, " ".join(about.split())))
        if rows:
            with formatter.section(self.commands_heading):
                formatter.write_dl(rows)


class OptionValue(click.ParamType):  # type: ignore[type-arg] # generic in newer Click only
    """The type of a command-line option, read and checked by a game's option."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self.name = option.name
        self.values = option.words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(self.values)}]" if self.values else "N"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | bool | str:
        try:
            read = self.option.read(str(value))
            self.option.check(read)
        except BadOption as bad:
            self.fail(str(bad), param, ctx)
        return read

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(value) for value in self.values if value.startswith(incomplete)]


def flag_of(name: str) -> str:
    """Return an option's name on the command line."""
    return f"--{name.replace('_', '-')}"


def as_flags(values: Mapping[str, Any]) -> str:
    """Return options as they are typed on the command line."""
    typed = (f"{flag_of(name)} {write_value(value)}" for name, value in values.items())
    return " ".join(typed) or "the usual settings"


def game_options(game_class: type[AnyGame]) -> list[click.Option]:
    """Return a game's options as command-line options."""
    return [
        click.Option(
            [flag_of(option.name), f"option_{option.name}"],
            type=OptionValue(option),
            help=f"{begin_sentence(option.help)}.  [default: {write_value(option.default)}]",
        )
        for option in options_of(game_class)
    ]


def given_options(game_class: type[AnyGame], given: dict[str, Any]) -> dict[str, Any]:
    """Take a game's options out of a command's parameters."""
    values = {option.name: given.pop(f"option_{option.name}") for option in options_of(game_class)}
    return {name: value for name, value in values.items() if value is not None}


OwnParams = Sequence[click.Parameter] | Callable[[type[AnyGame]], Sequence[click.Parameter]]


class GameGroup(WholeHelpGroup):
    """A command with a subcommand for each game in the catalogue.

    `do` is called with the game's class and the parameters. `own_params` are the command's own
    parameters, or a function that makes them for a game. A position's ID may stand for the game;
    its moves are passed as `played` if `takes_moves`, otherwise refused.
    """

    commands_heading = "Games"

    def __init__(
        self,
        *args: Any,
        do: Callable[..., None],
        own_params: OwnParams = (),
        has_game_options: bool = True,
        takes_moves: bool = False,
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("subcommand_metavar", "GAME [OPTIONS]")
        super().__init__(*args, **kwargs)
        self.do = do
        self.own_params = own_params
        self.shared_params = () if callable(own_params) else own_params  # the same for all games
        self.has_game_options = has_game_options
        self.takes_moves = takes_moves

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as unknown:
            if any(unknown.option_name in param.opts for param in self.shared_params):
                first = f"Name the GAME first: {unknown.option_name} comes after it."
                raise click.UsageError(first, ctx) from None
            raise

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the group's own options, those of every GAME, and how to see a game's own."""
        click.Command.format_options(self, ctx, formatter)
        rows = [row for param in self.shared_params if (row := param.get_help_record(ctx))]
        if rows:
            with formatter.section("Options after GAME"):
                formatter.write_dl(rows)
        if self.has_game_options:
            with formatter.section("A game's own options"):
                formatter.write_text(f"{ctx.command_path} GAME --help")
        self.format_commands(ctx, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [game_class.slug for game_class in list_games()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        try:
            game_class, options, moves = split_id(cmd_name)
        except NumduelError as wrong:
            raise click.UsageError(str(wrong), ctx) from None
        if options and not self.has_game_options:
            raise click.UsageError(f"Leave the options out: {game_class.slug}.", ctx)
        if moves and not self.takes_moves:
            raise click.UsageError("Leave the moves out: this begins at the start.", ctx)

        def callback(**given: Any) -> None:
            for name, value in options.items():
                if given[f"option_{name}"] is not None:
                    raise click.UsageError(f"{name} is given twice: in the ID and as an option.")
                given[f"option_{name}"] = value
            self.do(game_class, **given, **({"played": moves} if self.takes_moves else {}))

        own = self.own_params(game_class) if callable(self.own_params) else self.own_params
        return click.Command(
            game_class.slug,
            params=[*(game_options(game_class) if self.has_game_options else ()), *own],
            callback=callback,
            help=game_class.summary,
        )
