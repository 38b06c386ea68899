"""Seals: check values that show whether a match was damaged in the database.

The header of a match has a seal. Each entry has one that is made from the entry and from the seal
before it. If anything in a match was changed, swapped or left out, the seals do not fit.
"""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

_LENGTH = 16  # hexadecimal digits: 64 bits are plenty against damage


def first_seal(header: dict[str, Any]) -> str:
    """The seal of a match's header."""
    return next_seal("", header)


def next_seal(before: str, written: dict[str, Any]) -> str:
    """The seal of what follows something with the seal `before`."""
    text = json.dumps(written, sort_keys=True, separators=(",", ":"))
    return sha256(f"{before}\n{text}".encode()).hexdigest()[:_LENGTH]


def find_fault(
    header: dict[str, Any], seal: str, sealed: Iterable[tuple[dict[str, Any], str]]
) -> str | None:
    """Find the first part of a stored match that was changed, or None."""
    if first_seal(header) != seal:
        return "its header is not what was written"
    for number, (entry, told) in enumerate(sealed, start=1):
        seal = next_seal(seal, entry)
        if seal != told:
            return f"entry {number} is not what was written"
    return None
