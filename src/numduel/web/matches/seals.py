"""Seals: check values by which a match that was damaged in the database is known.

The header of a match has a seal, and each entry has one that is made from the entry and from the
seal before it. If anything in a match was changed, swapped or left out, the seals do not fit.
"""

import json
from hashlib import sha256
from typing import Any

_LENGTH = 16  # hexadecimal digits: 64 bits are plenty against damage


def first_seal(header: dict[str, Any]) -> str:
    """The seal of a match's header."""
    return next_seal("", header)


def next_seal(before: str, written: dict[str, Any]) -> str:
    """The seal of what was written after something with the seal `before`."""
    text = json.dumps(written, sort_keys=True, separators=(",", ":"))
    return sha256(f"{before}\n{text}".encode()).hexdigest()[:_LENGTH]
