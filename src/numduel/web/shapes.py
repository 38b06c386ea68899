"""What everything that is read or answered as JSON has in common."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

PlayerNumber = Literal[1, 2]
OptionValues = dict[str, bool | int | str]


class Shape(BaseModel):
    """A JSON object with exactly these fields. It is strict: `false` is no number."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def encode(shape: type[Shape], value: Any) -> bytes:
    """A value as JSON, after it was checked against its shape."""
    return shape.model_validate(value).model_dump_json(by_alias=True).encode()


class OutcomeShape(Shape):
    winner: PlayerNumber
    reason: str = Field(description='completes the sentence "Player 2 wins …"')
