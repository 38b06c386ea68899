"""Saved games as append-only files; `Journal` also keeps the results of the arena.

A journal is a file of JSON objects, one a line. A line is on disk (fsync) before `write` returns.
It carries a check value, the CRC-32 of all objects up to its own, which reveals lines that were
changed, removed, swapped or repeated:

    {"move": "6", "check": "5a0ce4b1"}

A file cut off after a complete line is valid: it is an earlier state of the journal.

The first line of a saved game is its header: the format, the game with its rules version and all
options, the seats, the seed and, in a series, its length and score. Each further line is a move,
moves taken back or redone, or an ending:

    {"move": "6"}  {"undo": 1}  {"redo": 1}  {"end": {"winner": 2, "reason": "by resignation"}}

Loading replays the moves, and so verifies them.
"""

import json
import os
import re
import stat
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from numduel.catalogue import build_game, find_game
from numduel.errors import BadRecord, NumduelError
from numduel.game import AnyGame, Player
from numduel.match import Match, Seat, Series

try:
    import fcntl
except ImportError:  # Windows: no locking there
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
_MOST_BYTES = 16 << 20
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class CheckedLine(NamedTuple):
    """A line that was read: its number, its object, and the check value up to it."""

    number: int
    entry: dict[str, Any]
    check: int


def read_lines(data: bytes) -> Iterator[CheckedLine]:
    """Yield the lines of a file, without a half-written last line; BadRecord for a line that is not
    a JSON object or has a wrong check value."""
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
    """Return objects as lines that continue from this check value, and the new check value."""
    lines = []
    for entry in entries:
        check = _add(entry, check)
        lines.append(json.dumps(entry | {"check": _written(check)}).encode() + b"\n")
    return b"".join(lines), check


def whole_lines(data: bytes) -> bytes:
    """Return a file without a half-written last line. A last line that lacks only its newline is
    complete, since a truncated object is never valid JSON."""
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
    """A file to append lines to. A failed write is repeated with the next one, so nothing is lost
    while a disk is full."""

    def __init__(self, path: Path, length: int = 0) -> None:
        """`length` is the valid part of an existing file; the rest is cut off."""
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
        """Write entries to disk before returning; on OSError nothing is half-written."""
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
        """Close the file, and remove it if it is new and empty."""
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
    """Lock this file; BlockingIOError if another process has locked it. Does nothing on file
    systems without locks."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            return


def is_in_use(path: Path) -> bool:
    """Return whether another process has a journal open."""
    file = os.open(path, os.O_WRONLY)
    try:
        _lock(file)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def sync_folder(folder: Path) -> None:
    """Fsync a folder, if the platform can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def entries_of(match: Match, series: Series | None = None) -> list[dict[str, Any]]:
    """Return the record of a match: its header, its moves and its ending."""
    header: dict[str, Any] = {
        "numduel": FORMAT,
        "game": match.game.slug,
        "rules": match.rules_version,
        "options": match.game.options,
        "seats": [{"kind": seat.kind, "name": seat.name} for seat in match.seats],
        "seed": match.seed,
    }
    if series is not None:
        header["series"] = {"games": series.games, "won": list(series.won)}
    moves = [{"move": written} for written in match.written_moves]
    return [header, *moves, *([ending_of(match)] if match.outcome else [])]


def ending_of(match: Match) -> dict[str, Any]:
    """Return the entry that ends a record."""
    assert match.outcome is not None
    return {"end": {"winner": int(match.outcome.winner), "reason": match.outcome.reason}}


@dataclass
class Record:
    """A match read back from disk."""

    match: Match
    series: Series | None
    length: int  # valid bytes of the file
    is_cut: bool  # whether a half-written last line was left out


def load(path: Path) -> Record:
    """Read and replay a record; BadRecord names the wrong line and the reason."""
    data = _read(path)
    lines = read_lines(data)
    header = next(lines, None)
    if header is None:
        raise BadRecord(1, "it is not a numduel record: there is no complete line.")
    match, series = _read_header(header.entry)
    for line in lines:
        try:
            apply_entry(match, line.entry)
        except NumduelError as error:
            raise BadRecord(line.number, str(error).removesuffix(".") + ".") from None
    length = len(whole_lines(data))
    return Record(match, series, length, is_cut=length < len(data))


