"""The base of all models of requests and responses."""

from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from numduel.study import Form

PlayerNumber = Literal[1, 2]
OptionValues = dict[str, bool | int | str]


class Shape(BaseModel):
    """A JSON object with exactly these fields. It is strict: `false` is not a number."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def encode(shape: type[Shape], value: Any) -> bytes:
    """Validate a value and return it as JSON."""
    return shape.model_validate(value).model_dump_json(by_alias=True).encode()


def encode_form(form: Form) -> bytes:
    """Return a form of `numduel.study` as JSON; raise an error if it breaks its types."""
    kind: Any = type(form)
    return _adapter(kind).dump_json(form, warnings="error")


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
