"""`numduel analyse GAME`: who is winning, with which moves, and why."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import IO, Any

import click

from numduel.catalogue import build_game
from numduel.errors import BadCertificate
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study import MoveValue, headline, tell_proved, title_of, truth_of
from numduel.terminal.dialogue import value_span
from numduel.terminal.game_commands import AS_JSON, PLAIN, GameGroup, given_options
from numduel.terminal.screen import Screen, tell_json
from numduel.theory import BUDGET, certify, read_certificate
from numduel.words import Span, count, line

_EXAMPLES = 3  # moves
_BUDGET = click.Option(
    ["--budget"],
    type=click.IntRange(0),
    default=BUDGET,
    show_default=True,
    help="Moves or positions that the search may try. More finds longer wins.",
)
_CERTIFICATE = click.Option(
    ["--certificate"],
    type=click.File("w", lazy=True),
    metavar="FILE",
    help="Write a proof of who wins to this file; - prints it and nothing else.",
)


def _analyse_game(
    game_class: type[AnyGame],
    moves: str,
    as_json: bool,
    plain: bool,
    budget: int,
    certificate: IO[str] | None,
    played: list[str],
    **given: Any,
) -> None:
    game = build_game(game_class, given_options(game_class, given))
    match = Match.at(game, [*played, *re.findall(r"[^\s,]+", moves)])
    if certificate is not None:
        click.echo(json.dumps(certify(match)), certificate)
        if certificate.name == "-":
            return
    if as_json:
        tell_json(asdict(truth_of(match, budget=budget)))
    else:
        screen = Screen(plain)
        _show_analysis(screen, match, budget)
        if certificate is not None:
            check = f"numduel analyse --verify {certificate.name}"
            screen.tell(f"\nProof saved in {certificate.name}. Check it with: {check}")


def _show_analysis(screen: Screen, match: Match, budget: int) -> None:
    """Print who wins, the value of every move, and why."""
    truth = truth_of(match, budget=budget)
    names = match.named_moves
    is_plain = names == [*truth.moves]
    after = (" " if is_plain else "; ").join(names)
    screen.names = match.names
    screen.tell(", after ".join(filter(None, [title_of(match.game), after])))
    if not is_plain and truth.moves[-1].isdigit():  # in a game they are entered differently
        screen.tell(_how_read(match))
    if not truth.outcome:
        screen.tell(headline(match))
    screen.tell(truth.verdict)
    choices = _as_in_a_game(match, truth.choices)
    if choices:
        screen.tell("")
    width = max((len(choice.name) for choice in choices), default=0)
    for choice in choices:
        value = value_span(choice.mark)
        name = Span(f"  {choice.name:>{width}} ", value.role)
        about = f" {choice.text}{', best' * choice.best}"
        screen.say([line(name, value._replace(text=f"{value.text:6}"), about)])
    screen.tell("")
    for sentence in truth.why.sentences:
        screen.tell(sentence)


def _as_in_a_game(match: Match, choices: Sequence[MoveValue]) -> list[MoveValue]:
    """Return the moves in the order in which the game lists them."""
    game, state = match.game, match.state
    spans = (span for shown in game.words.choices(state) for span in shown)
    places = {
        game.write_move(span.move): place
        for place, span in enumerate(spans)
        if span.move is not None
    }
    return sorted(choices, key=lambda choice: places.get(choice.move, 0))


def _how_read(match: Match) -> str:
    """Return how the moves were read, for a game in which people type more than the written
    form."""
    written, names = match.written_moves, match.named_moves
    read = f"Read as {count(len(written), 'move')}: {', then '.join(written)}."
    return f"{read} {names[-1]} is written {written[-1]} here."


def _options_for(game_class: type[AnyGame]) -> list[click.Parameter]:
    moves = click.Option(["--moves"], default="", help=_about_moves(game_class()))
    return [moves, _BUDGET, _CERTIFICATE, AS_JSON, PLAIN]


def _about_moves(game: AnyGame) -> str:
    """Return how moves are written, with a few legal ones as an example."""
    match = Match(game)
    while len(match.moves) < _EXAMPLES and (legal := game.legal_moves(match.state)):
        match.play(legal[len(legal) // 2])
    about = f'The moves so far, as in "{" ".join(match.written_moves)}".'
    for move in match.moves[:1]:
        written = game.write_move(move)
        entered = game.words.answers(game.start(), move)
        if entered != [written]:
            about += f" {written} stands for entering {', then '.join(entered)} in a game."
    return about


def _verify(context: click.Context, _option: click.Parameter, file: IO[str] | None) -> None:
    """Check the certificates of a file, one on each line, and exit."""
    if file is None or context.resilient_parsing:
        return
    with file:
        lines = [row for row in file if row.strip()]
    if not lines:
        raise BadCertificate("The file is empty.")
    for row in lines:
        click.echo(tell_proved(read_certificate(row)))
    context.exit()


@click.group("analyse", cls=GameGroup, do=_analyse_game, own_params=_options_for, takes_moves=True)
@click.option(
    "--verify",
    type=click.File("r", errors="replace"),
    metavar="FILE",
    is_eager=True,
    expose_value=False,
    callback=_verify,
    help="Check the certificates of a file, and nothing else.",
)
def analyse_command() -> None:
    """Show who is winning, the value of each move, and why.

    The ID of a position may stand for GAME, as GAME/option=value/move,move.
    """
