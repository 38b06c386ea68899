"""A record that is broken or was cut off: one sentence, and no answered move is lost."""

import os
import random
import re
import signal
import time

import pytest

from numduel.journal import write_lines

from .conftest import HEADER

PARITY = ["play", "parity-duel", "--numbers", "9"]
WRONG = {  # the lines of a record, the last of which is wrong; tests/journal has them all
    "no header": [{"move": "1"}],
    "an illegal move": [HEADER, {"move": "1"}, {"move": "3"}],
    "a move after the end": [HEADER, {"end": {"winner": 1, "reason": "x"}}, {"move": "1"}],
}


@pytest.mark.parametrize("what", WRONG)
def test_a_broken_record_gets_one_sentence_with_the_line(here, tmp_path, what):
    path = tmp_path / "broken.jsonl"
    path.write_bytes(write_lines(WRONG[what])[0])
    told = here("replay", str(path))
    line = len(WRONG[what])
    assert told.out == ""
    assert re.fullmatch(rf"Error: {re.escape(str(path))}, line {line}: .+\n", told.err)
    assert told.code == 1


@pytest.mark.parametrize(
    ("file", "reason"), [("no-such-file", "No such file or directory"), (".", "Is a directory")]
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


LONG = ["play", "parity-duel", "--numbers", "300"]
ASKED = "Enter the number to remove: "
RESUMED = "Resumed: Parity Duel, Player 1 against Player 2, {} moves.\n"


@pytest.mark.parametrize("half", ['{"move": "3', "\x00" * 20, "3"])
def test_a_half_written_last_line_is_dropped_with_a_notice(here, data, records, half, only):
    here(*PARITY, typed=["1", "2"])
    path = only(data / "unfinished")
    path.write_text(path.read_text() + half)
    told = here("resume", typed=["5"])
    notice = "The last line was incomplete and is left out.\n"
    assert told.err.startswith(notice + RESUMED.format(2))
    assert records("unfinished")[0].match.moves == (1, 2, 5)
    assert not records("unfinished")[0].is_cut


def test_after_kill_9_every_move_that_was_answered_is_there(sit, records):
    """Eight times, at a random moment, often with more typed than was read."""
    chance = random.Random(2)
    sent = answered = 0
    for lap in range(8):
        sitter = sit("resume", "--plain") if lap else sit(*LONG, "--plain")
        sitter.see(ASKED)
        [record] = records("unfinished")
        count = len(record.match.moves)
        assert record.match.moves == tuple(range(1, count + 1)), "no move is lost, none is double"
        assert answered <= count <= sent
        if count:
            assert f"Last Number Removed by {mover(count)}: {count} (" in sitter.seen
        assert f"Available Numbers:\r\n{count + 1}  {count + 2}  " in sitter.seen
        sent = answered = count
        for _ in range(chance.randrange(1, 8)):
            sent += 1
            sitter.sendline(str(sent))
            if chance.random() < 0.6:
                sitter.see(ASKED)
                answered += 1
        time.sleep(chance.random() * 0.02)
        sitter.kill(signal.SIGKILL)
        sitter.close(force=True)
    assert answered > 8


def mover(count):
    return "Player 1" if count % 2 else "Player 2"
