"""A rule book's options: declared as dataclass fields, checked once, read from text."""

import dataclasses
import json
import re
import typing
from functools import cache
from typing import Any, Literal, NamedTuple

from numduel.errors import BadOption

LARGEST = 1_000  # the largest size of a duel, at every door

_WORDS_FOR_BOOL = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def option(
    default: int | bool | str,
    help: str,
    *,
    minimum: int | None = None,
    maximum: int = LARGEST,
    name: str | None = None,
    suggest: str | None = None,
    differs: str | dict[str, str] | None = None,
) -> Any:
    """Declare an option as a dataclass field.

    `name` is what players call it, if the field needs another name (an option `start` would hide
    the method). `suggest` makes the menu ask for it. `differs` says how the rules change with
    another value than the default; `{value}` and `{default}` stand for the two. An option whose
    values are words may have a sentence for each.
    """
    about: dict[str, Any] = {"help": help, "minimum": minimum, "maximum": maximum}
    about |= {"name": name, "suggest": suggest, "differs": differs}
    return dataclasses.field(default=default, metadata=about)


class Option(NamedTuple):
    """All that is needed to read, offer and check one option."""

    name: str
    field: str
    kind: type[int] | type[bool] | tuple[str, ...]
    default: Any
    help: str
    minimum: int | None
    maximum: int | None
    suggest: str | None
    differs: str | dict[str, str] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it may be; none if it is a number."""
        if isinstance(self.kind, tuple):
            return self.kind
        return ("yes", "no") if self.kind is bool else ()

    def tell(self, value: Any) -> str | None:
        """What players must know about this value besides the rules, in sentences, or None."""
        if self.differs is None:
            return f"{self.name} = {value} ({self.help})."
        if value == self.default:
            return None
        differs = self.differs if isinstance(self.differs, str) else self.differs[value]
        return differs.format(value=value, default=self.default)

    def read(self, text: str) -> int | bool | str:
        """The value that a text stands for, or BadOption."""
        text = text.strip(" \t\r\n")
        if self.kind is bool and text.lower() in _WORDS_FOR_BOOL:
            return _WORDS_FOR_BOOL[text.lower()]
        if self.kind is int and re.fullmatch(r"-?[0-9]{1,12}", text):
            return int(text)
        if isinstance(self.kind, tuple) and text in self.kind:
            return text
        raise self.refuse(json.dumps(text[:40], ensure_ascii=False))

    def check(self, value: object) -> None:
        """Raise BadOption unless the value is one that this option can have."""
        if isinstance(self.kind, tuple):
            is_right = isinstance(value, str) and value in self.kind
        else:
            is_right = type(value) is self.kind
        if is_right and self.kind is int:
            assert isinstance(value, int)
            is_right = (self.minimum is None or value >= self.minimum) and (
                self.maximum is None or value <= self.maximum
            )
        if not is_right:
            raise self.refuse(repr(value)[:40])

    def refuse(self, shown: str) -> BadOption:
        """The error for a value that is not one of this option's."""
        if isinstance(self.kind, tuple):
            wanted = "one of " + ", ".join(self.kind)
        elif self.kind is bool:
            wanted = "yes or no"
        elif self.maximum is None:
            wanted = "a whole number"
        elif self.minimum is None:
            wanted = f"a whole number up to {self.maximum}"
        else:
            wanted = f"a whole number from {self.minimum} to {self.maximum}"
        return BadOption(f"{self.name} must be {wanted}, not {shown}.")


def write_value(value: int | bool | str) -> str:
    """A value as it is typed, which `Option.read` reads."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


@cache
def options_of(game_class: type) -> tuple[Option, ...]:
    """The options a rule book has, in the order in which it declares them."""
    hints = typing.get_type_hints(game_class)
    return tuple(_describe(field, hints[field.name]) for field in dataclasses.fields(game_class))


def _describe(field: "dataclasses.Field[Any]", hint: Any) -> Option:
    if typing.get_origin(hint) is Literal:
        kind: Any = typing.get_args(hint)
    elif hint in (int, bool):
        kind = hint
    else:
        raise TypeError(
            f"option {field.name}: {hint} is neither int, bool nor a Literal of strings"
        )
    about = field.metadata
    is_number = kind is int
    return Option(
        about.get("name") or field.name,
        field.name,
        kind,
        field.default,
        about.get("help", ""),
        about.get("minimum") if is_number else None,
        about.get("maximum") if is_number else None,
        about.get("suggest"),
        about.get("differs"),
    )
