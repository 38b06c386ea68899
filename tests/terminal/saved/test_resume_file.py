"""`numduel resume FILE` continues a copy of a game that `save` wrote."""

import json

PARITY = ["play", "parity-duel", "--numbers", "9"]
ASKED = "Enter the number to remove: "


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


def test_a_file_that_is_no_game_is_one_sentence(here, tmp_path):
    (tmp_path / "notes").write_text("hello\n")
    assert here("resume", "notes").err == "Error: notes, line 1: it is not JSON.\n"
    assert here("resume", "none").err == "Error: none cannot be read: No such file or directory.\n"


def cut_off(data, only):
    """Let the only finished game be one that was killed after its last move."""
    path = only(data / "finished")
    lines = [row for row in path.read_text().splitlines(True) if "end" not in json.loads(row)]
    path.unlink()
    (data / "unfinished" / path.name).write_text("".join(lines))


def test_game_killed_after_last_move_counts_as_finished(here, data, only):
    here("play", "number-split-duel", typed=["15 1", "1"])
    cut_off(data, only)
    assert "Number Split Duel: 1 move\n" in here("review").out
    assert here("stats").out.startswith("1 finished game, 1 between two people\n")
