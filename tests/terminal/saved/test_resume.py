"""An unfinished game continues where it stopped."""

import json
import os
import random
import re
import signal
import time

import pytest

from numduel.journal import write_lines

from .conftest import HEADER

PARITY = ["play", "parity-duel", "--numbers", "9"]
RESUMED = "Resumed: Parity Duel, Player 1 against Player 2, {} moves.\n"


def test_a_game_goes_on_where_it_was_stopped(transcript, here):
    """Stopped after each entry in turn and resumed, it is told as if it had not been."""
    typed = transcript.typed.removesuffix("\n").split("\n")
    for stop in range(len(typed)):
        stopped = here(*transcript.arguments, typed=typed[:stop])
        if stopped.notices == "Goodbye.\n":
            continue  # nobody has moved: there is nothing to resume
        begun = stopped.out.removesuffix("\n")
        question = begun.rpartition("\n")[2]
        # A split of which no part was handed over is no move yet: it is made again.
        again = [entry for entry in typed[:stop] if "and" in entry][-1:]
        rest = typed[stop:] if "new N" not in question else again + typed[stop:]
        resumed = here("resume", typed=rest)
        assert begun + resumed.out.partition(question)[2] == transcript.told
        assert re.fullmatch(r"Resumed: .+\.\n", resumed.err)
        assert resumed.code == 0


def test_resume_shows_the_position_as_board_does(here, slug):
    move = ["10 and 6", "10"] if slug == "number-split-duel" else ["6"]
    asked = here("play", slug, typed=[*move, "board"]).out
    resumed = here("resume")
    assert resumed.out == asked.rpartition(": board\n")[2]
    assert len(resumed.out) > 40
    assert resumed.err.startswith("Resumed: ")
    assert resumed.code == 3


def test_options_names_and_computer_are_resumed_too(here, records):
    here(*PARITY, "--vs", "random", "--names", "Ann", "--seed", "3", typed=["1"])
    [before] = records("unfinished")
    told = here("resume", typed=["undo", "1"])
    [after] = records("unfinished")
    assert before.match.moves == after.match.moves
    assert "Ann's Turn" in told.out
    assert told.err.startswith("Resumed: Parity Duel, Ann against Player 2 (random), 2 moves.\n")


def test_resume_without_terminal_takes_latest_game(here, data, entries, make_older):
    for typed in (["1"], ["2", "3", "4"], ["4", "5"]):
        make_older()
        here(*PARITY, typed=typed)
    assert here("resume").err.startswith(RESUMED.format(2))
    for path in (data / "unfinished").glob("*.jsonl"):
        os.utime(path, (len(entries(path)), len(entries(path))))
    assert here("resume").err.startswith(RESUMED.format(3))


def test_a_game_in_which_nobody_has_moved_is_not_kept(here, data):
    for typed in ([], ["quit"], ["1", "undo", "quit"]):
        told = here(*PARITY, typed=typed)
        assert told.err.endswith("Goodbye.\n")
        assert list((data / "unfinished").iterdir()) == []
    assert here("resume").err == "Error: There is no unfinished game.\n"


def test_a_computer_player_that_is_not_there_is_named(here, data, only, entries):
    here(*PARITY, "--vs", "random", typed=["1"])
    path = only(data / "unfinished")
    changed = json.loads(json.dumps(entries(path)).replace('"random"', '"oracle"'))
    path.write_bytes(write_lines(changed)[0])
    told = here("resume")
    assert told.err.startswith('Error: There is no computer player "oracle"')
    assert told.code == 1


def test_a_game_that_save_wrote_goes_on_in_a_copy(here, records, tmp_path):
    here(*PARITY, "--names", "Ann,Bob", typed=["1", "2", "save evening.jsonl", "quit"])
    here("resume", typed=["resign", "yes"])
    saved = (tmp_path / "evening.jsonl").read_bytes()
    told = here("resume", "evening.jsonl", typed=["3", "quit"])
    assert told.err.startswith("Resumed: Parity Duel, Ann against Bob, 2 moves.\n")
    assert told.err.endswith("Goodbye. Game saved. Continue with: numduel resume\n")
    assert (tmp_path / "evening.jsonl").read_bytes() == saved, "the file stays as it is"
    assert [record.match.moves for record in records("unfinished")] == [(1, 2, 3)]
    assert here("resume", typed=["4"]).err.startswith("Resumed: Parity Duel, Ann against Bob, 3")


def test_a_game_that_is_over_is_not_resumed(here, data, only):
    here(*PARITY, typed=["resign", "yes"])
    told = here("resume", str(only(data / "finished")))
    assert told.code == 1
    assert told.err.endswith(" is over. Look back at it with: numduel review FILE\n")


ASKED = "Enter the number to remove: "


def test_resume_skips_game_open_in_other_window(sit, here):
    sitter = sit(*PARITY)
    sitter.see(ASKED)
    assert here("resume").err == "Error: There is no unfinished game.\n", "nobody has moved"
    sitter.sendline("1")
    sitter.see(ASKED)
    told = "Open in another window: Parity Duel, Player 1 against Player 2, 1 move.\n"
    assert here("resume") == ("", f"{told}Error: There is no other unfinished game.\n", 1)
    here("play", "divisor-duel", typed=["6"])
    assert here("resume").err.startswith(f"{told}Resumed: Divisor Duel")
    here("resume", typed=["resign", "yes"])
    sitter.sendintr()
    sitter.leave()
    assert here("resume").err.startswith("Resumed: ")


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
