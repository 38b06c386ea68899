"""`numduel analyse GAME`: who is winning, with which moves, and why."""

import json
import re
from typing import Any

import click

from numduel.catalogue import build_game
from numduel.errors import NumduelError, UnreadableMove
from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.telling.truth import explain
from numduel.terminal.common_options import AS_JSON, PLAIN
from numduel.terminal.game_commands import GameGroup, given_options
from numduel.terminal.screen import Screen
from numduel.theory import Analysis, Choice, analyse
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
        click.echo(json.dumps(analysis_as_json(match), ensure_ascii=False))
    else:
        tell_analysis(Screen(plain), match)


def analysis_as_json(match: Match) -> dict[str, Any]:
    """Everything that is known of a position, in the form that other programs read."""
    game, state, outcome = match.game, match.state, match.outcome
    analysis = analyse(game, state)
    return {
        "game": game.slug,
        "options": game.options,
        "moves": match.written_moves,
        "to_move": None if outcome else int(state.to_move),
        "outcome": outcome and {"winner": int(outcome.winner), "reason": outcome.reason},
        "winner": _number(analysis.winner),
        "distance": analysis.distance,
        "choices": [
            {
                "move": game.write_move(choice.move),
                "winner": _number(choice.winner),
                "distance": choice.distance,
                "best": choice.best,
            }
            for choice in analysis.choices
        ],
        "unknown": analysis.unknown,
        "why": list(explain(game, state).sentences),
    }


def tell_analysis(screen: Screen, match: Match) -> None:
    """The verdict, every move with its value and distance, the explanation."""
    game, state = match.game, match.state
    played = " ".join(match.written_moves)
    screen.tell(f"{game.title}{', after ' + played if played else ''}")
    analysis = analyse(game, state)
    screen.tell(verdict(match, analysis))
    if analysis.choices:
        screen.tell("")
    width = max((len(game.write_move(choice.move)) for choice in analysis.choices), default=0)
    for choice in analysis.choices[:LONGEST_LIST]:
        shown = f"{mark(choice, state.to_move):6} {game.write_move(choice.move):>{width}}"
        screen.tell(f"  {shown}  {value(choice, state.to_move)}{', best' * choice.best}")
    if len(analysis.choices) > LONGEST_LIST:
        screen.tell(f"  … {len(analysis.choices):,} moves in all; --json gives every one")
    screen.tell("")
    for sentence in explain(game, state).sentences:
        screen.tell(sentence)


def verdict(match: Match, analysis: Analysis) -> str:
    """Who wins from here, in a sentence."""
    if match.outcome is not None:
        return f"The game is over: {match.outcome.winner} won {match.outcome.reason}."
    to_move = f"{match.state.to_move} is to move."
    if analysis.winner is None:
        return f"{to_move} Who wins is not known: {analysis.unknown}"
    far = "" if analysis.distance is None else f" in {moves_in_words(analysis.distance)}"
    return f"{to_move} {analysis.winner} wins{far} with best play."


def value(choice: Choice, player: Player) -> str:
    """What a move does for whoever plays it, in words."""
    if choice.winner is None:
        return "not known"
    what = "wins" if choice.winner is player else "loses"
    return what if choice.distance is None else f"{what} in {moves_in_words(choice.distance)}"


def mark(choice: Choice, player: Player) -> str:
    """▲ for a winning move and ▼ for a losing one, with the distance where it is known."""
    if choice.winner is None:
        return "?"
    sign = "▲" if choice.winner is player else "▼"
    return sign if choice.distance is None else f"{sign}{choice.distance}"


def moves_in_words(count: int) -> str:
    return f"{count:,} move{'s' if count != 1 else ''}"


def _number(player: Player | None) -> int | None:
    return None if player is None else int(player)


def _options_for(game_class: type[AnyGame]) -> list[click.Parameter]:
    return [
        click.Option(["--moves"], default="", help=_about_moves(game_class())),
        AS_JSON,
        PLAIN,
    ]


def _about_moves(game: AnyGame) -> str:
    """How moves are written, by an example: a few from the middle of what is allowed."""
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
