"""Files in the data folder: saved games, a learner's answers, and settings."""

import json
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from numduel.data_folder import data_folder, make_private
from numduel.errors import BadRecord, NumduelError, reason_of
from numduel.game import Player
from numduel.journal import Journal, Record, entries_of, is_in_use, load, sync_folder
from numduel.match import Match, Series
from numduel.study import Address, Progress, read_progress, tell_won
from numduel.words import count

T = TypeVar("T", str, bool)
_LEARNING = "learning.jsonl"


class Unfinished(NamedTuple):
    """Unfinished games that can be resumed, those open in another window, and what is wrong with
    the others."""

    games: list[tuple[Path, Record]]
    open_elsewhere: list[Record]
    faults: list[str]


class SavedGames:
    """The saved games of one user."""

    def __init__(self) -> None:
        self.folder = data_folder()
        self.unfinished_folder = self.folder / "unfinished"
        self.finished_folder = self.folder / "finished"

    def make_folders(self) -> None:
        """Make the folders if they are missing, or raise OSError."""
        for folder in (self.folder, self.unfinished_folder, self.finished_folder):
            make_private(folder)

    def new_journal(self, match: Match) -> Journal:
        """Return the journal of a new match. The file appears with its first `write`."""
        stamp = time.strftime("%Y%m%d-%H%M%S")
        name = f"{stamp}-{match.game.slug}-{secrets.token_hex(3)}.jsonl"
        return Journal(self.unfinished_folder / name)

    def finish(self, journal: Journal) -> None:
        """Move a match to the finished ones, if its ending is on disk."""
        journal.close()
        if load(journal.path).match.outcome:
            self._move_to_finished(journal.path)

    def unfinished(self) -> Unfinished:
        """Return the games that are not over, the latest first."""
        found = Unfinished([], [], [])
        for path in _latest([*self.unfinished_folder.glob("*.jsonl")]):
            try:
                if not path.stat().st_size:
                    continue  # it ended before its first line
                is_open = is_in_use(path)
                record = load(path)
            except BadRecord as fault:
                found.faults.append(f"{path} cannot be resumed: {fault}")
                continue
            except OSError as fault:
                found.faults.append(f"{path} cannot be read: {reason_of(fault)}.")
                continue
            is_begun = has_begun(record.match, record.series)
            if is_open:
                if is_begun:
                    found.open_elsewhere.append(record)
            elif record.match.outcome and not has_more_games(record):
                with suppress(OSError):  # else it stays here, and is not offered
                    self._move_to_finished(path)
            elif is_begun:
                found.games.append((path, record))
        return found

    def finished(self) -> list[Path]:
        """Return the finished games, the latest first, also those whose series goes on."""
        between = [path for path, record in self.unfinished().games if record.match.outcome]
        return _latest([*between, *self.finished_folder.glob("*.jsonl")])

    def _move_to_finished(self, path: Path) -> None:
        if path.exists():
            self.make_folders()
            path.rename(self.finished_folder / path.name)
            sync_folder(self.finished_folder)


def latest_finished() -> Path:
    """Return the file of the latest finished game."""
    finished = SavedGames().finished()
    if not finished:
        raise NumduelError("There is no finished game yet: name the file of a saved one.")
    return finished[0]


def load_file(file: Path) -> Record:
    """Return the record in a file that the user named; raise NumduelError if it cannot be read."""
    try:
        return load(file)
    except BadRecord as bad:
        raise NumduelError(f"{file}, {bad}") from None
    except (OSError, ValueError) as fault:
        raise NumduelError(f"{file} cannot be read: {reason_of(fault)}.") from None


def open_journal(path: Path, record: Record) -> Journal:
    """Open the journal of a game to continue, unless another window has opened or changed it."""
    try:
        journal = Journal(path, record.length)
        has_gone_on = load(path).length != record.length
    except BlockingIOError:
        raise NumduelError("That game is being played in another window.") from None
    except FileNotFoundError:
        raise NumduelError("That game was finished in another window.") from None
    if has_gone_on:
        journal.close()
        raise NumduelError("That game has changed in another window. Choose it again.")
    return journal


def how_to_resume() -> str:
    """Return the command that resumes a saved game; `make play` sets its own."""
    return os.environ.get("NUMDUEL_RESUME") or "numduel resume"


def has_begun(match: Match, series: Series | None) -> bool:
    """Return whether there is anything to resume: a move, or an earlier game of the series."""
    return bool(match.moves) or (series is not None and series.number > 1)


def has_more_games(record: Record) -> bool:
    """Return whether a finished match belongs to a series that goes on."""
    return record.series is not None and record.series.number < record.series.games


