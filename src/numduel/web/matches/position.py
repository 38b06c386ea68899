"""A position as a board or a program reads it."""

from typing import Any

from pydantic import Field

from numduel.match import Match
from numduel.web.shapes import OptionValues, PlayerNumber, Shape
from numduel.words import Line, line, put_names

MOST_LEGAL_MOVES = 1_000  # as many are listed; `legal_count` says how many there are


class OutcomeShape(Shape):
    winner: PlayerNumber
    reason: str = Field(description='completes the sentence "Player 2 wins …"')


class Lines(Shape):
    turn: list[str] = Field(description="the rule book's words for this turn, or for the end")


class Position(Shape):
    """A position."""

    game: str
    title: str
    board: str | None
    options: OptionValues
    moves: list[str]
    ply: int
    view: dict[str, Any]
    to_move: PlayerNumber | None
    legal: list[str] = Field(description="the first thousand, in order")
    legal_count: int
    lines: Lines
    last: str | None
    outcome: OutcomeShape | None


def position_of(match: Match) -> dict[str, Any]:
    """The fields of the position that a match has come to."""
    game, state, outcome = match.game, match.state, match.outcome
    legal = [] if outcome else game.legal_moves(state)
    moves = match.written_moves
    return {
        "game": game.slug,
        "title": game.title,
        "board": game.board,
        "options": game.options,
        "moves": moves,
        "ply": len(moves),
        "view": game.view(state),
        "to_move": None if outcome else int(state.to_move),
        "legal": [game.write_move(move) for move in legal[:MOST_LEGAL_MOVES]],
        "legal_count": len(legal),
        "lines": {"turn": _lines_of(match)},
        "last": moves[-1] if moves else None,
        "outcome": outcome and {"winner": int(outcome.winner), "reason": outcome.reason},
    }


def _lines_of(match: Match) -> list[str]:
    """The rule book's words for this turn, or for the ending."""
    game, state = match.game, match.state
    if match.outcome is None:
        lines = game.words.turn(game, state)
    elif match.ended is None:
        lines = game.words.ending(game, state, match.outcome)
    else:
        lines = [line(f"{match.outcome.winner} wins the game {match.outcome.reason}.")]
    return [said for said in (name_people(spoken, match) for spoken in lines) if said]


def name_people(spoken: Line | str, match: Match) -> str:
    """A line with the players' names in it."""
    text = str(spoken)
    if not any(seat.name for seat in match.seats):
        return text
    return str(put_names(line(text), match.names))
