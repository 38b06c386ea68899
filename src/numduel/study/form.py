"""What all JSON forms share. `dataclasses.asdict` makes the JSON object of a form; the server's API
takes the same classes as its response models, and docs/api.md shows their docstrings."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

FORM: Final = 1  # the version of the JSON forms
OptionValues = dict[str, bool | int | str]


class Part:
    """A part of a form. The docstrings below its fields describe them in the API."""

    __pydantic_config__: ClassVar[dict[str, bool]] = {
        "use_attribute_docstrings": True,
        "json_schema_serialization_defaults_required": True,
    }


@dataclass(frozen=True, kw_only=True)
class Form(Part):
    """A JSON object with the version of its form."""

    form: Literal[1] = FORM
