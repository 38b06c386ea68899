"""A match from its rows, or MatchDamaged if they are not what was written."""

import json
import logging
from collections.abc import Sequence
from typing import Any

from numduel.web.errors import MatchDamaged
from numduel.web.matches.log import MatchHeader, MatchLog, SeatHolder
from numduel.web.matches.seals import first_seal, next_seal

_log = logging.getLogger(__name__)


def rebuild(match_id: str, header: Sequence[Any], happened: Sequence[Sequence[Any]]) -> MatchLog:
    """The match with this header (its text, its seal and the number of entries) and with these
    entries (number, text and seal), which come in order."""
    text, seal, length = header
    written = _read(text, "its header")
    if first_seal(written) != seal or written["id"] != match_id:
        raise _damaged("its header is not what was written")
    one, two = (SeatHolder(*seat) for seat in written.pop("seats"))
    log = MatchLog(MatchHeader(**written, seats=(one, two)), seal)
    for number, text, seal in happened:
        if number != log.version:
            raise _damaged(f"entry {log.version + 1} is missing")
        entry = _read(text, f"entry {number + 1}")
        if next_seal(log.seal, entry) != seal:
            raise _damaged(f"entry {number + 1} is not what was written")
        log.apply(entry)
    if log.version != length:
        raise _damaged(f"it has {log.version} entries, not {length}")
    return log


def _read(text: Any, what: str) -> dict[str, Any]:
    try:
        read = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise _damaged(f"{what} is not what was written")
    return read


def _damaged(what: str) -> MatchDamaged:
    _log.error("a match was damaged in the database", extra={"fields": {"fault": what}})
    return MatchDamaged(what)
