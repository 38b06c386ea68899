"""Makes one subcommand per game, with options made from the fields of its rule book."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from numduel.catalogue import find_game, list_games
from numduel.errors import BadOption, UnknownGame
from numduel.game import AnyGame
from numduel.options import Option, options_of
from numduel.terminal.whole_help import WholeHelpGroup
from numduel.words import begin_sentence


class OptionValue(click.ParamType):  # type: ignore[type-arg] # generic in newer Click only
    """The type of a command-line option that a rule book's option reads and checks."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self.name = option.name
        self.values = _values_of(option)

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


def _values_of(option: Option) -> tuple[str, ...]:
    """The words an option accepts; none if it is a number."""
    if isinstance(option.kind, tuple):
        return option.kind
    return ("yes", "no") if option.kind is bool else ()


def flag_of(option: Option) -> str:
    """The name of an option on the command line."""
    return f"--{option.name.replace('_', '-')}"


def default_of(option: Option) -> str:
    """An option's default, as it would be typed."""
    return typed_as(option.default)


def typed_as(value: int | bool | str) -> str:
    """An option's value, as it would be typed."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def as_flags(game_class: type[AnyGame], values: Mapping[str, Any]) -> str:
    """Options with their values, as they are typed on the command line."""
    if not values:
        return "no options"
    known = {option.name: option for option in options_of(game_class)}
    return " ".join(f"{flag_of(known[name])} {typed_as(value)}" for name, value in values.items())


def game_options(game_class: type[AnyGame]) -> list[click.Option]:
    """A rule book's options as command-line options."""
    return [
        click.Option(
            [flag_of(option), f"option_{option.name}"],
            type=OptionValue(option),
            help=f"{begin_sentence(option.help)}.  [default: {default_of(option)}]",
        )
        for option in options_of(game_class)
    ]


def given_options(game_class: type[AnyGame], given: dict[str, Any]) -> dict[str, Any]:
    """Take the rule book's options out of the parameters of a command."""
    values = {option.name: given.pop(f"option_{option.name}") for option in options_of(game_class)}
    return {name: value for name, value in values.items() if value is not None}


OwnParams = Sequence[click.Parameter] | Callable[[type[AnyGame]], Sequence[click.Parameter]]


class GameGroup(WholeHelpGroup):
    """A command with a subcommand for each game in the catalogue.

    `do` is called with the rule book and the parameters. `own_params` are the command's own
    parameters: a list for all games, or a function that makes them for one.
    """

    commands_heading = "Games"

    def __init__(
        self,
        *args: Any,
        do: Callable[..., None],
        own_params: OwnParams = (),
        has_game_options: bool = True,
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("subcommand_metavar", "GAME [OPTIONS]")
        super().__init__(*args, **kwargs)
        self.do = do
        self.own_params = own_params
        self.has_game_options = has_game_options

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as unknown:
            params = () if callable(self.own_params) else self.own_params
            if any(unknown.option_name in param.opts for param in params):
                first = f"Name the GAME first: {unknown.option_name} comes after it."
                raise click.UsageError(first, ctx) from None
            raise

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The group's own options, those of every GAME, and where a game's own are told."""
        click.Command.format_options(self, ctx, formatter)
        rows = (
            []
            if callable(self.own_params)
            else [row for param in self.own_params if (row := param.get_help_record(ctx))]
        )
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
            game_class = find_game(cmd_name)
        except UnknownGame as unknown:
            raise click.UsageError(str(unknown), ctx) from None

        def callback(**given: Any) -> None:
            self.do(game_class, **given)

        own = self.own_params(game_class) if callable(self.own_params) else self.own_params
        return click.Command(
            game_class.slug,
            params=[*(game_options(game_class) if self.has_game_options else ()), *own],
            callback=callback,
            help=game_class.summary,
        )
