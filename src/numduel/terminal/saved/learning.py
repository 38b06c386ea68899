"""A file in the data folder with all that a learner has answered, one entry a line."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numduel.data_folder import data_folder, make_private
from numduel.errors import NumduelError, reason_of
from numduel.study import Progress, read_progress
from numduel.terminal.screen import Screen

_NAME = "learning.jsonl"


class LearningFile:
    """The file of one learner. If it cannot be written, that is said once, and the learner can go
    on."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.has_failed = False

    def read(self) -> Progress:
        """Everything that was kept so far; nothing if the file cannot be read."""
        try:
            return read_progress(_entries(_path().read_bytes()))
        except (OSError, NumduelError):
            return Progress()

    def add(self, entry: dict[str, Any]) -> None:
        """Put an entry on disk before returning. Several windows may do so at the same time."""
        try:
            path = _path()
            make_private(path.parent)
            _append(path, json.dumps(entry).encode() + b"\n")
        except (OSError, NumduelError) as fault:
            if not self.has_failed:
                told = f"What you solve is not being kept: {reason_of(fault)}. You can go on."
                self.screen.notice(told)
            self.has_failed = True


def _path() -> Path:
    return data_folder() / _NAME


def _append(path: Path, line: bytes) -> None:
    """Add a line in one piece. If the last line was cut short, the new one does not join it."""
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
