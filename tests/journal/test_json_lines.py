"""A file of checked lines: whatever happens, whole lines stay, and no half ones."""

import json
import os
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest

from numduel import Match, Seat, load_game
from numduel.journal import Journal, entries_of, write_lines

from ..conftest import run_python

HEADER, *_ = entries_of(Match(load_game("divisor-duel"), (Seat(name="Ada"), Seat(name="Bo"))))
ENTRIES = [HEADER, {"move": "6"}, {"move": "3"}, {"undo": 1}, {"move": "12"}]
RECORD, _ = write_lines(ENTRIES)


def test_a_line_is_on_disk_before_write_returns(path, monkeypatch):
    synced = []

    def fsync(file, really=os.fsync):
        really(file)
        synced.append(
            os.fstat(file).st_size if os.path.samestat(os.fstat(file), path.stat()) else 0
        )

    monkeypatch.setattr(os, "fsync", fsync)
    journal = Journal(path)
    for entry in ENTRIES:
        journal.write(entry)
        assert synced[-1] == path.stat().st_size > 0
        assert json.loads(path.read_bytes().splitlines()[-1]).items() > entry.items()
    journal.close()
    assert 0 in synced, "the folder is synced too when a file is new"


def test_a_record_is_for_its_owner_only(path):
    journal = Journal(path)
    journal.write(HEADER)
    journal.close()
    assert path.stat().st_mode & 0o077 == 0


def test_a_new_journal_never_overwrites_a_record(path):
    path.write_bytes(RECORD)
    journal = Journal(path)
    with pytest.raises(FileExistsError):
        journal.write(HEADER)
    assert path.read_bytes() == RECORD


def test_a_journal_that_wrote_nothing_leaves_no_file(path):
    Journal(path).close()
    assert not path.exists()


def test_journal_recovers_from_full_disk(tmp_path):
    """A limit on the size of files is a disk that is full after that many bytes."""
    program = """
import json, signal, sys
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit
from numduel.journal import Journal, write_lines

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
entries = json.loads(sys.argv[2])
whole = [write_lines(entries[:count])[0] for count in range(len(entries))]
failures = 0
for room in range(len(whole[-1])):
    path = Path(sys.argv[1], str(room))
    journal = Journal(path)
    setrlimit(RLIMIT_FSIZE, (room, RLIM_INFINITY))
    for entry in entries[:-1]:
        try:
            journal.write(entry)
        except OSError:
            failures += 1
        assert path.read_bytes() in whole, "a line was left half-written"
    assert len(path.read_bytes()) <= room
    setrlimit(RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))
    journal.write(entries[-1])
    journal.close()
assert failures >= len(whole[-1])
"""
    run_python(program, tmp_path, json.dumps(ENTRIES))
    written = {file.read_bytes() for file in tmp_path.iterdir()}
    assert written == {RECORD}


def test_empty_journal_removes_its_file(path):
    kept = getrlimit(RLIMIT_FSIZE)
    journal = Journal(path)
    setrlimit(RLIMIT_FSIZE, (0, kept[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            journal.write(HEADER)
    finally:
        setrlimit(RLIMIT_FSIZE, kept)
    assert path.exists()
    journal.close()
    assert not path.exists()


def test_a_closed_journal_opens_again_for_the_next_entry(path):
    journal = Journal(path)
    for entry in ENTRIES:
        journal.write(entry)
        journal.close()
        journal.close()
    assert path.read_bytes() == RECORD


def test_a_journal_works_where_files_cannot_be_locked(path):
    program = """
import sys
sys.modules["fcntl"] = None
from pathlib import Path
from numduel.journal import Journal
journal = Journal(Path(sys.argv[1]))
journal.write({"numduel": 1})
journal.write({"move": "6"})
journal.close()
"""
    run_python(program, path)
    assert path.read_bytes() == write_lines([{"numduel": 1}, {"move": "6"}])[0]