def _read(path: Path) -> bytes:
    """Read a file; OSError for one that is no regular file or too large."""
    about = path.stat()
    if not (stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)):
        raise OSError("it is not a regular file")
    if about.st_size > _MOST_BYTES:
        raise OSError(f"it has more than {_MOST_BYTES >> 20} MB")
    return path.read_bytes()


def _read_header(header: dict[str, Any]) -> tuple[Match, Series | None]:
    format = header.get("numduel")
    if type(format) is not int or format < 1:
        raise BadRecord(1, "it is not the header of a numduel record.")
    if format > FORMAT:
        raise BadRecord(1, f"it has format {format}; this numduel reads up to {FORMAT}.")
    slug, options, seats = header.get("game"), header.get("options"), header.get("seats")
    if not isinstance(slug, str) or not isinstance(options, dict):
        raise BadRecord(1, "it must name the game and its options.")
    try:
        game = build_game(find_game(slug), options)
        check_rules(game, header.get("rules"))
    except NumduelError as error:
        raise BadRecord(1, str(error)) from None
    if not isinstance(seats, list) or len(seats) != 2:
        raise BadRecord(1, "it must say who sits in the two seats.")
    one, two = (_read_seat(seat) for seat in seats)
    if type(header.get("seed")) is not int:
        raise BadRecord(1, "its seed must be a whole number.")
    match = Match(game, (one, two), header["seed"], header["rules"])
    return match, _read_series(header["series"], match) if "series" in header else None


def _read_seat(seat: Any) -> Seat:
    if not isinstance(seat, dict) or not isinstance(seat.get("kind"), str):
        raise BadRecord(1, "a seat must say what kind of player has it.")
    name = seat.get("name")
    if not isinstance(name, str | None) or any(_CONTROL.findall(name or "")):
        raise BadRecord(1, "the name at a seat must be null or a text without control characters.")
    return Seat(seat["kind"], seat.get("name"))


def _read_series(about: Any, this: Match) -> Series:
    match about:
        case {"games": int(games), "won": [int(one), int(two)]} if all(
            type(number) is int and number >= 0 for number in (games, one, two)
        ):
            pass
        case _:
            raise BadRecord(1, "a series must say how many games it has and who won how many.")
    if one + two >= games:
        raise BadRecord(1, "its series was over before this game.")
    try:
        series = Series(this.game, this.seats, games, this.seed - one - two, (one, two))
    except NumduelError as error:
        raise BadRecord(1, str(error)) from None
    if series.number % 2 == 0:
        series.people = (this.seats[1], this.seats[0])
    return series


def check_rules(game: AnyGame, version: Any) -> None:
    """Raise NumduelError if this numduel lacks a match's version of the rules."""
    if type(version) is not int or not 1 <= version <= game.rules_version:
        raise NumduelError(f"it has rules {version}; this numduel has {game.rules_version}.")


def apply_entry(match: Match, entry: dict[str, Any]) -> None:
    """Apply an entry to a match: a move, undo, redo or an ending. The server's store uses the same
    entries."""
    what = entry.keys() & {"move", "undo", "redo", "end"}
    if len(what) != 1:
        raise NumduelError("it must have exactly one of move, undo, redo and end.")
    (kind,) = what
    if kind == "move":
        if not isinstance(entry["move"], str):
            raise NumduelError("a move must be in its written form, as a text.")
        match.play(entry["move"])
    elif kind == "end":
        _replay_ending(match, entry["end"])
    else:
        if type(entry[kind]) is not int:
            raise NumduelError(f"{kind} must say how many moves.")
        match.undo(entry[kind]) if kind == "undo" else match.redo(entry[kind])


def _replay_ending(match: Match, end: Any) -> None:
    winner = end.get("winner") if isinstance(end, dict) else None
    reason = end.get("reason") if isinstance(end, dict) else None
    if type(winner) is not int or winner not in (1, 2) or not isinstance(reason, str):
        raise NumduelError("an end must have a winner, 1 or 2, and a reason.")
    if match.outcome is None:
        match.end(Player(winner), reason)
    elif match.outcome.winner != winner or match.ended:
        raise NumduelError(f"the game was over: {match.outcome.winner} had won.")
