"""What an endpoint sent: a chat completion, whole or as a stream of events, in today's dialects.

Content may be a text or a list of parts, reasoning may stand beside it under several names, and an
answer may come as a tool call. Nothing in it is trusted to have the right type.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_COUNTED = 10**15  # tokens, or whatever else a record counts
_REASONING = ("reasoning_content", "reasoning", "thinking")
_ANSWERS = ("move", "answer")  # the arguments of a tool call that are read as an answer
_USAGE = {
    "tokens_read": ("prompt_tokens",),
    "tokens_written": ("completion_tokens",),
    "tokens_cached": ("prompt_tokens_details", "cached_tokens"),
    "tokens_reasoning": ("completion_tokens_details", "reasoning_tokens"),
}
TOKEN_COUNTS = tuple(_USAGE)  # the names under which a record counts tokens


@dataclass
class Completion:
    """A reply of a model, as far as it came."""

    content: str = ""
    reasoning: str = ""
    refusal: str = ""
    tool_calls: dict[int, dict[str, str]] = field(default_factory=dict)
    reason: str | None = None  # why it ended; None if that was not told
    usage: dict[str, Any] = field(default_factory=dict)
    is_whole: bool = False

    @property
    def has_begun(self) -> bool:
        """Whether the model said anything at all."""
        return bool(self.content or self.reasoning or self.refusal or self.tool_calls)

    @property
    def text(self) -> str:
        """What was said, or the answer in a tool call if nothing was."""
        if self.content.strip() or not self.tool_calls:
            return self.content
        calls = list(self.tool_calls.values())
        answers = [answer for call in calls if (answer := _answer_in(call["arguments"]))]
        if len(calls) == len(answers) == 1:
            return f"Answer: {answers[0]}"
        return "\n".join(f"{call['name']}({call['arguments']})" for call in calls)

    def tokens(self) -> dict[str, int | None]:
        """How many tokens were read and written, and of these how many were cached and reasoned."""
        counts = {ours: _count(_within(self.usage, path)) for ours, path in _USAGE.items()}
        total = _count(self.usage.get("total_tokens"))
        read, written, _, reasoned = (count or 0 for count in counts.values())
        if reasoned and total == read + written + reasoned:  # some tell them apart from the others
            counts["tokens_written"] = written + reasoned
        told = {"tokens_read": counts["tokens_read"], "tokens_written": counts["tokens_written"]}
        return told | {name: counts[name] for name in counts if counts[name] and name not in told}


def read_completion(body: bytes) -> Completion | None:
    """The completion in a body, whole or broken off; None if the body is something else."""
    if _is_stream(body):
        return _read_stream(body)
    try:
        told = json.loads(body)
        choice = told["choices"][0]
        message = choice["message"]
        completion = Completion(reason=_text(choice.get("finish_reason")) or None, is_whole=True)
        _add(completion, message)
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None
    completion.usage = told["usage"] if isinstance(told.get("usage"), dict) else {}
    return completion


def read_error(body: bytes) -> Any:
    """The error that a body reports, whatever its status: an object, a text, or None."""
    if _is_stream(body):
        errors = (event["error"] for event in _events(body) if event.get("error"))
        return next(errors, None)
    try:
        told = json.loads(body)
        told = told[0] if isinstance(told, list) else told
        choice = (told.get("choices") or [{}])[0]
        return told.get("error") or choice.get("error")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None


def _is_stream(body: bytes) -> bool:
    return body.lstrip().startswith((b"data:", b":", b"event:"))


def _read_stream(body: bytes) -> Completion:
    completion = Completion()
    for event in _events(body):
        if isinstance(event.get("usage"), dict):
            completion.usage = event["usage"]
        try:
            choice = event["choices"][0]
            _add(completion, choice.get("delta") or choice.get("message") or {})
            completion.reason = _text(choice.get("finish_reason")) or completion.reason
        except (LookupError, TypeError, AttributeError, ValueError):
            continue
    is_done = any(line.strip() == b"data: [DONE]" for line in body.splitlines()[-4:])
    completion.is_whole = completion.has_begun and (is_done or completion.reason is not None)
    return completion


def _events(body: bytes) -> Iterator[dict[str, Any]]:
    """The events of a stream that are JSON objects."""
    for line in body.splitlines():
        if not line.startswith(b"data:"):
            continue  # a comment keeps the connection alive and says nothing
        try:
            event = json.loads(line.removeprefix(b"data:"))
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict):
            yield event


def _add(completion: Completion, message: Mapping[str, Any]) -> None:
    """Add a message, or a piece of one. TypeError if its content is neither text nor parts."""
    content = message.get("content")
    for part in content if isinstance(content, list) else [content]:
        _add_part(completion, part)
    for name in _REASONING:
        if isinstance(message.get(name), str):
            completion.reasoning += message[name]
            break
    completion.refusal += _text(message.get("refusal"))
    for place, call in enumerate(message.get("tool_calls") or []):
        at = call.get("index", place)
        known = completion.tool_calls.setdefault(at, {"name": "", "arguments": ""})
        function = call.get("function") or {}
        for name in known:
            known[name] += _text(function.get(name))


def _add_part(completion: Completion, part: Any) -> None:
    if part is None:
        return
    if isinstance(part, str):
        completion.content += part
        return
    if not isinstance(part, dict):
        raise TypeError("content is neither a text nor a list of parts")
    thought = next((part[name] for name in _REASONING if part.get(name)), None)
    if thought is not None:
        pieces = thought if isinstance(thought, list) else [thought]
        completion.reasoning += "".join(
            _text(piece.get("text") if isinstance(piece, dict) else piece) for piece in pieces
        )
    elif part.get("type") == "refusal":
        completion.refusal += _text(part.get("refusal"))
    else:
        completion.content += _text(part.get("text"))


def _answer_in(arguments: str) -> str | None:
    """The one answer in the arguments of a tool call."""
    try:
        told = json.loads(arguments)
    except (ValueError, RecursionError):
        return None
    given = [told[name] for name in _ANSWERS if name in told] if isinstance(told, dict) else []
    is_answer = len(given) == 1 and type(given[0]) in (str, int)
    return str(given[0]) if is_answer and "\n" not in str(given[0]) else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _within(told: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        told = told.get(name) if isinstance(told, dict) else None
    return told


def _count(told: Any) -> int | None:
    return told if type(told) is int and 0 <= told < MOST_COUNTED else None
