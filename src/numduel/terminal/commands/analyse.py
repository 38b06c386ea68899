"""`numduel analyse GAME`: who is winning, with which moves, and why."""

import re
from typing import Any

import click

from numduel.catalogue import build_game
from numduel.errors import NumduelError, UnreadableMove
from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.telling import headline, mark, truth_of
from numduel.terminal.common_options import AS_JSON, PLAIN
from numduel.terminal.game_commands import GameGroup, given_options
from numduel.terminal.screen import Screen, tell_json
from numduel.theory import Choice
from numduel.words import LONGEST_LIST

_EXAMPLES = 3  # moves


def _analyse_game(
    game_class: type[AnyGame], moves: str, as_json: bool, plain: bool, **given: Any
) -> None:
    match = Match(build_game(game_class, given_options(game_class, given)))
    for move in re.findall(r"[^\s,]+", moves):
        try:
            match.play(move)
        except UnreadableMove as unreadable:
            raise NumduelError(f"{unreadable}.") from None
    if as_json:
        tell_json(truth_of(match))
    else:
        _show_analysis(Screen(plain), match)


def _show_analysis(screen: Screen, match: Match) -> None:
    """Print who wins, the value of every move, and why."""
    truth = truth_of(match)
    screen.tell(", after ".join(filter(None, [match.game.title, " ".join(truth["moves"])])))
    if not truth["outcome"]:
        screen.tell(headline(match))
    screen.tell(truth["verdict"])
    choices = truth["choices"]
    if choices:
        screen.tell("")
    width = max((len(choice["move"]) for choice in choices), default=0)
    for choice in choices[:LONGEST_LIST]:
        shown = f"{_mark(choice, match.state.to_move):6} {choice['move']:>{width}}"
        screen.tell(f"  {shown}  {choice['text']}{', best' * choice['best']}")
    if len(choices) > LONGEST_LIST:
        screen.tell(f"  … {len(choices):,} moves in all; --json gives every one")
    screen.tell("")
    for sentence in truth["why"]["sentences"]:
        screen.tell(sentence)


def _mark(choice: dict[str, Any], player: Player) -> str:
    winner = choice["winner"] and Player(choice["winner"])
    return mark(Choice(choice["move"], winner, choice["distance"], choice["best"]), player)


def _options_for(game_class: type[AnyGame]) -> list[click.Parameter]:
    return [click.Option(["--moves"], default="", help=_about_moves(game_class())), AS_JSON, PLAIN]


def _about_moves(game: AnyGame) -> str:
    """How moves are written, with an example: a few from the middle of what is allowed."""
    match = Match(game)
    while len(match.moves) < _EXAMPLES and (legal := game.legal_moves(match.state)):
        match.play(legal[len(legal) // 2])
    about = f'The moves so far, as in "{" ".join(match.written_moves)}".'
    for move in match.moves[:1]:
        written = game.write_move(move)
        entered = game.words.answers(game, game.start(), move)
        if entered != [written]:
            about += f" {written} is what is entered in a game as {', then '.join(entered)}."
    return about


@click.group("analyse", cls=GameGroup, do=_analyse_game, own_params=_options_for)
def analyse_command() -> None:
    """Tell who is winning, what each move is worth, and why."""
