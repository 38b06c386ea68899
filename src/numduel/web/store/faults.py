"""What goes wrong with a database, described without ids and hashes, which do not belong in a
log."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numduel.web.errors import CannotOpen, StoreUnavailable

_VALUE = re.compile(r"""(?<=: )(["']).*\1""")  # such as in: invalid input for a number: "abc"
_REASON = re.compile(r".*failed: (?:FATAL:\s+)?(.*)")
_CODE = re.compile(r"\[Errno -?\d+\] |^fe_sendauth: ")
_PLAIN = {  # messages that a reader would not understand, and what they mean
    "connection timeout expired": "no PostgreSQL answered there in time",
    "received invalid response to SSL negotiation": "what answers there is not PostgreSQL",
    "received invalid response to GSSAPI negotiation": "what answers there is not PostgreSQL",
    "expected authentication request from server": "what answers there is not PostgreSQL",
}


def describe_fault(fault: BaseException) -> str:
    """Return what a database says, without the values in the statement that failed."""
    diagnosis: Any = getattr(fault, "diag", None)
    said = getattr(diagnosis, "message_primary", None) or str(fault)
    return f"{type(fault).__name__}: {_VALUE.sub('…', said.partition(chr(10))[0])}"


@contextmanager
def in_a_sentence(what: str = "opened") -> Iterator[None]:
    """Turn what goes wrong with a database here into CannotOpen with one sentence, for whoever runs
    a server or a command. `what` is what cannot be done with it."""
    try:
        yield
    except Exception as fault:
        if not is_of_database(fault):
            raise
        raise CannotOpen(f"The database cannot be {what}: {_reason_of(fault)}.") from fault


def _reason_of(fault: BaseException) -> str:
    """Return why a database could not be opened, as the end of a sentence."""
    if isinstance(fault, OSError) and fault.filename:
        return f"{fault.strerror}, {fault.filename}"
    said = describe_fault(fault).partition(": ")[2]
    found = _REASON.search(said)
    reason = _CODE.sub("", found[1] if found else said).rstrip(".")
    return next((plain for told, plain in _PLAIN.items() if reason.startswith(told)), reason)


def is_of_database(fault: BaseException) -> bool:
    """Return whether a database is at fault, and not our own code. psycopg, which may not be
    installed, has errors with an `sqlstate`, and its pool those with a name of their own."""
    known = (sqlite3.Error, OSError, StoreUnavailable)
    is_pool = type(fault).__module__.startswith("psycopg_pool")
    return isinstance(fault, known) or hasattr(fault, "sqlstate") or is_pool


def is_damage(fault: BaseException) -> bool:
    """Return whether a database says that what is stored in it was damaged."""
    if isinstance(fault, sqlite3.Error):
        code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
        damaged = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        return code in damaged or "decode to UTF-8" in str(fault)
    return (getattr(fault, "sqlstate", None) or "").startswith("XX")
