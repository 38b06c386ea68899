"""Models behind a real HTTP server that behaves well, badly, slowly and maliciously."""

import html
import json
import logging
import threading
import tracemalloc

import pytest

from numduel import Match, NumduelError, load_game
from numduel.arena import models
from numduel.arena.cost import Budget, cost_of
from numduel.arena.models import Completion, Endpoint, ModelUnreachable
from numduel.arena.players import Keys, read_players
from numduel.arena.results import load_results
from numduel.arena.run import Players
from numduel.arena.scores import score_run
from numduel.journal import read_lines

from .chat_server import bomb

KEY = "sk-test-3f9a"


def failures(turn):
    return [attempt.failure for attempt in turn.attempts]


def test_model_turn_counts_tokens_and_calls(ask, server):
    turn = ask("good", settings="+temperature=0.5+max_tokens=77")
    assert turn.move == "1"
    (attempt,) = turn.attempts
    assert attempt.failure is None
    assert attempt.details["tokens_read"] == 100
    assert attempt.details["tokens_written"] == 10
    assert attempt.details["calls"] == 1
    assert "Legal moves: " in attempt.details["prompt"]
    assert attempt.details["reply"].endswith("Answer: 1")
    assert server.requests[0]["temperature"] == 0.5
    assert server.requests[0]["max_tokens"] == 77
    assert server.keys == {f"Bearer {KEY}"}


def test_illegal_move_is_explained_to_a_model_and_counts(ask, server):
    turn = ask("forgetful")
    assert turn.move == "1"
    assert failures(turn) == ["illegal", None]
    told = server.requests[1]["messages"]
    assert [message["role"] for message in told] == ["user", "assistant", "user"]
    assert "999 is not in the list 1 to 20." in told[2]["content"]


@pytest.mark.parametrize("model", ["busy", "flaky"])
def test_a_busy_or_flaky_endpoint_is_asked_again(ask, model):
    turn = ask(model)
    assert turn.move == "1"
    assert turn.attempts[0].details["calls"] == 2


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("silent", ["empty", "empty"]),
        ("cut", ["truncated", "truncated"]),
        ("undecided", ["unreadable", "unreadable"]),
        ("refuser", ["refused"]),
        ("filtered", ["refused"]),
        ("asleep", ["broken"]),
        ("endless", ["truncated", "truncated"]),
        ("down", ["broken"]),
        ("shapeless", ["broken"]),
        ("packed", ["broken"]),
        ("halved-and-wrong", ["unreadable", "unreadable"]),
    ],
)
def test_every_failure_has_its_type(ask, model, expected):
    turn = ask(model)
    assert turn.move is None
    assert failures(turn) == expected


def test_the_key_is_in_no_log_message(ask, caplog):
    caplog.set_level(logging.DEBUG)
    assert ask("good").move == "1"
    assert ask("down").is_trouble
    with pytest.raises(ModelUnreachable):
        ask("denied")
    assert caplog.records, "the openai package does log"
    assert KEY not in caplog.text


