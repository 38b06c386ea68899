"""A backup as a file: JSON, one object a line, compressed with gzip. It is the same for every kind
of database.

    {"numduel backup": 1, "revision": "0004", "clock": 1763312400.5, "matches": 2}
    {"id": …, "created": …, "is_over": …, "header": {…}, "seal": …, "entries": [[at, {…}, seal], …]}
    {"end": {"matches": 2, "entries": 17, "sha256": …}}

First come the version of this format, the revision of the database's tables, where the store's
clock stood, and how many matches it had. Then there is a line for each match, with the seals that
its header and its entries have in the database. The last line counts them, and has a check value
of all lines before it, so that a file that was cut short or changed is known.
"""

import json
import zlib
from collections.abc import Iterator
from gzip import GzipFile
from hashlib import sha256
from math import isfinite
from typing import Any, BinaryIO, NamedTuple, Protocol

from numduel.errors import NumduelError
from numduel.web.matches.log import Entry
from numduel.web.matches.seals import find_fault

_KIND = "numduel backup"
_VERSION = 1
_LONGEST_LINE = 64 << 20  # the longest match there can be is a few megabytes
_GZIP = 16 + zlib.MAX_WBITS


class BadBackup(NumduelError):
    """The file is no backup, or not a whole one."""


class Amount(NamedTuple):
    """How much was copied."""

    matches: int
    entries: int


class BackupHead(NamedTuple):
    """The first line. `matches` is how many the database has, the damaged ones included."""

    revision: str
    clock: float | None
    matches: int


class KeptEntry(NamedTuple):
    """An entry of a match with its time and its seal."""

    at: float
    entry: Entry
    seal: str


class KeptMatch(NamedTuple):
    """A match as it is in a database."""

    id: str
    created: float
    is_over: bool
    header: Entry
    seal: str
    entries: list[KeptEntry]

    @property
    def has_times(self) -> bool:
        """Whether its times are valid. They are not sealed."""
        return all(map(_is_time, (self.created, *(kept.at for kept in self.entries))))


class Output(Protocol):
    """Where a backup is written to."""

    def write(self, data: bytes, /) -> object: ...


class BackupWriter:
    """Writes a backup, line by line."""

    def __init__(self, output: Output, head: BackupHead) -> None:
        self._output = output
        self._packer = zlib.compressobj(6, zlib.DEFLATED, _GZIP)
        self._sum = sha256()
        self._matches = self._entries = 0
        self._write({_KIND: _VERSION, **head._asdict()})

    def add(self, match: KeptMatch) -> None:
        """Write a match."""
        self._write(match._asdict())
        self._matches += 1
        self._entries += len(match.entries)

    def finish(self) -> Amount:
        """Write the last line, and return what was written."""
        amount = Amount(self._matches, self._entries)
        self._write({"end": amount._asdict() | {"sha256": self._sum.hexdigest()}})
        self._output.write(self._packer.flush())
        return amount

    def _write(self, line: dict[str, Any]) -> None:
        text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        self._sum.update(text)
        self._output.write(self._packer.compress(text))


class BackupReader:
    """Reads a backup, line by line. Whatever is wrong with it is BadBackup."""

    def __init__(self, file: BinaryIO) -> None:
        """Read the first line."""
        self._file = GzipFile(fileobj=file, mode="rb")
        self._number = 0
        self._sum = sha256()
        try:
            head, _ = self._read()
            version = head[_KIND]
        except (BadBackup, KeyError):
            raise BadBackup("This is not a backup that numduel has made.") from None
        if version != _VERSION:
            raise newer_backup()
        try:
            self.head = BackupHead(head["revision"], head["clock"], head["matches"])
        except KeyError:
            raise self._damaged() from None
        revision, clock, matches = self.head
        if not (isinstance(revision, str) and isinstance(matches, int) and matches >= 0):
            raise self._damaged()
        if not (clock is None or _is_time(clock)):
            raise self._damaged()

    def matches(self) -> Iterator[KeptMatch]:
        """Every match. After the last one, the file is known to be whole."""
        matches = entries = 0
        while True:
            line, check = self._read()
            if "end" in line:
                break
            match = self._match(line)
            matches += 1
            entries += len(match.entries)
            yield match
        if line["end"] != {"matches": matches, "entries": entries, "sha256": check}:
            raise BadBackup("The backup was damaged: its check value is wrong.")
        if self._line():
            raise BadBackup("The backup was damaged: something follows its end.")

    def _match(self, line: dict[str, Any]) -> KeptMatch:
        try:
            match = KeptMatch(**line)
            match = match._replace(entries=[KeptEntry(*entry) for entry in match.entries])
            sealed = ((kept.entry, kept.seal) for kept in match.entries)
            is_sound = (
                find_fault(match.header, match.seal, sealed) is None
                and match.header["id"] == match.id
                and match.has_times
                and type(match.is_over) is bool
            )
        except (TypeError, ValueError, KeyError):
            is_sound = False
        if not is_sound:
            raise self._damaged()
        return match

    def _read(self) -> tuple[dict[str, Any], str]:
        """A line, and the check value of all before it."""
        check = self._sum.hexdigest()
        self._number += 1
        text = self._line()
        if not text:
            raise BadBackup("The backup is not whole: it was cut short.")
        self._sum.update(text)
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            raise self._damaged() from None
        if not isinstance(line, dict):
            raise self._damaged()
        return line, check

    def _line(self) -> bytes:
        try:
            text = self._file.readline(_LONGEST_LINE)
        except EOFError:
            raise BadBackup("The backup is not whole: it was cut short.") from None
        except (OSError, zlib.error) as fault:
            reason = getattr(fault, "strerror", None) or "it is not as it was written"
            raise BadBackup(f"The backup cannot be read: {reason}.") from None
        if text and not text.endswith(b"\n"):
            raise self._damaged()
        return text

    def _damaged(self) -> BadBackup:
        return BadBackup(f"The backup was damaged: line {self._number} is not as it was written.")


def newer_backup() -> BadBackup:
    return BadBackup("A newer numduel has made this backup: update numduel to restore it.")


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and type(value) is not bool and isfinite(value)