def _latest(paths: list[Path]) -> list[Path]:
    """Return files, the latest first. One that vanishes meanwhile counts as the oldest."""

    def touched(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    return sorted(paths, key=touched, reverse=True)


class Autosave:
    """Writes a match's journal. A failing disk is reported once, and the game goes on."""

    def __init__(
        self,
        tell: Callable[[str], None],
        match: Match,
        series: Series | None = None,
        journal: Journal | None = None,
    ) -> None:
        """`tell` shows a notice to the player."""
        self.tell = tell
        self.saved_games = SavedGames()
        self.match = match
        self.series = series
        self.journal = journal
        self.waiting: list[dict[str, Any]] = []  # entries to write once the folder exists
        self.was_resumed = has_begun(match, series)
        self.has_failed = False

    def begin(self, match: Match, series: Series | None) -> None:
        """Begin the journal of a new match."""
        self.match, self.series, self.was_resumed = match, series, False
        self.journal = self.saved_games.new_journal(match)
        self.waiting.clear()
        self.write(*entries_of(match, series))

    def write(self, *entries: dict[str, Any]) -> None:
        """Put entries on disk before returning."""
        assert self.journal is not None
        self.waiting += entries
        try:
            self.saved_games.make_folders()
            entries = tuple(self.waiting)
            self.waiting.clear()  # from now on the journal keeps what cannot be written
            self.journal.write(*entries)
        except OSError as fault:
            if not self.has_failed:
                told = f"This game is not being saved: {reason_of(fault)}. You can play on."
                self.tell(told)
            self.has_failed = True
            return
        if self.has_failed:
            self.tell("Saving works again. The whole game is saved.")
        self.has_failed = False

    def finish(self) -> None:
        """Move a finished match to the finished ones."""
        assert self.journal is not None
        with suppress(OSError, BadRecord):  # a failing disk has been reported
            self.saved_games.finish(self.journal)
        self.journal = None

    def close(self) -> None:
        """Close the journal, so that the match can be resumed in another window."""
        if self.journal is not None:
            self.journal.close()

    def leave(self, way: str = "") -> str:
        """Return a sentence for a player who leaves the game, or "". A game without a move is
        deleted. `way` is the command to resume it."""
        if self.journal is not None and not has_begun(self.match, self.series):
            with suppress(OSError):
                self.journal.path.unlink()
            self.close()
            self.journal = None
            if self.was_resumed:
                return "Every move was taken back, so there is no game to keep."
        if self.journal is None:
            return ""
        if self.has_failed:
            return "This game could not be saved."
        return f"Game saved.{f' Continue with: {way}' if way else ''}"


# Descriptions.


def describe(record: Record) -> str:
    """Return a game in a line: title, players, number of moves, ending."""
    match = record.match
    players = " against ".join(_name_and_kind(match, player) for player in Player)
    about = f"{match.game.title}, {players}, {count(len(match.moves), 'move')}"
    if record.series is not None:
        about += f", game {record.series.number} of {record.series.games}"
    if match.outcome is not None:
        about += f", {tell_won(match.outcome, Address(match.names))}"
    return about


def _name_and_kind(match: Match, player: Player) -> str:
    seat = match.seat(player)
    return match.names[player] if seat.is_person else f"{match.names[player]} ({seat.kind})"


def last_played(path: Path) -> str:
    """Return when a game was last played, in local time: the time today, otherwise the day."""
    try:
        then = datetime.fromtimestamp(path.stat().st_mtime)
    except OSError:  # it has just been finished in another window
        return ""
    now = datetime.now()
    if then.date() == now.date():
        return f"today {then:%H:%M}"
    return f"{then.day} {then:%b}" + (f" {then.year}" if then.year != now.year else "")


# Learning.


class LearningFile:
    """A learner's answers, one entry a line. If they cannot be written, that is reported once."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell
        self.has_failed = False

    def read(self) -> Progress:
        """Return all progress so far; none if the file cannot be read."""
        try:
            return read_progress(_entries(_learning_path().read_bytes()))
        except (OSError, NumduelError):
            return Progress()

    def add(self, entry: dict[str, Any]) -> None:
        """Append an entry, on disk before returning. Several windows may do so at once."""
        try:
            path = _learning_path()
            make_private(path.parent)
            _append(path, json.dumps(entry).encode() + b"\n")
        except (OSError, NumduelError) as fault:
            if not self.has_failed:
                told = f"Your progress is not being saved: {reason_of(fault)}. You can go on."
                self.tell(told)
            self.has_failed = True


def _learning_path() -> Path:
    return data_folder() / _LEARNING


def _append(path: Path, line: bytes) -> None:
    """Append a line in one write. If the last line was cut short, begin a new one."""
    file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        length = os.fstat(file).st_size
        if length and os.pread(file, 1, length - 1) != b"\n":
            line = b"\n" + line
        if os.write(file, line) < len(line):
            raise OSError("the disk is full")
        os.fsync(file)
    finally:
        os.close(file)


def _entries(data: bytes) -> Iterator[Any]:
    for line in data.splitlines():
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):  # a line that was cut short
            continue


# Settings for all later games. A missing or damaged file counts as empty.


def read_setting(name: str, usual: T) -> T:
    """Return a setting, or the default."""
    value = _read_settings().get(name)
    return value if isinstance(value, type(usual)) else usual


def keep_setting(name: str, value: str | bool) -> None:
    """Save a setting; raise OSError if it cannot be written."""
    path = _settings_path()
    make_private(path.parent)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(_read_settings() | {name: value}))
    new.replace(path)


def _read_settings() -> dict[str, Any]:
    try:
        read = json.loads(_settings_path().read_text())
    except (OSError, ValueError, NumduelError):
        return {}
    return read if isinstance(read, dict) else {}


def _settings_path() -> Path:
    return data_folder() / "settings.json"
