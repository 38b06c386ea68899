"""A record that is broken or cannot be read gets one sentence."""

import os
import re

import pytest

from numduel.journal import write_lines

from .conftest import HEADER

PARITY = ["play", "parity-duel", "--numbers", "9"]
WRONG = {  # the lines of a record, the last of which is wrong; tests/journal has them all
    "no JSON": ["hello"],
    "no header": [{"move": "1"}],
    "a newer format": [HEADER | {"numduel": 2}],
    "an unknown game": [HEADER | {"game": "chess"}],
    "an illegal move": [HEADER, {"move": "1"}, {"move": "3"}],
    "a move after the end": [HEADER, {"end": {"winner": 1, "reason": "x"}}, {"move": "1"}],
}


@pytest.mark.parametrize("what", WRONG)
def test_a_broken_record_gets_one_sentence_with_the_line(here, tmp_path, what):
    path = tmp_path / "broken.jsonl"
    entries = [entry for entry in WRONG[what] if isinstance(entry, dict)]
    path.write_bytes(write_lines(entries)[0] if entries else b"hello\n")
    told = here("replay", str(path))
    line = len(WRONG[what])
    assert told.out == ""
    assert re.fullmatch(rf"Error: {re.escape(str(path))}, line {line}: .+\n", told.err)
    assert told.code == 1


@pytest.mark.parametrize(
    ("file", "reason"),
    [("no-such-file", "No such file or directory"), (".", "Is a directory")],
)
def test_a_file_that_cannot_be_read_gets_one_sentence(here, file, reason):
    told = here("replay", file)
    assert f"cannot be read: {reason}" in told.err
    assert told.err.count("\n") == 1
    assert told.code == 1


def test_broken_record_is_reported_and_others_resume(here, data):
    here(*PARITY, typed=["1"])
    broken = data / "unfinished" / "broken.jsonl"
    broken.write_text("nonsense\n")
    told = here("resume")
    assert told.err.startswith(f"{broken} cannot be resumed: line 1: it is not JSON.\nResumed: ")
    assert told.code == 3
    assert broken.read_text() == "nonsense\n"


@pytest.mark.parametrize("command", ["resume", "replay", "review"])
def test_what_is_not_a_regular_file_gets_one_sentence(run, tmp_path, command):
    """In a process of its own: reading it would never end."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in ("/dev/zero", pipe):
        told = run(command, str(path))
        assert told.err == f"Error: {path} cannot be read: it is not a regular file.\n"
        assert (told.out, told.code) == ("", 1)


def test_resume_skips_named_pipe(run, data):
    run(*PARITY, typed=["1"])
    os.mkfifo(data / "unfinished" / "pipe.jsonl")
    assert "Resumed: " in run("resume", typed=["quit"]).err
