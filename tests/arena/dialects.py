"""Models of today on the chat-completions server: what they say, and how their endpoints say it."""

import json
import re
from random import Random

from numduel import Match, list_games, tasks
from numduel.catalogue import build_game, read_options

from .chat_server import Handler, first_legal

GATEWAY = b"<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
SILENT = ("asleep", "trickle", "alive-and-silent")  # until nobody waits any more
NO_QUOTA = {
    "error": {
        "message": "You exceeded your current quota, please check your plan and billing details.",
        "type": "insufficient_quota",
        "code": "insufficient_quota",
    }
}


def position_in(prompt):
    """The match that a prompt asks about."""
    title = re.search(r"in a game of (.*)\.$", prompt, re.MULTILINE)[1]
    rule_book = next(one for one in list_games() if one.title == title)
    told = re.search(r"played with (.*)\.$", prompt, re.MULTILINE)
    options = dict(pair.split("=") for pair in told[1].split(", ")) if told else {}
    match = Match(build_game(rule_book, read_options(rule_book, options)))
    for move in re.findall(r"Player \d (\S+?)(?:,|$)", re.search(r"Moves so far: (.*)", prompt)[1]):
        match.play(move)
    return match


class Dialects(Handler):
    """Adds models that know the truth, endpoints in trouble, and today's forms of a reply."""

    # How well they play.
    def knowing_model(self, messages):
        self.complete(tasks.gold(position_in(messages[0]["content"])))

    def bold_model(self, messages):
        self.complete(f"So:\n\n**{tasks.gold(position_in(messages[0]['content']))}**")

    def guessing_model(self, messages):
        match = position_in(messages[0]["content"])
        with self.server.lock:
            self.server.turns += 1
        move = Random(self.server.turns).choice(match.game.legal_moves(match.state))
        self.complete(f"Answer: {match.game.write_move(move)}")

    def lucky_model(self, messages):
        """Guesses, and is out of order whenever it would be wrong."""
        match = position_in(messages[0]["content"])
        move = Random(match.id).choice(match.game.legal_moves(match.state))
        reply = f"Answer: {match.game.write_move(move)}"
        if tasks.score(match, reply).value:
            self.complete(reply)
        else:
            self.send(503, {"error": {"message": "Overloaded"}})

    def proving_model(self, messages):
        """Proves every second of its moves."""
        match = position_in(messages[0]["content"])
        reply = tasks.gold(match, tasks.Asking(reasons=True))
        self.complete(reply if match.ply % 4 < 2 else reply.splitlines()[-1])

    def any_model(self, messages):
        """Answers every question, with or without a list of legal moves."""
        is_told = "Legal moves:" in messages[0]["content"]
        (self.good if is_told else self.guessing_model)(messages)

    # Endpoints in trouble, while the server's `is_up` is False.
    def well(self, messages):
        """Whether the endpoint is up; then it has answered."""
        if self.server.is_up:
            self.good(messages)
        return self.server.is_up

    def without_quota(self, messages):
        self.well(messages) or self.send(429, NO_QUOTA)

    def without_credit(self, messages):
        self.well(messages) or self.send(402, {"error": {"message": "Please top up."}})

    def behind_a_gateway(self, messages):
        self.well(messages) or self.send(502, GATEWAY)

    def refusing_with_200(self, messages):
        self.send(200, {"error": {"code": 401, "message": "No auth credentials found"}})

    def erring_in_a_choice(self, messages):
        choice = {"message": {"content": ""}, "finish_reason": "error", "error": {"code": 502}}
        self.well(messages) or self.send(200, {"choices": [choice]})

    def out_for_a_while(self, messages):
        """Down for the first six requests."""
        with self.server.lock:
            self.server.turns += 1
            is_out = self.server.turns <= 6
        if is_out:
            self.send(503, GATEWAY)
        else:
            self.good(messages)

    def telling_the_key(self, messages):
        error = {"message": f"{'x' * 267}, your key is {self.headers.get('Authorization')}"}
        self.send(503, {"error": error})

    def filtered(self, messages):
        self.send(400, {"error": {"code": "content_filter", "message": "not this question"}})

    # Forms of a reply.
    def answer(self):
        return f"Answer: {first_legal(self.asked['messages'][-1]['content'])}"

    def in_parts(self, messages):
        thought = {"type": "thinking", "thinking": [{"type": "text", "text": "One, perhaps."}]}
        self.complete([thought, {"type": "text", "text": "I take\n"}, {"text": self.answer()}])

    def reasoning(self, messages):
        self.complete(self.answer(), reasoning_content="Let me see: \ud800.")

    def reasoning_elsewhere(self, messages):
        self.complete(self.answer(), reasoning="Let me see.")

    def calling(self, messages):
        move = self.answer().removeprefix("Answer: ")
        function = {"name": "play", "arguments": json.dumps({"move": move})}
        self.complete(None, reason="tool_calls", tool_calls=[{"id": "1", "function": function}])

    def calling_twice(self, messages):
        calls = [{"function": {"name": "play", "arguments": f'{{"move": {n}}}'}} for n in (1, 2)]
        self.complete(None, reason="tool_calls", tool_calls=calls)

    def calling_nonsense(self, messages):
        function = {"name": "look_up", "arguments": "[1"}
        self.complete(None, reason="tool_calls", tool_calls=[{"function": function}])

    def counting_all(self, messages):
        usage = {
            "prompt_tokens": 1_000,
            "completion_tokens": 500,
            "prompt_tokens_details": {"cached_tokens": 800},
            "completion_tokens_details": {"reasoning_tokens": 400},
        }
        message = {"content": self.answer()}
        self.send(200, {"choices": [{"message": message}], "usage": usage})

    def counting_apart(self, messages):
        """Reasoning is no part of what it says was written."""
        usage = {
            "prompt_tokens": 1_000,
            "completion_tokens": 100,
            "total_tokens": 1_500,
            "completion_tokens_details": {"reasoning_tokens": 400},
        }
        message = {"content": self.answer()}
        self.send(200, {"choices": [{"message": message}], "usage": usage})

    # Streams.
    def stream(self, *events, ending=True):
        self.leave()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for event in events:
            told = event if isinstance(event, bytes) else f"data: {json.dumps(event)}\n\n".encode()
            self.wfile.write(told)
            self.wfile.flush()
        if ending:
            self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def piece(self, reason=None, **delta):
        return {"choices": [{"delta": delta, "finish_reason": reason}]}

    def streaming(self, messages):
        begin, end = self.answer().split(": ")
        self.stream(
            b": keep-alive\n\n",
            self.piece(role="assistant", content=""),
            self.piece(reasoning_content="Let me "),
            self.piece(reasoning_content="see."),
            self.piece(content=begin),
            self.piece(content=": "),
            self.piece(content=end),
            self.piece("stop"),
            {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 5}},
        )

    def streaming_a_call(self, messages):
        move = self.answer().removeprefix("Answer: ")
        begin, end = {"name": "play", "arguments": '{"mo'}, {"arguments": f've": "{move}"}}'}
        self.stream(
            self.piece(tool_calls=[{"index": 0, "function": begin}]),
            self.piece(tool_calls=[{"index": 0, "function": end}]),
            self.piece("tool_calls"),
        )

    def deaf_to_streams(self, messages):
        self.good(messages)

    def breaking_off(self, messages):
        if self.is_first():
            self.stream(self.piece(content="Answ"), ending=False)
        else:
            self.streaming(messages)

    def erring_in_a_stream(self, messages):
        if self.is_first():
            self.stream({"error": {"code": 503, "message": "overloaded"}})
        else:
            self.streaming(messages)

    def out_of_quota_in_a_stream(self, messages):
        self.stream(NO_QUOTA)

    def alive_and_silent(self, messages):
        self.stream(b": keep-alive\n\n", b": keep-alive\n\n", ending=False)
        self.server.is_over.wait()
