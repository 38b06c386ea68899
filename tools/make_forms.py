"""Writes the tables of docs/json.md from the forms of `numduel.study`: python tools/make_forms.py

A form's fields, types and docstrings are those of the API's description. Between the lines
`<!-- form NAME -->` and `<!-- end -->` of the document stands the table of that form, and behind it
those of its parts, unless they are described further up.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from numduel import study

DOCUMENT = Path(__file__).parents[1] / "docs/json.md"
_MARKED = re.compile(r"(<!-- form (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_PLAIN = {"integer": "whole number", "string": "text", "boolean": "true or false", "null": "`null`"}

Schema = dict[str, Any]


def forms_text(text: str) -> str:
    """Return the document with its tables made anew."""
    described = {"Player"}

    def fill(marked: re.Match[str]) -> str:
        schema = TypeAdapter(getattr(study, marked[2])).json_schema(mode="serialization")
        parts = {marked[2]: schema, **schema.get("$defs", {})}
        new = [name for name in _reached(marked[2], parts) if name not in described]
        described.update(new)
        tables = [_table(name, parts[name]) for name in new]
        return "\n".join([marked[1], *tables, marked[3]])

    return _MARKED.sub(fill, text)


def _reached(name: str, parts: dict[str, Schema]) -> list[str]:
    """List the form and its parts."""
    found = [name]
    for one in found:  # which grows as we go
        named = re.findall(r"'#/\$defs/(\w+)'", str(parts[one].get("properties", {})))
        found += [part for part in dict.fromkeys(named) if part not in found]
    return found


def _table(name: str, schema: Schema) -> str:
    about = " ".join(schema["description"].split())
    return "\n".join(
        [
            f"`{name}`: {about[0].lower()}{about[1:]}",
            "",
            "| field | type | what it is |",
            "|---|---|---|",
            *_rows(schema["properties"]),
            "",
        ]
    )


def _rows(fields: dict[str, Schema]) -> Iterator[str]:
    for name, schema in fields.items():
        if name != "form":
            about = " ".join(schema.get("description", "").split())
            yield f"| `{name}` | {_type(schema)} | {about} |"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        part = schema["$ref"].rpartition("/")[2]
        return "player" if part == "Player" else f"`{part}`"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}"
    if schema.get("type") == "object":
        return "object"
    kind = str(schema.get("type", "value"))
    return _PLAIN.get(kind, kind)


if __name__ == "__main__":
    DOCUMENT.write_text(forms_text(DOCUMENT.read_text()))
