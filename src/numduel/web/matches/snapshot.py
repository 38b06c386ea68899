"""A match as one viewer sees it. The model here is also what is encoded and sent."""

from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import Field

from numduel.game import Player
from numduel.study import Address
from numduel.web.matches.log import MatchLog
from numduel.web.matches.position import Position, sentences_of, unaddressed_position
from numduel.web.shapes import PlayerNumber, Shape

WAITING = "The duel begins when both seats are taken."


class SeatShape(Shape):
    kind: Literal["person", "computer"]
    name: str | None
    called: str = Field(description='as you read it: "You", "Ann", "The computer (easy)"')
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
    redo: int = Field(description="how many moves that were taken back can be redone")
    rematch: list[PlayerNumber]
    next: str | None
    truth: TruthSwitch
    created: str


def snapshot_of(log: MatchLog, you: tuple[Player, ...]) -> Snapshot:
    """A match as whoever holds these seats sees it. The model checks every field."""
    if log.shared is None:
        log.shared = _shared_fields(log)
    address = Address.of(log.match, you)
    return Snapshot.model_validate(
        log.shared
        | sentences_of(log.match, log.done, address)
        | ({"headline": WAITING} if log.is_waiting else {})
        | {
            "you": [int(player) for player in you],
            "seats": {str(int(player)): _seat_of(log, player, you, address) for player in Player},
        }
    )


def encode_snapshot(log: MatchLog, you: tuple[Player, ...]) -> bytes:
    """The snapshot as JSON. It is built once for each version and kind of viewer, so a thousand
    watchers cost no more than one."""
    encoded = log.encoded.get(you)
    if encoded is None:
        encoded = log.encoded[you] = snapshot_of(log, you).model_dump_json(by_alias=True).encode()
    return encoded


def _shared_fields(log: MatchLog) -> dict[str, Any]:
    """The fields that are the same for every viewer."""
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
        "created": datetime.fromtimestamp(header.created, UTC).isoformat(timespec="seconds"),
    }


def _seat_of(
    log: MatchLog, player: Player, you: tuple[Player, ...], address: Address
) -> dict[str, Any]:
    seat, called = log.match.seat(player), address.who(player)
    return {
        "kind": "person" if seat.is_person else "computer",
        "name": seat.name,
        "called": called if seat.is_person else f"{called} ({log.header.level})",
        "is_taken": log.is_taken(player),
        "is_you": player in you,
    }


def _numbers(players: set[Player]) -> list[int]:
    return sorted(int(player) for player in players)
