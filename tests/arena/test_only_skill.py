"""Only skill moves a score: models of known skill behind a real HTTP server."""

import json

import pytest
from click.testing import CliRunner

import numduel.arena
from numduel import NumduelError
from numduel.arena.command import arena as command
from numduel.arena.results import load_results
from numduel.arena.scores import score_run

GAMES = "divisor-duel/numbers=12,sequence-builder/numbers=12"


@pytest.fixture
def play(server, tmp_path):
    """play(players, ...): the scores of a run."""

    def run(players, *more, games=GAMES, rounds=4):
        arguments = ["--games", games, "--players", players, "--rounds", str(rounds), "--seed", "3"]
        arguments += ["--base-url", server.url, "--out", str(tmp_path / "run"), "--workers", "1"]
        done = CliRunner().invoke(command, [*arguments, *more], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return score_run(*load_results(tmp_path / "run"))

    return run


def named(model, settings=""):
    return f"openai:{model}-model{settings}+name={model}"


def test_a_guesser_scores_chance_and_a_perfect_model_one_however_it_writes(play):
    scores = play(",".join(["random", *map(named, ["guessing", "knowing", "bold"])]))
    guessing, perfect, bold = (scores.players[name] for name in ("guessing", "knowing", "bold"))
    low, high = guessing.accuracy.beyond_interval
    margin = (high - low) / 2  # of 95 %: twice as wide, the interval holds all but always
    assert low - margin < 0 < high + margin
    assert guessing.accuracy.whole > 30
    assert perfect.accuracy.beyond_chance == bold.accuracy.beyond_chance == 1.0
    assert (perfect.form.value, bold.form.value) == (1.0, 0.0)
    assert perfect.failures == bold.failures == guessing.failures == {}


def test_a_model_without_quota_scores_nothing(play, server, tmp_path):
    server.is_up = False
    with pytest.raises(NumduelError, match=r"quota is used up.*The same command goes on"):
        play("random,openai:without-quota+name=it")
    scores = score_run(*load_results(tmp_path / "run")).players["it"]
    assert (scores.accuracy.value, scores.attempts, scores.forfeits.whole) == (None, 0, 0)


def test_paired_players_answer_the_same_positions(play, tmp_path):
    players = ",".join(["random", *map(named, ["guessing", "knowing"])])
    scores = play(players, "--paired", rounds=12)
    assert scores.played == scores.planned == 2 * 12 * 3
    rows = numduel.arena.load(tmp_path / "run")
    met = {
        name: [
            (row["game"], row["round"], row["ply"], row["chance"])
            for row in rows
            if row["player"] == name
        ]
        for name in scores.players
    }
    assert met["random"] == met["guessing"] == met["knowing"]
    assert all(row["matters"] for row in rows)
    assert scores.players["knowing"].accuracy.beyond_chance == 1.0
    assert len({score.accuracy.chance for score in scores.players.values()}) == 1
    by_pair = {(one.first, one.second): one for one in scores.comparisons}
    one = by_pair["guessing", "knowing"]
    wrong = 24 - scores.players["guessing"].accuracy.part
    assert (one.positions, one.only_first, one.only_second) == (24, 0, wrong)
    low, high = one.interval
    assert low < one.difference < high < 0
    told = json.loads((tmp_path / "run" / "scores.json").read_text())
    assert told["comparisons"][-1]["interval"] == [low, high]


def test_a_paired_run_goes_on_and_needs_only_one_player(play, tmp_path):
    alone = play("random", "--paired", rounds=5)
    assert (alone.played, alone.comparisons) == (10, ())
    before = (tmp_path / "run" / "games.jsonl").read_bytes()
    assert play("random", "--paired", rounds=5) == alone
    assert (tmp_path / "run" / "games.jsonl").read_bytes() == before
    with pytest.raises(NumduelError, match=r"holds another run: players .*; paired yes, not no"):
        play("random,easy", rounds=5)


def test_there_are_only_so_many_positions_to_pair(play):
    with pytest.raises(NumduelError, match="parity-duel has no more than 0 different positions"):
        play("random", "--paired", games="parity-duel")


def test_legal_moves_listed_and_not_are_two_columns(play, tmp_path, server):
    scores = play(f"random,{named('knowing', '+legal=both')}", rounds=1)
    assert scores.told_and_untold == (("knowing+legal=yes", "knowing+legal=no"),)
    prompts = [request["messages"][0]["content"] for request in server.requests]
    assert len({"Legal moves:" in prompt for prompt in prompts}) == 2
    told = CliRunner().invoke(command, ["--read", str(tmp_path / "run")]).stdout
    assert "beyond chance  legal moves listed  not listed" in told
    report = (tmp_path / "run" / "report.html").read_text()
    assert "<th>legal moves listed</th><th>not listed</th>" in report


def test_reasons_are_graded_where_they_are_asked_for(play, tmp_path):
    scores = play(f"random,{named('proving', '+reasons=yes')}", games="divisor-duel/numbers=12")
    proving = scores.players["proving"]
    assert proving.accuracy.beyond_chance == 1.0
    assert 0 < proving.proved.part < proving.proved.whole == proving.accuracy.whole
    assert {*proving.grades} == {"valid", "right move, wrong reason"}
    assert scores.players["random"].proved.whole == 0
    told = CliRunner().invoke(command, ["--read", str(tmp_path / "run")]).stdout
    assert "proved" in told.splitlines()[0]
