"""A match as one viewer sees it. The model here is also what is encoded and sent."""

from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import Field

from numduel.game import Player
from numduel.web.matches.log import MatchLog
from numduel.web.matches.position import Position, position_of
from numduel.web.shapes import PlayerNumber, Shape


class SeatShape(Shape):
    kind: Literal["person", "computer"]
    name: str | None
    is_taken: bool
    is_you: bool


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
    rematch: list[PlayerNumber]
    next: str | None
    truth: TruthSwitch
    created: str


def snapshot_of(log: MatchLog, you: tuple[Player, ...]) -> Snapshot:
    """A match as whoever holds these seats sees it. The model checks every field."""
    header = log.header
    fields = position_of(log.match) | {
        "id": header.id,
        "version": log.version,
        "mode": header.mode,
        "level": header.level,
        "seats": {str(int(player)): _seat_of(log, player, player in you) for player in Player},
        "you": [int(player) for player in you],
        "takeback": None if log.takeback is None else int(log.takeback),
        "rematch": _numbers(log.rematch),
        "next": log.next,
        "truth": {"on": log.is_truth_on, "asked": _numbers(log.truth)},
        "created": datetime.fromtimestamp(header.created, UTC).isoformat(timespec="seconds"),
    }
    return Snapshot.model_validate(fields)


def encode_snapshot(log: MatchLog, you: tuple[Player, ...]) -> bytes:
    """The snapshot as JSON. It is built once for each version and kind of viewer: a thousand
    watchers cost no more than one."""
    encoded = log.encoded.get(you)
    if encoded is None:
        encoded = log.encoded[you] = snapshot_of(log, you).model_dump_json(by_alias=True).encode()
    return encoded


def _seat_of(log: MatchLog, player: Player, is_you: bool) -> dict[str, Any]:
    seat = log.match.seat(player)
    return {
        "kind": "person" if seat.is_person else "computer",
        "name": seat.name,
        "is_taken": log.seats[player - 1].token is not None or not seat.is_person,
        "is_you": is_you,
    }


def _numbers(players: set[Player]) -> list[int]:
    return sorted(int(player) for player in players)
