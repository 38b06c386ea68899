"""A position and a match as JSON, the match as one viewer sees it."""

from typing import Any, Literal

from pydantic import Field

from numduel.game import Player
from numduel.match import Match, write_id
from numduel.study import Address, Ending, headline, tell_deed
from numduel.web.matches.log import MatchLog
from numduel.web.shapes import OptionValues, PlayerNumber, Shape


class Position(Shape):
    """A position."""

    address: str = Field(description="the ID of the position; its page is /p/ID")
    game: str
    title: str
    board: str | None
    options: OptionValues
    moves: list[str]
    done: list[str] = Field(description='what each move did, to follow a name: "took 8"')
    ply: int
    view: dict[str, Any]
    to_move: PlayerNumber | None
    legal: list[str] = Field(description="the moves that are allowed now, in order")
    costs: dict[str, str] = Field(
        description="what some allowed moves spend, such as a joker, as a sentence"
    )
    spent: list[int] = Field(description="which of the moves, counted from 0, spent something")
    headline: str = Field(description="whose turn it is and what they must do, or how it ended")
    told: str = Field(description="what the last move did, as a sentence; empty before the first")
    last: str | None
    outcome: Ending | None


def position_of(match: Match, address: Address | None = None) -> dict[str, Any]:
    """Return the fields of a match's current position."""
    done = [match.game.words.done(*turn) for turn in match.turns]
    return unaddressed_position(match, done) | sentences_of(match, done, address or Address())


def unaddressed_position(match: Match, done: list[str]) -> dict[str, Any]:
    """Return the fields that are the same for every reader."""
    game, state, outcome = match.game, match.state, match.outcome
    legal = [] if outcome else game.legal_moves(state)
    words = game.words
    costs = {game.write_move(move): words.cost(state, move) for move in legal}
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
        "legal": [*costs],
        "costs": {move: cost for move, cost in costs.items() if cost},
        "spent": [ply for ply, turn in enumerate(match.turns) if words.cost(*turn)],
        "last": moves[-1] if moves else None,
        "outcome": Ending.of(outcome),
    }


def sentences_of(match: Match, done: list[str], address: Address) -> dict[str, str]:
    """Return the fields with sentences addressed to a reader."""
    mover = match.state.to_move.opponent
    told = tell_deed(mover, done[-1], address) if done else ""
    return {"headline": headline(match, address), "told": told}


WAITING = "Waiting for your friend …"


class SeatShape(Shape):
    kind: Literal["person", "computer"]
    name: str | None
    called: str = Field(description='as you read it: "You", "Ann", "The computer (easy)"')
    is_taken: bool
    colour: PlayerNumber = Field(description="stays with the person over rematches")
    wins: int = Field(description="games won in a series of rematches, this one included")


class Seats(Shape):
    one: SeatShape = Field(alias="1")
    two: SeatShape = Field(alias="2")


class TruthSwitch(Shape):
    """Whether the truth is shown, and who has asked for it."""

    on: bool
    asked: list[PlayerNumber]


class Snapshot(Position):
    """A match as you see it."""

    id: str
    version: int = Field(description="the number of the last event")
    mode: Literal["computer", "link", "screen"]
    level: str | None
    seats: Seats
    you: list[PlayerNumber]
    takeback: PlayerNumber | None
    redo: int = Field(description="how many moves can be redone")
    rematch: list[PlayerNumber]
    next: str | None
    truth: TruthSwitch


def snapshot_of(log: MatchLog, you: tuple[Player, ...]) -> Snapshot:
    """Return a match as the holder of these seats sees it. The model checks every field."""
    if log.shared is None:
        log.shared = _shared_fields(log)
    address = Address.of(log.match, you)
    return Snapshot.model_validate(
        log.shared
        | sentences_of(log.match, log.done, address)
        | ({"headline": WAITING} if log.is_waiting else {})
        | {
            "you": [int(player) for player in you],
            "seats": {str(int(player)): _seat_of(log, player, address) for player in Player},
        }
    )


def encode_snapshot(log: MatchLog, you: tuple[Player, ...]) -> bytes:
    """Return the snapshot as JSON, encoded once for each version and kind of viewer."""
    encoded = log.encoded.get(you)
    if encoded is None:
        encoded = log.encoded[you] = snapshot_of(log, you).model_dump_json(by_alias=True).encode()
    return encoded


def _shared_fields(log: MatchLog) -> dict[str, Any]:
    """Return the fields that are the same for every viewer."""
    header = log.header
    return unaddressed_position(log.match, log.done) | {
        "id": header.id,
        "version": log.version,
        "mode": header.mode,
        "level": header.level,
        "takeback": None if log.takeback is None else int(log.takeback),
        "redo": log.redoable,
        "rematch": _numbers(log.rematch),
        "next": log.next,
        "truth": {"on": log.is_truth_on, "asked": _numbers(log.truth)},
    }


def _seat_of(log: MatchLog, player: Player, address: Address) -> dict[str, Any]:
    seat, called = log.match.seat(player), address.who(player)
    return {
        "kind": "person" if seat.is_person else "computer",
        "name": seat.name,
        "called": called if seat.is_person else f"{called} ({log.header.level})",
        "is_taken": log.is_taken(player),
        "colour": int(log.colour_of(player)),
        "wins": log.wins_of(player),
    }


def _numbers(players: set[Player]) -> list[int]:
    return sorted(int(player) for player in players)
