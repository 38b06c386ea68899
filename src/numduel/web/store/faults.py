"""What goes wrong with a database, told without ids and hashes: neither belongs in a log."""

import re
import sqlite3
from typing import Any

_VALUE = re.compile(r"""(?<=: )(["']).*\1""")  # such as in: invalid input for a number: "abc"
_REASON = re.compile(r".*failed: (?:FATAL:\s+)?(.*)")


def describe(fault: BaseException) -> str:
    """What a database says, without the values in the statement that failed."""
    original: Any = getattr(fault, "orig", None) or fault
    diagnosis = getattr(original, "diag", None)
    said = getattr(diagnosis, "message_primary", None) or str(original)
    return f"{type(original).__name__}: {_VALUE.sub('…', said.partition(chr(10))[0])}"


def reason_of(fault: BaseException) -> str:
    """Why a database could not be opened, as the end of a sentence."""
    if isinstance(fault, OSError) and fault.filename:
        return f"{fault.strerror}, {fault.filename}"
    said = describe(fault).partition(": ")[2]
    found = _REASON.search(said)
    return (found[1] if found else said).rstrip(".")


def is_damage(fault: BaseException) -> bool:
    """Whether a database says that what is stored in it was damaged."""
    original = getattr(fault, "orig", None)
    if isinstance(original, sqlite3.Error):
        code = getattr(original, "sqlite_errorcode", 0) & 0xFF
        damaged = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        return code in damaged or "decode to UTF-8" in str(original)
    return (getattr(original, "sqlstate", None) or "").startswith("XX")
