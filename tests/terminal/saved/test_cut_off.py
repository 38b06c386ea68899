"""A game that was cut off loses no move that was answered."""

import random
import signal
import time

import pytest

PARITY = ["play", "parity-duel", "--numbers", "9"]
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
