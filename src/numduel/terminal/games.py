"""Commands that take a GAME: one subcommand per rule book, its options made from its fields."""

from collections.abc import Callable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from numduel.catalogue import find_game, list_games
from numduel.errors import BadOption, UnknownGame
from numduel.game import AnyGame
from numduel.options import Option, options_of


class OptionValue(click.ParamType):  # type: ignore[type-arg] # generic in newer Click only
    """A value that a rule book's option reads by itself."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self.name = option.name

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        kind = self.option.kind
        return f"[{'|'.join(kind)}]" if isinstance(kind, tuple) else "N"

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
        values = self.option.kind if isinstance(self.option.kind, tuple) else ()
        return [CompletionItem(value) for value in values if value.startswith(incomplete)]


def game_options(game_class: type[AnyGame]) -> list[click.Option]:
    """A rule book's options as command-line options."""
    return [
        click.Option(
            [f"--{option.name.replace('_', '-')}", f"option_{option.name}"],
            type=OptionValue(option),
            help=f"{option.help.capitalize()}.  [default: {option.default}]",
        )
        for option in options_of(game_class)
    ]


def given_options(game_class: type[AnyGame], given: dict[str, Any]) -> dict[str, Any]:
    """Takes the rule book's options out of the parameters of a command."""
    values = {option.name: given.pop(f"option_{option.name}") for option in options_of(game_class)}
    return {name: value for name, value in values.items() if value is not None}


class GameGroup(click.Group):
    """A command with a subcommand for each game in the catalogue.

    `do` is called with the rule book and the parameters; `own_params` are those that the
    command has for every game.
    """

    def __init__(
        self,
        *args: Any,
        do: Callable[..., None],
        own_params: Sequence[click.Parameter] = (),
        has_game_options: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.do = do
        self.own_params = own_params
        self.has_game_options = has_game_options

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [game_class.slug for game_class in list_games()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        try:
            game_class = find_game(cmd_name)
        except UnknownGame as unknown:
            raise click.UsageError(str(unknown), ctx) from None

        def callback(**given: Any) -> None:
            self.do(game_class, **given)

        return click.Command(
            game_class.slug,
            params=[*(game_options(game_class) if self.has_game_options else ()), *self.own_params],
            callback=callback,
            help=game_class.summary,
        )