def test_without_a_key_none_is_sent(ask, server, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    assert ask("good").move == "1"
    assert server.keys == {None}


def test_the_key_is_hidden_before_an_error_is_cut(ask):
    with pytest.raises(ModelUnreachable, match="says 401: no such key") as refused:
        ask("denied-at-length")
    assert str(refused.value).endswith("Bearer [ke")


def test_endpoint_error_is_one_escaped_line(ask):
    with pytest.raises(ModelUnreachable, match=r"says 403: \\x1b\[2Jno\\nError: all is well$"):
        ask("denied-with-orders")


def test_key_invalid_in_a_header_is_refused_and_not_shown(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\nX-More: 1")
    with pytest.raises(NumduelError, match="OPENAI_API_KEY is not a valid API key") as refused:
        Players(read_players(["openai:good"], server.url))
    assert KEY not in str(refused.value)


def test_a_word_instead_of_a_key_is_hidden_nowhere(ask, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "1")
    assert ask("good").move == "1"


def test_redirections_are_not_followed(ask, server):
    with pytest.raises(ModelUnreachable, match="says 307"):
        ask("moved")
    assert len(server.requests) == 1


def test_what_was_not_asked_for_is_not_unpacked(ask):
    bomb()  # to make it takes much memory, which is not what is measured
    tracemalloc.start()
    (attempt,) = ask("packed").attempts
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert attempt.details["fault"].endswith("the reply is compressed, which was not requested")
    assert most < 50_000_000


def test_no_more_requests_at_once_than_the_limit(server):
    text = "openai:in-pairs+concurrency=2+name=model"
    players = Players(read_players([text], server.url))
    match = Match(load_game("divisor-duel"))
    threads = [
        threading.Thread(target=lambda: players.seat("model").take_turn(match)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    players.close()
    assert len(server.requests) == 8
    assert server.most_open == 2


@pytest.mark.parametrize(
    "text",
    [
        "openai:m+base_url=http://user:secret@127.0.0.1/v1",
        "openai:m+base_url=http://127.0.0.1/v1?key=secret",
        "openai:m+base_url=http://127.0.0.1:99999/v1",
        "openai:m+base_url=http://xn--/v1",
        "openai:m+base_url=http://127.0.0.1/" + "v" * 70_000,
    ],
)
def test_base_url_with_a_key_or_malformed_is_refused(text):
    with pytest.raises(NumduelError, match="without a key"):
        read_players([text])


def test_a_variable_that_is_named_must_hold_a_key(server, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert read_players(["openai:m"], server.url)
    for name in ("OPENAI_API_KEY", "MY_KEY"):
        with pytest.raises(NumduelError, match=f"key_variable names {name}, which has no key"):
            read_players([f"openai:m+key_variable={name}"], server.url)
    monkeypatch.setenv("MY_KEY", "secret")
    assert read_players(["openai:m+key_variable=MY_KEY"], server.url)
    with pytest.raises(NumduelError, match="Put the key into the variable OPENAI_API_KEY"):
        Players(read_players(["openai:m"]))  # at OpenAI itself


def told(turn):
    (attempt,) = turn.attempts
    return attempt.details


def test_what_is_set_is_sent_and_nothing_else(ask, server, tmp_path):
    (tmp_path / "body.json").write_text('{"reasoning": {"max_tokens": 9}, "top_k": 3}')
    settings = (
        "+system=Be brief.+top_p=0.9+seed=7+reasoning_effort=high+max_completion_tokens=99"
        f"+body=@{tmp_path}/body.json"
    )
    assert ask("in-parts", settings=settings).move == "1"
    sent = server.requests[0]
    system, question = sent.pop("messages")
    assert system == {"role": "system", "content": "Be brief."}
    assert question["role"] == "user"
    assert sent == {
        "model": "in-parts",
        "top_p": 0.9,
        "seed": 7,
        "reasoning_effort": "high",
        "max_completion_tokens": 99,
        "reasoning": {"max_tokens": 9},
        "top_k": 3,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    ask("in-parts", settings="+stream=no")
    assert server.requests[1].keys() == {"model", "messages"}


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("top_p=2", "top_p must be a number from 0 to 1"),
        ("seed=x", "seed must be a whole number"),
        ("price_cached=cheap", "price_cached must be a number from 0 on"),
        ("body=[1]", "body must be a JSON object"),
        ('body={"max_tokens": 9}', "body cannot have max_tokens, which has its own setting"),
        ('body={"key": "sk-test-3f9a"}', "body is recorded, so it must not hold the key"),
        ("system=Mine is sk-test-3f9a.", "system is recorded, so it must not hold the key"),
        ("body=@/no/such/file", "/no/such/file cannot be read: No such file"),
    ],
)
def test_settings_that_cannot_be_are_refused(server, setting, reason):
    with pytest.raises(NumduelError, match=reason):
        read_players([f"openai:m+{setting}"], server.url)


CALL = json.dumps([{"name": "play", "arguments": '{"move": "1"}'}])


@pytest.mark.parametrize(
    ("model", "move", "kept"),
    [
        ("in-parts", "1", {"reasoning": "One, perhaps.", "reply": "I take\nAnswer: 1"}),
        ("reasoning", "1", {"reasoning": "Let me see: ���."}),
        ("reasoning-elsewhere", "1", {"reasoning": "Let me see."}),
        ("calling", "1", {"reply": "Answer: 1", "tool_calls": CALL}),
    ],
)
def test_a_reply_is_read_in_every_form(ask, model, move, kept):
    turn = ask(model)
    assert turn.move == move
    assert kept.items() <= told(turn).items()


@pytest.mark.parametrize("model", ["calling-twice", "calling-nonsense"])
def test_tool_calls_without_one_answer_are_unreadable(ask, model):
    turn = ask(model, settings="+retries=0")
    assert (turn.move, turn.attempts[0].failure) == (None, "unreadable")


@pytest.mark.parametrize(
    ("model", "reasoning"),
    [
        ("streaming", "Let me see."),
        ("streaming-a-call", None),
        ("deaf-to-streams", None),
        ("breaking-off", "Let me see."),
        ("erring-in-a-stream", "Let me see."),
    ],
)
def test_streams_are_put_together(ask, model, reasoning):
    turn = ask(model)
    assert turn.move == "1"
    assert told(turn).get("reasoning") == reasoning
    if model == "streaming":
        assert (told(turn)["tokens_read"], told(turn)["tokens_written"]) == (7, 5)


ROLE = {"choices": [{"delta": {"role": "assistant"}}]}
PIECE = {"choices": [{"delta": {"reasoning_content": "Hm"}}]}


@pytest.mark.parametrize(
    ("events", "body", "failure"),
    [
        ([], b"", "broken"),
        ([ROLE], b"", "broken"),
        ([PIECE], b"", "timeout"),
        ([], b'{"choices": [{"message": {"content": "I th', "timeout"),
    ],
)
def test_timeout_blames_model_only_if_it_sent_something(server, events, body, failure):
    (settings,) = read_players(["openai:m"], server.url).values()
    endpoint = Endpoint("m", settings, "", None, Keys(), Budget(), print)
    completion = Completion()
    for event in events:
        completion.add(event)
    reply = endpoint._late(completion, body)
    assert (reply.text, reply.failure) == (None, failure)


@pytest.mark.parametrize("model", ["asleep", "trickle", "alive-and-silent"])
def test_if_nothing_came_in_time_the_endpoint_has_failed(ask, model):
    turn = ask(model, settings="+stream=yes")
    assert (turn.move, turn.is_trouble) == (None, True)
    assert turn.attempts[0].failure == "broken"
    assert told(turn)["fault"] == "nothing came in 0.5 seconds"


def test_cached_and_reasoning_tokens_have_their_own_prices(ask):
    details = told(ask("counting-all"))
    assert (details["tokens_cached"], details["tokens_reasoning"]) == (800, 400)
    prices = {"price_read": 2.0, "price_written": 10.0}
    assert cost_of(details, prices) == pytest.approx((1_000 * 2 + 500 * 10) / 1e6)
    prices |= {"price_cached": "0.5", "price_reasoning": "20"}
    assert cost_of(details, prices) == pytest.approx(
        (200 * 2 + 800 * 0.5 + 100 * 10 + 400 * 20) / 1e6
    )


def test_separate_reasoning_tokens_count_as_written(ask):
    details = told(ask("counting-apart"))
    assert (details["tokens_written"], details["tokens_reasoning"]) == (500, 400)


OUTAGES = ["behind-a-gateway", "erring-in-a-choice"]


@pytest.fixture
def play(small_run, tmp_path):
    """play("good"): a small run of this model against random; its scores, and what was told."""

    def run(model, *more, settings="+tries=2+backoff=0.01"):
        told = small_run(f"random,openai:{model}+name=it{settings}", *more, rounds=2)
        return score_run(*load_results(tmp_path / "run")), told

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
