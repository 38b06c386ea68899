"""Trouble is not stupidity: what an endpoint does wrong moves no score."""

import html

import pytest
from click.testing import CliRunner

from numduel import Match, NumduelError, load_game
from numduel.arena import models
from numduel.arena.command import arena as command
from numduel.arena.models import ModelUnreachable
from numduel.arena.players import read_players
from numduel.arena.results import load_results
from numduel.arena.run import Players
from numduel.arena.scores import score_run
from numduel.journal import read_lines

OUTAGES = ["behind-a-gateway", "erring-in-a-choice"]


@pytest.fixture
def play(server, tmp_path):
    """play("good"): a small run of this model against random; its scores, and what was told."""

    def run(model, *more, settings="+tries=2+backoff=0.01"):
        arguments = ["--games", "divisor-duel/numbers=8", "--rounds", "2", "--players"]
        arguments += [f"random,openai:{model}+name=it{settings}", "--base-url", server.url]
        arguments += ["--out", str(tmp_path / "run"), "--workers", "1", *more]
        done = CliRunner().invoke(command, arguments, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return score_run(*load_results(tmp_path / "run")), done.stdout

    return run


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ("without-quota", "The quota is used up: http.* says 429: .*You exceeded your current"),
        ("without-credit", "The quota is used up: http.* says 402: .*Please top up"),
        ("out-of-quota-in-a-stream", "The quota is used up: http.* says 200: "),
        ("denied", r"The key is refused: http.* says 401: .*\[key\]"),
        ("refusing-with-200", "The key is refused: http.* says 401: .*No auth credentials found"),
    ],
)
def test_quota_and_auth_errors_are_not_retried(ask, server, model, sentence):
    server.is_up = False
    with pytest.raises(ModelUnreachable, match=sentence):
        ask(model)
    assert len(server.requests) == 1


def test_run_resumes_after_quota_runs_out(play, server, tmp_path):
    class Ends(list):
        def append(self, request):
            super().append(request)
            server.is_up = len(self) <= 3

    server.requests = Ends()
    with pytest.raises(NumduelError, match=r"The quota is used up: .* of 4 games are played\.$"):
        play("without-quota", settings="+concurrency=1")
    _, records = load_results(tmp_path / "run")
    assert len(records) < 4
    assert not any(record.is_forfeit or record.is_broken for record in records)
    server.requests, server.is_up = [], True
    scores, _ = play("without-quota", settings="+concurrency=1")
    assert (scores.played, scores.broken, scores.players["it"].failures) == (4, 0, {})


def test_an_outage_is_waited_out(ask, server):
    assert ask("out-for-a-while").is_trouble, "three tries are not enough"
    assert ask("out-for-a-while").is_trouble
    assert ask("out-for-a-while").move == "1"
    assert len(server.requests) == 7


def test_a_long_wait_is_told_once_for_all_requests(server, monkeypatch):
    monkeypatch.setattr(models, "_MAX_BACKOFF", 0.01)
    told = []
    players = read_players(["openai:out-for-a-while+backoff=1+name=it"], server.url)
    players = Players(players, tell=told.append)
    match = Match(load_game("divisor-duel"))
    assert players.seat("it").take_turn(match).move == "1"
    players.close()
    assert told == ["it: HTTP 503. Retrying."]


@pytest.mark.parametrize("model", OUTAGES)
def test_games_lost_to_outage_are_replayed_not_scored(play, server, tmp_path, model):
    server.is_up = False
    scores, told = play(model)
    it = scores.players["it"]
    assert (scores.broken, it.broken, scores.played) == (4, 4, 4)
    assert it.accuracy.value is it.strength is None
    assert (it.attempts, it.failures, it.forfeits.whole) == (0, {}, 0)
    assert scores.players["random"].strength is None, "nobody wins by another's outage"
    assert "Missing: 4 games lost to an endpoint that failed" in told
    assert not it.is_ranked
    report = (tmp_path / "run" / "report.html").read_text()
    assert "4 games lost to an endpoint that failed" in report
    assert sum(it.troubles.values()) == 4
    assert f"<td>{html.escape(next(iter(it.troubles)))}</td>" in report
    server.is_up = True
    assert play(model)[0].broken == 4, "only --retry-broken asks again"
    scores, told = play(model, "--retry-broken")
    assert (scores.broken, scores.played) == (0, 4)
    assert scores.players["it"].accuracy.whole > 0
    assert "Missing:" not in told
    assert scores.players["it"].is_ranked
    lines = list(read_lines((tmp_path / "run" / "games.jsonl").read_bytes()))
    assert len(lines) == 1 + 4 + 4, "what was broken off stays in the record"


def test_recorded_endpoint_error_redacts_key(ask, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "SK-Test-Capitals")
    (attempt,) = ask("telling-the-key").attempts
    assert attempt.details["fault"].startswith("HTTP 503 xxx")
    assert attempt.details["fault"].endswith("your key is Bearer [ke")
    assert "capitals" not in str(attempt.details).lower()


def test_unreachable_endpoint_fails_fast(ask):
    with pytest.raises(ModelUnreachable, match="cannot be reached: ConnectError"):
        ask("good", settings="+base_url=http://127.0.0.1:9/v1")
