"""Where a game was won and lost: move by move, as a picture, and in words."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from numduel.game import Player
from numduel.match import Match
from numduel.study.review import Review, ReviewedMove, review
from numduel.telling.review import sentences
from numduel.terminal.commands.analyse import moves_in_words
from numduel.terminal.screen import InputEnded, Screen
from numduel.words import Line, Span, line, turn_of

_PICTURE_WIDTH = 60
Names = Mapping[Player, str]


def review_as_json(match: Match) -> dict[str, Any]:
    """A review in the form that other programs read."""
    told = review(match.game, match.moves, match.ended)
    return {
        "game": match.game.slug,
        "options": match.game.options,
        "outcome": told.outcome
        and {"winner": int(told.outcome.winner), "reason": told.outcome.reason},
        "winners": told.winners,
        "moves": [dataclasses.asdict(step) for step in told.moves],
        "mattered": told.mattered,
        "sentences": sentences(told),
    }


def offer_review(screen: Screen, match: Match) -> None:
    """Ask at a terminal whether to look at the game that has just ended."""
    if not screen.is_terminal or not match.moves:
        return
    try:
        wanted = screen.ask("See where this game was decided? Enter y, or just Enter to go on: ")
    except InputEnded:
        screen.end_row()
        return
    if wanted.strip().lower() in ("y", "yes"):
        show_review(screen, match)


def show_review(screen: Screen, match: Match) -> None:
    """The moves with who was winning, a picture of it, and what it comes to."""
    with screen.thinking():
        told = review(match.game, match.moves, match.ended)
    screen.names = names = match.names
    screen.say([line(f"{match.game.title}: {moves_in_words(len(told.moves))}"), line()])
    screen.say(_table(told, names))
    width = min(_PICTURE_WIDTH, max(10, screen.width - _width(names) - 2))
    screen.say([*_picture(told, names, width), *map(line, sentences(told))])


def _table(told: Review, names: Names) -> list[Line]:
    width = max((len(step.move) for step in told.moves), default=0)
    return [
        line(f"{step.ply:4}  ", _who(step.player, names), f"  {step.move:>{width}}  {_value(step)}")
        for step in told.moves
    ]


def _value(step: ReviewedMove) -> str:
    if step.winner_after is None:
        return "nobody knows who wins"
    far = "" if not step.distance_after else f" in {moves_in_words(step.distance_after)}"
    wins = f"{step.winner_after} wins{far}"
    return f"{wins}  ? {', '.join(step.better[:5])} would have won" if step.is_mistake else wins


def _picture(told: Review, names: Names, width: int) -> list[Line]:
    """The value over the game: a step line between two bands, mistakes marked below."""
    lines: list[Line] = [line()]
    marks = " " + "".join("?" if step.is_mistake else " " for step in told.moves)
    for begin in range(0, len(told.winners), width):
        part = slice(begin, begin + width)
        for player in Player:
            band = "".join("━" if winner is player else "·" for winner in told.winners[part])
            lines.append(line(_who(player, names), f"  {band}"))
        if marks[part].strip():
            lines.append(line(f"{'mistakes':{_width(names)}}  {marks[part].rstrip()}"))
        lines.append(line())
    return lines


def _who(player: Player, names: Names) -> Span:
    """A player, with as much space behind as makes the longer name's column."""
    return turn_of(player, str(player) + " " * (_width(names) - len(names[player])))


def _width(names: Names) -> int:
    return max(len("mistakes"), *map(len, names.values()))
