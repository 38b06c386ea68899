"""A file of JSON objects, one a line, that only grows: saved games, and the results of the arena.

A line is on disk before `write` returns. It carries a check value, the CRC-32 of all objects up to
its own, so that a line that was changed, lost, exchanged or doubled is noticed:

    {"move": "6", "check": "5a0ce4b1"}

Lines that are missing at the end are not noticed: the file is then as it once was.
"""

import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from numduel.errors import BadRecord

try:
    import fcntl
except ImportError:  # Windows: two windows on one saved game are not kept apart there
    fcntl = None  # type: ignore[assignment]


class CheckedLine(NamedTuple):
    """A line that was read: its number, its object, and the check value of all lines up to it."""

    number: int
    entry: dict[str, Any]
    check: int


def read_lines(data: bytes) -> Iterator[CheckedLine]:
    """The lines of a file, without a half-written last line. BadRecord for a line that is not a
    JSON object, or whose check value is wrong."""
    check = 0
    for number, text in enumerate(whole_lines(data).removesuffix(b"\n").split(b"\n"), start=1):
        if not text and number == 1:
            return
        try:
            entry = json.loads(text)
            told = entry.pop("check", None) if isinstance(entry, dict) else None
            check = _add(entry, check)
        except (ValueError, RecursionError):
            raise BadRecord(number, "it is not JSON.") from None
        if not isinstance(entry, dict):
            raise BadRecord(number, "it is not a JSON object.")
        if told is None:
            raise BadRecord(number, "it has no check value.")
        if told != _written(check):
            raise BadRecord(number, "its check value is wrong: it or an earlier line has changed.")
        yield CheckedLine(number, entry, check)


def write_lines(entries: Iterable[dict[str, Any]], check: int = 0) -> tuple[bytes, int]:
    """Objects as lines that follow lines with this check value; returns the lines and the new check
    value."""
    lines = []
    for entry in entries:
        check = _add(entry, check)
        lines.append(json.dumps(entry | {"check": _written(check)}).encode() + b"\n")
    return b"".join(lines), check


def whole_lines(data: bytes) -> bytes:
    """A file without a half-written last line. A last line that lacks only its newline is whole:
    an object that was cut short is never JSON."""
    begin = data.rfind(b"\n") + 1
    with suppress(ValueError, RecursionError):
        if isinstance(json.loads(data[begin:]), dict):
            return data
    return data[:begin]


def _add(entry: dict[str, Any], check: int) -> int:
    return zlib.crc32(json.dumps(entry).encode(), check)


def _written(check: int) -> str:
    return f"{check:08x}"


class Journal:
    """A file to which lines are added. What could not be written is tried again with the next
    entry, so a disk that was full for a while costs nothing."""

    def __init__(self, path: Path, length: int = 0) -> None:
        """`length` is how much of an existing file is good; what follows is cut off."""
        self.path = path
        self._length = length
        self._file: int | None = None
        self._unwritten = b""
        self._check = 0
        if length:
            self._open()
            with path.open("rb") as file:
                good = file.read(length)
            for line in read_lines(good):
                self._check = line.check
            if not good.endswith(b"\n"):
                self._unwritten = b"\n"

    def write(self, *entries: dict[str, Any]) -> None:
        """Put entries on disk before returning, or raise OSError with nothing half-written."""
        lines, self._check = write_lines(entries, self._check)
        self._unwritten += lines
        file = self._open()
        os.ftruncate(file, self._length)
        try:
            written = 0
            while written < len(self._unwritten):
                written += os.write(file, self._unwritten[written:])
            os.fsync(file)
        except OSError:
            with suppress(OSError):
                os.ftruncate(file, self._length)
            raise
        self._length += len(self._unwritten)
        self._unwritten = b""

    def close(self) -> None:
        """Let go of the file. A file that was made here and could not be written to is removed."""
        if self._file is not None:
            if not self._length:
                with suppress(OSError):
                    self.path.unlink()
            os.close(self._file)
            self._file = None

    def _open(self) -> int:
        if self._file is None:
            is_new = not self._length
            how = os.O_WRONLY | os.O_APPEND | (os.O_CREAT | os.O_EXCL if is_new else 0)
            file = os.open(self.path, how, 0o600)
            try:
                _lock(file)
                if is_new:
                    sync_folder(self.path.parent)
            except OSError:
                os.close(file)
                raise
            self._file = file
        return self._file


def _lock(file: int) -> None:
    """Lock this file against other windows; BlockingIOError if one of them has locked it. On file
    systems without locks, nothing happens."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            return


def is_in_use(path: Path) -> bool:
    """Whether a journal is open in another window."""
    file = os.open(path, os.O_WRONLY)
    try:
        _lock(file)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def sync_folder(folder: Path) -> None:
    """Make sure that a folder's list of files is on disk, where the platform can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
