"""The benchmark as a command: everybody answers the same questions, each in its form."""

import json

import pytest
from click.testing import CliRunner

from numduel import NumduelError
from numduel.arena.bench import bench
from numduel.arena.results import load_results
from numduel.tasks.bench_set import frozen_set, read_questions


@pytest.fixture
def run(server, tmp_path):
    """run(players, ...): the output of the command, on a few questions of the frozen set."""
    lines = [
        line for line in frozen_set().splitlines() if "/numbers=2" in line or "start=20" in line
    ]
    (tmp_path / "set.txt").write_text("".join(f"{line}\n" for line in lines[:30]))

    def run(*arguments):
        usual = ["--set", str(tmp_path / "set.txt"), "--out", str(tmp_path / "run")]
        usual += ["--base-url", server.url, "--workers", "1"]
        return CliRunner().invoke(bench, [*arguments, *usual], catch_exceptions=False)

    return run


def test_a_model_is_measured_beside_players_without_skill(run, server, tmp_path):
    told = run("openai:knowing-model+name=mine", "--form", "book+legal")
    assert told.exit_code == 0, told.output
    scores = json.loads((tmp_path / "run" / "bench.json").read_text())
    mine = scores["players"]["mine"]
    assert mine["headline"] == 1.0
    assert mine["tokens_a_right_answer"] > 0
    assert {"random", "habits", "easy", "hard"} < {*scores["players"]}
    assert mine["answered"] == scores["questions"] == len(server.requests)
    for table in ("by game", "by size of the proof", "by form"):
        assert table in told.output


def test_a_run_goes_on_and_is_verified(run, server, tmp_path):
    first = run("perfect")
    before = (tmp_path / "run" / "games.jsonl").read_bytes()
    assert run("perfect").stdout == first.stdout
    assert (tmp_path / "run" / "games.jsonl").read_bytes() == before
    plan, records = load_results(tmp_path / "run")
    assert len(records) == len(plan) == 5 * len(plan.questions)


def test_all_questions_can_be_asked_in_one_form(run, server):
    assert run("openai:good+name=it", "--form", "book+legal").exit_code == 0
    assert all("Legal moves:" in one["messages"][0]["content"] for one in server.requests)


def test_what_cannot_be_run_is_refused_in_a_sentence(run, tmp_path):
    (tmp_path / "set.txt").write_text("test 5 book divisor-duel/21\n")
    with pytest.raises(NumduelError, match=r"line 1: .*21 is not in the list"):
        run("perfect")
    told = CliRunner().invoke(bench, ["perfect"])
    assert told.exit_code == 2
    assert "Name a folder --out" in told.output


def test_a_fresh_set_is_of_the_same_kind(tmp_path, monkeypatch):
    monkeypatch.setattr("numduel.tasks.bench_set.make_questions.__defaults__", (1, 20))
    path = tmp_path / "mine.txt"
    told = CliRunner().invoke(bench, ["--make", str(path), "--seed", "77"], catch_exceptions=False)
    assert "SHA-256" in told.output
    assert len(read_questions(path.read_text().splitlines())) >= 8
