"""The folders of saved games: unfinished ones to resume, finished ones to replay."""

import os
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from numduel.data_folder import data_folder, make_private
from numduel.errors import BadRecord, NumduelError, reason_of
from numduel.journal import Journal, Record, is_in_use, load, sync_folder
from numduel.match import Match, Series


class Unfinished(NamedTuple):
    """Unfinished games: those that can be resumed, those that are open in another window, and
    what is wrong with the others."""

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
        """The journal of a new match. The file appears with its first `write`."""
        stamp = time.strftime("%Y%m%d-%H%M%S")
        name = f"{stamp}-{match.game.slug}-{secrets.token_hex(3)}.jsonl"
        return Journal(self.unfinished_folder / name)

    def finish(self, journal: Journal) -> None:
        """Move a match to the finished ones, if its end is on disk."""
        journal.close()
        if load(journal.path).match.outcome:
            self._move_to_finished(journal.path)

    def unfinished(self) -> Unfinished:
        """The games that are not over, the latest first."""
        found = Unfinished([], [], [])
        for path in _latest([*self.unfinished_folder.glob("*.jsonl")]):
            try:
                if not path.stat().st_size:
                    continue  # it was cut off before its first line
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
                with suppress(OSError):  # then it stays where it is and is not offered
                    self._move_to_finished(path)
            elif is_begun:
                found.games.append((path, record))
        return found

    def finished(self) -> list[Path]:
        """The finished games, latest first. A game that was cut off after its last move is
        included, even if its series goes on."""
        between = [path for path, record in self.unfinished().games if record.match.outcome]
        return _latest([*between, *self.finished_folder.glob("*.jsonl")])

    def _move_to_finished(self, path: Path) -> None:
        if path.exists():
            self.make_folders()
            path.rename(self.finished_folder / path.name)
            sync_folder(self.finished_folder)


def load_file(file: Path) -> Record:
    """The record in a file that the user named; NumduelError says what is wrong with it."""
    try:
        return load(file)
    except BadRecord as bad:
        raise NumduelError(f"{file}, {bad}") from None
    except (OSError, ValueError) as fault:
        raise NumduelError(f"{file} cannot be read: {reason_of(fault)}.") from None


def how_to_resume() -> str:
    """The command that goes on with a saved game; `make play` names its own."""
    return os.environ.get("NUMDUEL_RESUME") or "numduel resume"


def has_begun(match: Match, series: Series | None) -> bool:
    """Whether there is anything to resume: a move, or an earlier game of the series."""
    return bool(match.moves) or (series is not None and series.number > 1)


def has_more_games(record: Record) -> bool:
    """Whether a finished match belongs to a series that goes on."""
    return record.series is not None and record.series.number < record.series.games


def _latest(paths: list[Path]) -> list[Path]:
    """Records, the latest first. If one vanishes meanwhile, it counts as the oldest."""

    def touched(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    return sorted(paths, key=touched, reverse=True)
