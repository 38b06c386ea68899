"""The rows of a match: JSON with a checksum each."""

import json
import logging
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any, NamedTuple

from numduel.web.errors import MatchDamaged
from numduel.web.matches.log import Entry, MatchHeader, MatchLog, SeatHolder

HEADER = -1  # instead of an entry's number
_LENGTH = 16  # hexadecimal digits: 64 bits are plenty against damage
_log = logging.getLogger(__name__)


class Row(NamedTuple):
    """A header or an entry as it is stored."""

    number: int
    text: str
    checksum: str


def write_row(match_id: str, number: int, value: dict[str, Any]) -> Row:
    """Write a header or an entry as compact JSON with its checksum."""
    text = json.dumps(value, separators=(",", ":"))
    return Row(number, text, _checksum(match_id, number, text))


def write_header(header: MatchHeader) -> Row:
    """Write the header of a match."""
    return write_row(header.id, HEADER, asdict(header))


def read_row(match_id: str, expected: int, row: Sequence[Any]) -> dict[str, Any]:
    """Read a row; raise MatchDamaged if another was expected or its checksum is wrong."""
    number, text, checksum = row
    name = "its header" if expected == HEADER else f"entry {expected + 1}"
    fault = None
    if number != expected:
        fault = f"{name} is missing"
    elif not isinstance(text, str) or _checksum(match_id, number, text) != checksum:
        fault = f"{name} is not what was written"
    if fault is not None:
        _log.error("a match was damaged in the database", extra={"fields": {"fault": fault}})
        raise MatchDamaged(fault)
    value: dict[str, Any] = json.loads(text)
    return value


def read_entries(match_id: str, version: int, rows: Iterable[Sequence[Any]]) -> list[Entry]:
    """Read the entries from a version on, without a gap."""
    return [read_row(match_id, number, row) for number, row in enumerate(rows, start=version)]


def rebuild(match_id: str, header: Sequence[Any], rows: Iterable[Sequence[Any]]) -> MatchLog:
    """Replay a match from its rows."""
    written = read_row(match_id, HEADER, header)
    one, two = (SeatHolder(*seat) for seat in written.pop("seats"))
    log = MatchLog(MatchHeader(**written, seats=(one, two)))
    for entry in read_entries(match_id, 0, rows):
        log.apply(entry)
    return log


def _checksum(match_id: str, number: int, text: str) -> str:
    named = f"{match_id}/{number}/{text}".encode("utf-8", "surrogatepass")
    return sha256(named).hexdigest()[:_LENGTH]
