"""A position as a board or a program reads it."""

from typing import Any

from pydantic import Field

from numduel.match import Match, write_id
from numduel.study import Address, Ending, headline, tell_deed
from numduel.web.shapes import OptionValues, PlayerNumber, Shape

MOST_LEGAL_MOVES = 1_000  # as many are listed; `legal_count` says how many there are


class Position(Shape):
    """A position."""

    address: str = Field(description="the ID of the position; its page is /p/ID")
    game: str
    title: str
    board: str | None
    options: OptionValues
    moves: list[str]
    done: list[str] = Field(description='what each move did, to be read behind a name: "took 8"')
    ply: int
    view: dict[str, Any]
    to_move: PlayerNumber | None
    legal: list[str] = Field(description="the first thousand, in order")
    legal_count: int
    headline: str = Field(description="whose turn it is and what they must do, or how it ended")
    told: str = Field(description="what the last move did, as a sentence; empty before the first")
    last: str | None
    outcome: Ending | None


def position_of(match: Match, address: Address | None = None) -> dict[str, Any]:
    """The fields of the position that a match has come to."""
    done = [match.game.words.done(*turn) for turn in match.turns]
    return unaddressed_position(match, done) | sentences_of(match, done, address or Address())


def unaddressed_position(match: Match, done: list[str]) -> dict[str, Any]:
    """The fields that are the same for every reader."""
    game, state, outcome = match.game, match.state, match.outcome
    legal = [] if outcome else game.legal_moves(state)
    moves = match.written_moves
    return {
        "address": write_id(game, moves),
        "game": game.slug,
        "title": game.title,
        "board": game.board,
        "options": game.options,
        "moves": moves,
        "done": done,
        "ply": len(moves),
        "view": game.view(state),
        "to_move": None if outcome else int(state.to_move),
        "legal": [game.write_move(move) for move in legal[:MOST_LEGAL_MOVES]],
        "legal_count": len(legal),
        "last": moves[-1] if moves else None,
        "outcome": Ending.of(outcome),
    }


def sentences_of(match: Match, done: list[str], address: Address) -> dict[str, str]:
    """The fields that speak to a reader."""
    mover = match.state.to_move.opponent
    told = tell_deed(mover, done[-1], address) if done else ""
    return {"headline": headline(match, address), "told": told}
