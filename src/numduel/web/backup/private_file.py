"""A new file that only its owner can read, and that appears only when it is whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import BinaryIO

from numduel.errors import BadOption, NumduelError
from numduel.journal import sync_folder


class FileOutput:
    """Writes to a file. If it cannot be written, a sentence says so."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name
        self.size = 0

    def write(self, data: bytes) -> None:
        with _told(self._name):
            self._file.write(data)
        self.size += len(data)

    def finish(self) -> None:
        """Put on disk what was written."""
        with _told(self._name):
            self._file.flush()
            with suppress(OSError):  # a pipe has no disk
                os.fsync(self._file.fileno())


@contextmanager
def new_file(path: Path, overwrite: bool) -> Iterator[FileOutput]:
    """A file that appears under this name at the end of the context, and not at all if the context
    ends with an exception."""
    if path.exists() and not path.is_file():
        raise BadOption(f"{path} is not an ordinary file.")
    if path.exists() and not overwrite:
        raise BadOption(f"There is already a file {path}. Choose another, or say --overwrite.")
    with _told(str(path)):
        descriptor, name = mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                output = FileOutput(file, str(path))
                yield output
                output.finish()
            os.replace(name, path)
            sync_folder(path.parent)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise


@contextmanager
def _told(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise NumduelError(f"{name} cannot be written: {fault.strerror or fault}.") from None
