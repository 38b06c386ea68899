"""What goes wrong with a database, described without ids and hashes, which do not belong in a
log."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

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
    """What a database says, without the values in the statement that failed."""
    original: Any = getattr(fault, "orig", None) or fault
    diagnosis = getattr(original, "diag", None)
    said = getattr(diagnosis, "message_primary", None) or str(original)
    return f"{type(original).__name__}: {_VALUE.sub('…', said.partition(chr(10))[0])}"


@contextmanager
def in_a_sentence(what: str = "opened") -> Iterator[None]:
    """Turn what goes wrong with a database here into CannotOpen with one sentence, for whoever runs
    a server or a command. `what` is what cannot be done with it."""
    try:
        yield
    except (SQLAlchemyError, OSError) as fault:
        raise CannotOpen(f"The database cannot be {what}: {_reason_of(fault)}.") from fault


def _reason_of(fault: BaseException) -> str:
    """Why a database could not be opened, as the end of a sentence."""
    if isinstance(fault, OSError) and fault.filename:
        return f"{fault.strerror}, {fault.filename}"
    said = describe_fault(fault).partition(": ")[2]
    found = _REASON.search(said)
    reason = _CODE.sub("", found[1] if found else said).rstrip(".")
    return next((plain for told, plain in _PLAIN.items() if reason.startswith(told)), reason)


def is_of_database(fault: BaseException) -> bool:
    """Whether a database is at fault, and not our own code."""
    known = (SQLAlchemyError, OSError, StoreUnavailable)
    return isinstance(fault, known) or hasattr(fault, "sqlstate")  # psycopg's own errors have one


def is_refusal(fault: BaseException) -> bool:
    """Whether a database refused what it was given, because it does not fit what it has."""
    original = getattr(fault, "orig", fault)
    is_integrity = (getattr(original, "sqlstate", None) or "").startswith("23")
    return is_integrity or isinstance(original, sqlite3.IntegrityError)


def is_damage(fault: BaseException) -> bool:
    """Whether a database says that what is stored in it was damaged."""
    original = getattr(fault, "orig", fault)
    if isinstance(original, sqlite3.Error):
        code = getattr(original, "sqlite_errorcode", 0) & 0xFF
        damaged = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        return code in damaged or "decode to UTF-8" in str(original)
    return (getattr(original, "sqlstate", None) or "").startswith("XX")
