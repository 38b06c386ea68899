"""An unfinished game continues where it stopped."""

import json
import os
import re

from numduel.journal import write_lines

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
