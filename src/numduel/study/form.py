"""Base classes of JSON forms. `dataclasses.asdict` makes the JSON object of a form; the server's
API uses the same classes as response models, and docs/api.md shows their docstrings."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

FORM: Final = 1  # the version of the JSON forms
OptionValues = dict[str, bool | int | str]


class Part:
    """A part of a form; its fields' docstrings describe them in the API."""

    __pydantic_config__: ClassVar[dict[str, bool]] = {
        "use_attribute_docstrings": True,
        "json_schema_serialization_defaults_required": True,
    }


@dataclass(frozen=True, kw_only=True)
class Form(Part):
    """A JSON object with the version of its form."""

    form: Literal[1] = FORM
