"""`numduel puzzle`: solve puzzles at the keyboard."""

import secrets
from collections.abc import Iterator
from random import Random
from typing import Any

import click

from numduel.catalogue import build_game, list_games
from numduel.game import AnyGame, presets_of
from numduel.study.difficulty import Difficulty
from numduel.study.puzzles import Puzzle, make_puzzles
from numduel.terminal.commands.puzzles import puzzle_options
from numduel.terminal.game_commands import GameGroup, given_options
from numduel.terminal.playing.puzzles import ask_puzzles
from numduel.terminal.screen import Screen

_USUAL_COUNT = 5


def _solve(
    game_class: type[AnyGame],
    count: int,
    seed: int | None,
    difficulty: Difficulty | None,
    winning_moves: int,
    **given: Any,
) -> None:
    game = build_game(game_class, given_options(game_class, given))
    seed = secrets.randbits(32) if seed is None else seed
    stream = make_puzzles(game, count, seed, difficulty, winning_moves)
    ask_puzzles(Screen(), stream)
    if stream.shortage is not None:
        shortage = "No other puzzle of this kind was found." if stream.found else stream.shortage
        click.echo(shortage, err=True)


@click.group(
    cls=GameGroup,
    invoke_without_command=True,
    do=_solve,
    own_params=puzzle_options(_USUAL_COUNT, None),
    subcommand_metavar="[GAME] [OPTIONS]",
)
@click.pass_context
def puzzle(context: click.Context) -> None:
    """Find the winning move, in one puzzle after another; without GAME, of several games."""
    if context.invoked_subcommand is None:
        ask_puzzles(Screen(), _mixed(secrets.randbits(32), _USUAL_COUNT))


def _mixed(seed: int, count: int) -> Iterator[Puzzle]:
    """Puzzles of all games in turn, at the settings that are meant for puzzles."""
    streams = [
        make_puzzles(build_game(game_class, preset.options), count, seed)
        for game_class in list_games()
        for preset in presets_of(game_class, "puzzles")
    ]
    Random(f"{seed}/games").shuffle(streams)
    while streams and count:
        stream = streams.pop(0)
        found = next(stream, None)
        if found is not None:
            streams.append(stream)
            count -= 1
            yield found
