"""Generates the page's TypeScript interfaces from the OpenAPI schemas: python tools/make_types.py

The server's models declare the forms once; `tsc` checks the page with these interfaces.
"""

from pathlib import Path
from typing import Any

from numduel.catalogue import list_games
from numduel.web.app import create_app

TYPES = Path(__file__).parents[1] / "src/numduel/web/static/types.d.ts"
HEADER = """\
// What travels between server and page. Written by `make types` from the description of the API:
// change the server's models, not this file.
"""
PLAIN = {"integer": "number"} | {name: name for name in ("number", "string", "boolean", "null")}

Schema = dict[str, Any]


def types_text() -> str:
    """Return the whole file."""
    schemas = create_app().openapi()["components"]["schemas"]
    return "\n".join([HEADER, *(_interface(name, schemas[name]) for name in sorted(schemas))])


def _interface(name: str, schema: Schema) -> str:
    if "enum" in schema:
        return f"{_comment(schema, '')}type {name} = {_type(schema)};\n"
    required = schema.get("required", ())
    lines = []
    for key, value in schema.get("properties", {}).items():
        written = key if key.isidentifier() else f'"{key}"'
        optional = "" if key in required else "?"  # may be missing from the JSON
        lines.append(f"{_comment(value, '  ')}  {written}{optional}: {_type(value)};\n")
    return f"{_comment(schema, '')}interface {name} {{\n{''.join(lines)}}}\n"


def _comment(schema: Schema, indent: str) -> str:
    text = " ".join(schema.get("description", "").split())
    return f"{indent}/** {text} */\n" if text else ""


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema or "enum" in schema:
        return _literals(schema.get("enum") or [schema["const"]])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    kind = schema.get("type")
    if kind == "array":
        items = _type(schema.get("items", {}))
        return f"({items})[]" if " " in items else f"{items}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'any'}>"
    return PLAIN.get(kind or "", "any")


def _literals(values: list[Any]) -> str:
    """Return the type of one of these values; a game is any string, because others may be
    installed."""
    if values == [game.slug for game in list_games()]:
        return "string"
    return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)


if __name__ == "__main__":
    TYPES.write_text(types_text())
