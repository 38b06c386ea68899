"""A record that is broken or cannot be read gets one sentence."""

import os
import re

import pytest

PARITY = ["play", "parity-duel", "--numbers", "9"]
TEXTS = {
    "empty": "",
    "no JSON": "hello\n",
    "no object": "[1]\n",
    "no header": '{"move": "1"}\n',
    "binary": "\x00\x01\x02\n",
    "deep": "[" * 100_000 + "\n",
}
HEADERS = {
    "a newer format": {"numduel": 2},
    "an unknown game": {"game": "chess"},
    "an unknown option": {"options": {"colour": 1}},
    "a wrong option": {"options": {"numbers": 0}},
    "newer rules": {"rules": 99},
    "one seat": {"seats": []},
    "no seed": {"seed": "x"},
}
ENTRIES = {  # the last entry is the wrong one
    "an illegal move": [{"move": "1"}, {"move": "3"}],
    "no move": [{"move": "one"}],
    "a move that is no text": [{"move": 1}],
    "two things in a line": [{"move": "1", "undo": 1}],
    "nothing to undo": [{"undo": 1}],
    "nothing to redo": [{"move": "1"}, {"redo": 1}],
    "a wrong winner": [{"end": {"winner": 3, "reason": "x"}}],
    "a move after the end": [{"end": {"winner": 1, "reason": "x"}}, {"move": "1"}],
    "an empty line": [{"move": "1"}, None],
}


@pytest.fixture
def replay_fails(here):
    """replay_fails(path, 2): to replay it gives one sentence that names line 2."""

    def replay(path, line):
        told = here("replay", str(path))
        assert told.out == ""
        assert re.fullmatch(rf"Error: {re.escape(str(path))}, line {line}: .+\n", told.err)
        assert told.code == 1

    return replay


@pytest.mark.parametrize("what", TEXTS)
def test_a_file_that_is_no_record_gets_one_sentence(replay_fails, tmp_path, what):
    path = tmp_path / "broken.jsonl"
    path.write_text(TEXTS[what])
    replay_fails(path, 1)


@pytest.mark.parametrize("what", HEADERS)
def test_a_wrong_header_gets_one_sentence(replay_fails, write_record, what):
    replay_fails(write_record("broken.jsonl", **HEADERS[what]), 1)


@pytest.mark.parametrize("what", ENTRIES)
def test_a_wrong_entry_gets_one_sentence_with_its_line(replay_fails, write_record, what):
    replay_fails(write_record("broken.jsonl", *ENTRIES[what]), 1 + len(ENTRIES[what]))


@pytest.mark.parametrize(
    ("file", "reason"),
    [("no-such-file", "No such file or directory"), (".", "Is a directory")],
)
def test_a_file_that_cannot_be_read_gets_one_sentence(here, file, reason):
    told = here("replay", file)
    assert f"cannot be read: {reason}" in told.err
    assert told.err.count("\n") == 1
    assert told.code == 1


def test_a_half_written_record_is_replayed_with_a_notice(here, data, only):
    here(*PARITY, typed=["1", "2"])
    path = only(data / "unfinished")
    path.write_text(path.read_text() + '{"mo')
    told = here("replay", str(path))
    assert told.err == "The last line is only half written: left out.\n"
    assert "Player 2 removes 2 (even).\n" in told.out
    assert told.code == 0


def test_a_broken_record_is_told_of_and_the_others_are_resumed(here, data):
    here(*PARITY, typed=["1"])
    broken = data / "unfinished" / "broken.jsonl"
    broken.write_text("nonsense\n")
    told = here("resume")
    assert told.err.startswith(f"{broken} cannot be resumed: line 1: it is not JSON.\nResumed: ")
    assert told.code == 3
    assert broken.read_text() == "nonsense\n"


def test_a_record_that_cannot_be_read_is_told_of(here, data):
    here(*PARITY, typed=["1"])
    (data / "unfinished" / "folder.jsonl").mkdir()
    told = here("resume")
    assert "folder.jsonl cannot be read: Is a directory.\nResumed: " in told.err


@pytest.mark.parametrize("command", ["resume", "replay", "review"])
def test_what_is_not_a_regular_file_gets_one_sentence(run, tmp_path, command):
    """In a process of its own: reading it would never end."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in ("/dev/zero", pipe):
        told = run(command, str(path))
        assert told.err == f"Error: {path} cannot be read: it is not a regular file.\n"
        assert (told.out, told.code) == ("", 1)


def test_a_file_that_is_too_large_gets_one_sentence(here, tmp_path):
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        file.truncate((16 << 20) + 1)
    told = here("resume", str(path))
    assert told.err == f"Error: {path} cannot be read: it has more than 16 MB.\n"
    assert (told.out, told.code) == ("", 1)


@pytest.mark.parametrize("command", ["replay", "stats"])
def test_a_pipe_among_the_finished_games_is_told_of(run, data, command):
    run("play", "parity-duel", "--numbers", "1", typed=["1"])
    pipe = data / "finished" / "pipe.jsonl"
    os.mkfifo(pipe)
    told = run(command, typed=[""])
    said = " ".join((told.out + told.err).split())
    assert f"{pipe} cannot be read: it is not a regular file." in said
    assert told.code == 0


def test_a_pipe_among_the_unfinished_games_does_not_keep_the_others_from_going_on(run, data):
    run(*PARITY, typed=["1"])
    os.mkfifo(data / "unfinished" / "pipe.jsonl")
    assert "Resumed: " in run("resume", typed=["quit"]).err
