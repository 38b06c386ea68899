"""A match from its rows, or MatchDamaged if they are not what was written."""

import json
import logging
from collections.abc import Sequence
from typing import Any

from numduel.web.errors import MatchDamaged
from numduel.web.matches.live.other_processes import Tail
from numduel.web.matches.log import Entry, MatchHeader, MatchLog, SeatHolder
from numduel.web.matches.seals import find_fault

_log = logging.getLogger(__name__)


def rebuild(match_id: str, header: Sequence[Any], happened: Sequence[Sequence[Any]]) -> MatchLog:
    """The match with these rows, which are those that `read_rows` wants."""
    try:
        written, entries = read_rows(match_id, header, happened)
    except MatchDamaged as damaged:
        told = {"fields": {"fault": damaged.what}}
        _log.error("a match was damaged in the database", extra=told)
        raise
    one, two = (SeatHolder(*seat) for seat in written.pop("seats"))
    log = MatchLog(MatchHeader(**written, seats=(one, two)), header[1])
    for entry in entries:
        log.apply(entry)
    return log


def read_rows(
    match_id: str, header: Sequence[Any], happened: Sequence[Sequence[Any]]
) -> tuple[Entry, list[Entry]]:
    """The header and the entries of a match, from its header's row (its text, its seal and the
    number of entries) and from those of its entries in order (number, text and seal)."""
    text, seal, length = header
    written = _read(text, "its header")
    entries = []
    for expected, (number, text, _) in enumerate(happened):
        if number != expected:
            raise MatchDamaged(f"entry {expected + 1} is missing")
        entries.append(_read(text, f"entry {number + 1}"))
    fault = find_fault(written, seal, zip(entries, (row[2] for row in happened), strict=True))
    if fault is None and written["id"] != match_id:
        fault = "its header is that of another match"
    if fault is None and len(entries) != length:
        fault = f"it has {len(entries)} entries, not {length}"
    if fault is not None:
        raise MatchDamaged(fault)
    return written, entries


def extend(log: MatchLog, tail: Tail) -> bool:
    """Apply new entries to a match; False if it must be reloaded, because they do not follow on
    what is known or are not complete."""
    for number, text, seal in tail.entries:
        if number < log.version:
            continue
        entry = _read(text, f"entry {number + 1}")
        if number != log.version or log.seal_after(entry) != seal:
            return False
        log.apply(entry)
    return log.version >= tail.length


def _read(text: Any, what: str) -> Entry:
    try:
        read = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise MatchDamaged(f"{what} is not what was written")
    return read
