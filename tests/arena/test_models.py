"""Models behind a real HTTP server that behaves well, badly, slowly and maliciously."""

import logging
import threading
import tracemalloc

import pytest

from numduel import Match, NumduelError, load_game
from numduel.arena.models import ModelUnreachable
from numduel.arena.players import read_players
from numduel.arena.run import Players

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


def test_a_broken_endpoint_is_tried_as_often_as_set(ask, server):
    assert ask("down").attempts[0].details["fault"] == "HTTP 500"
    assert len(server.requests) == 3


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
