"""Results on disk are verified: changes by hand are detected."""

import pytest

from numduel import BadRecord, NumduelError
from numduel.arena.results import Results, load_results
from numduel.arena.run import play_computers
from numduel.journal import read_lines, write_lines


@pytest.fixture
def run(plan, tmp_path):
    """A finished run, and a function that changes one of its lines and loads it."""
    results = Results(plan("random,easy", [("divisor-duel", {"numbers": 9})]), tmp_path)
    results.add(map(play_computers, results.missing()))
    results.close()
    path = tmp_path / "games.jsonl"

    def load_with(line, change):
        entries = [read.entry for read in read_lines(path.read_bytes())]
        change(entries[line - 1])
        path.write_bytes(write_lines(entries)[0])
        return load_results(tmp_path)

    return load_with


def test_a_run_is_read_back_as_it_was_played(run, plan):
    read_plan, records = run(2, lambda entry: None)
    assert read_plan == plan("random,easy", [("divisor-duel", {"numbers": 9})])
    assert [record.fixture.players for record in records] == [
        ("random", "easy"),
        ("easy", "random"),
    ]
    assert all(record.steps[-1].after.distance == 0 for record in records)


MODEL = {"kind": "model", "model": "m"}


def set_at(*path, value):
    def change(entry):
        for key in path[:-1]:
            entry = entry[key]
        entry[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("line", "change", "reason"),
    [
        (2, set_at("reason", value="by luck"), "its ending"),
        (2, set_at("steps", 0, "before", "distance", value=77), "verdict is wrong"),
        (2, set_at("steps", 1, "winning", value=99), "verdict is wrong"),
        (2, set_at("steps", 1, "move", value="77"), "77 is not in the list"),
        (2, set_at("steps", 0, "move", value=None), "missing without a failure"),
        (2, set_at("steps", value=None), "its steps are missing"),
        (2, lambda entry: entry["steps"].pop(), "the game is not over"),
        (2, lambda entry: entry["steps"].append(entry["steps"][-1]), "comes after the end"),
        (2, set_at("round", value=7), "not a game of this run"),
        (1, set_at("numduel-arena", value=9), "not the header of a run"),
        (1, set_at("games", 0, "game", value="chess"), "its header cannot be read"),
        (1, set_at("games", 0, "rules", value=9), "does not fit the rule books"),
        (1, set_at("players", value=5), "its header cannot be read"),
        (1, set_at("players", "easy", "kind", value=["model"]), "what kind of player easy is"),
        (1, set_at("players", "easy", value=MODEL | {"retries": "x"}), "retries of easy cannot"),
        (2, set_at("steps", 0, "move", value=" 1"), "' 1' is not the written form"),
    ],
)
def test_whatever_is_changed_is_found_out(run, line, change, reason):
    with pytest.raises(BadRecord, match=reason):
        run(line, change)


@pytest.mark.parametrize("unknown", [("before", "distance"), ("after", "winner"), ("losing",)])
def test_old_run_scores_survive_theory_updates(run, unknown):
    known = run(2, lambda entry: None)
    assert run(2, set_at("steps", 0, *unknown, value=None)) == known


def test_a_run_without_a_game_gives_way_to_another(plan, tmp_path):
    Results(plan("random,hard"), tmp_path).close()
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"game": "sequence-bui')
    Results(plan("random,easy"), tmp_path).close()
    assert load_results(tmp_path) == (plan("random,easy"), [])


def test_a_run_that_is_being_played_gives_way_to_no_other(plan, tmp_path):
    mine = Results(plan("random,hard"), tmp_path)
    with pytest.raises(NumduelError, match="being written by another run"):
        Results(plan("random,easy"), tmp_path)
    mine.close()
    assert load_results(tmp_path) == (plan("random,hard"), [])


def test_a_file_that_is_not_a_run_is_left_alone(plan, tmp_path):
    (tmp_path / "games.jsonl").write_text('{"mine": 1}\n')
    with pytest.raises(BadRecord, match="line 1: it has no check value"):
        Results(plan("random,easy"), tmp_path)
    assert (tmp_path / "games.jsonl").read_text() == '{"mine": 1}\n'
