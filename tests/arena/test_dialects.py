"""Models of today: what they are sent, and every form in which they answer."""

import json

import pytest

from numduel import NumduelError
from numduel.arena.cost import Budget, cost_of
from numduel.arena.models import Completion, Endpoint
from numduel.arena.players import Keys, read_players


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
