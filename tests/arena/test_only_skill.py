"""Only skill moves a score: models of known skill behind a real HTTP server."""

import json
import sys

import pytest
from click.testing import CliRunner

import numduel.arena
from numduel import Match, NumduelError, load_game
from numduel.arena.command import arena as command
from numduel.arena.plan import mattering_positions
from numduel.arena.results import load_results
from numduel.arena.scores import Comparison, score_run
from numduel.arena.table import rank
from numduel.tasks.bench_set import Balance
from numduel.theory import judge_moves

GAMES = "divisor-duel/numbers=12,sequence-builder/numbers=12"


@pytest.fixture
def play(small_run, tmp_path):
    """play(players, ...): the scores of a run."""

    def run(players, *more, games=GAMES, rounds=4):
        small_run(players, "--seed", "3", *more, games=games, rounds=rounds)
        return score_run(*load_results(tmp_path / "run"))

    return run


def named(model, settings=""):
    return f"openai:{model}-model{settings}+name={model}"


def test_guesser_scores_chance_and_perfect_model_one(play):
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
    with pytest.raises(NumduelError, match=r"quota is used up.*Continue with the same command"):
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
    assert Comparison("one", "two", 3, 3, 0).interval[1] == 1.0
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
    with pytest.raises(NumduelError, match="Only 0 positions of parity-duel"):
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


def test_twins_are_one_game_and_games_count_alike(play):
    games = "divisor-duel/numbers=12,parity-duel/jokers=1,even-odd-match/jokers=1"
    scores = play("habits,easy", "--paired", games=games, rounds=6)
    shares = scores.players["habits"].by_game
    assert {*shares} == {"divisor-duel/numbers=12", "parity-duel/jokers=1"}
    assert shares["parity-duel/jokers=1"].whole == 12
    beyond = [share.beyond_chance for share in shares.values()]
    assert beyond[1] == 1.0, "the other parity is always right"
    assert scores.players["habits"].headline.value == sum(beyond) / 2


def test_players_without_skill_are_asked_too(play, tmp_path):
    scores = play("perfect,easy", games="divisor-duel,grundys-game", rounds=6)
    assert {*scores.references} == {"random", "habits"}
    for reference in scores.references.values():
        assert reference.headline.low < 0.1
    told = CliRunner().invoke(command, ["--read", str(tmp_path / "run")]).stdout
    assert "habits (asked too)" in told
    assert "random (asked too)" in told


def test_simple_habits_score_no_better_than_chance():
    for slug, options in [("divisor-duel", {"numbers": 40}), ("grundys-game", {"start": 30})]:
        game, balance = load_game(slug, **options), Balance()
        for moves in mattering_positions(game, 30, 3):
            state = Match.at(game, moves).state
            answers = judge_moves(game, state).moves_won_by(state.to_move)
            balance.surplus = balance.after(game, state, answers)
        assert all(surplus < 3 for surplus in balance.surplus), (slug, balance.surplus)


def test_games_start_won_with_a_losing_move(play, tmp_path):
    play("random,easy", rounds=3)
    begun = {}
    for row in numduel.arena.load(tmp_path / "run"):
        pair = tuple(sorted([row["player"], row["opponent"]]))
        first = row["player"] if row["seat"] == 1 else row["opponent"]
        begun.setdefault((row["game"], row["round"], pair, first), row)
    assert len(begun) == 12
    assert all(row["winner_before"] == row["seat"] for row in begun.values())
    assert all(row["winning"] and row["losing"] for row in begun.values())
    assert len({row["ply"] for row in begun.values()}) > 1


def test_outages_at_the_right_moments_gain_nothing(play, server):
    """A guesser whose endpoint fails whenever it would be wrong."""
    players = f"random,{named('lucky', '+tries=1+timeout=20')}"
    scores = play(players, "--paired", rounds=10)
    lucky = scores.players["lucky"]
    assert lucky.broken > 3
    assert lucky.headline.value == 1.0
    assert not lucky.is_ranked
    assert lucky.bounds[0] < 0.3 < lucky.bounds[1]
    assert [name for name, _ in rank(scores)] == ["random", "lucky"]
    again = play(players, "--paired", "--retry-broken", rounds=10).players["lucky"]
    assert again.broken == 0, "what fails again while others succeed counts as wrong"
    assert again.headline.low < 0 < again.headline.high


def test_program_cannot_predict_opponents_randomness(play, tmp_path):
    script = tmp_path / "seer.py"
    script.write_text(SEER)
    players = f"easy,program:{sys.executable} {script}+name=seer"
    scores = play(players, games="divisor-duel/numbers=12", rounds=12)
    foreseen = [row["reply"] for row in numduel.arena.load(tmp_path / "run") if row["reply"]]
    hits = [json.loads(reply)["foreseen"] for reply in foreseen]
    hits = [hit for hit in hits if hit is not None]
    assert len(hits) > 10
    assert sum(hits) < 0.8 * len(hits)
    assert scores.players["seer"].failures == {}


SEER = """
import json, sys
from random import Random
from numduel import Match, load_game
from numduel.players import choose_move

expected = None
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "start":
        begun = told
    if told["type"] == "move":
        moves = told["moves"]
        game = load_game(begun["game"], **begun["options"])
        foreseen = None if expected is None else moves[-1] == expected
        match = Match.at(game, [*moves, told["legal"][0]], begun["seed"])
        is_choice = match.outcome is None and len(game.legal_moves(match.state)) > 1
        expected = choose_move(match, "easy") if is_choice else None
        expected = None if expected is None else game.write_move(expected)
        answer = {"question": told["question"], "move": told["legal"][0], "foreseen": foreseen}
        print(json.dumps(answer), flush=True)
    if told["type"] == "end":
        break
"""
