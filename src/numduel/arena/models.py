"""Language models as players, behind any OpenAI-compatible endpoint.

The `openai` package speaks HTTP and server-sent events. This module distinguishes failures of the
endpoint from those of the model, limits time, size and cost, reads the various response formats,
and keeps API keys out of records and messages.
"""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from numduel.arena.cost import MOST_COUNTED, TOKEN_COUNTS, Budget, cost_of, highest_cost
from numduel.arena.players import OPENAI, Attempt, Keys, Stopped, Turn, read_api_key
from numduel.errors import NumduelError, missing_extra
from numduel.match import Match
from numduel.tasks import Asking, Failure, Reading, feedback, prompt, read
from numduel.words import printable

_MOST_TEXT = 4_000_000  # characters of a reply
_MOST_BYTES = 8 * _MOST_TEXT
_MAX_BACKOFF = 60.0  # seconds
_BUDGET_WAIT = 0.05  # seconds between checks whether the budget has enough left
_TOLD_WAIT = 4.0  # seconds; shorter waits are not reported
_TOLD_AGAIN = 60.0
_FIRST_TRIES = 3  # tries to connect to an endpoint that has never answered

# Where a response has each of TOKEN_COUNTS.
_USAGE = (
    ("prompt_tokens",),
    ("completion_tokens",),
    ("prompt_tokens_details", "cached_tokens"),
    ("completion_tokens_details", "reasoning_tokens"),
)
_REASONING = ("reasoning_content", "reasoning", "thinking")
_ANSWERS = ("move", "answer")  # arguments of a tool call that count as an answer

_TRY_AGAIN = {200, 408, 409, 425, 429, *range(500, 600)}
_SHOWN_LENGTH = 300  # characters of an endpoint's error
_NO_QUOTA = (
    "insufficient_quota",
    "insufficient_balance",
    "insufficient balance",
    "insufficient_credits",
    "billing_hard_limit_reached",
    "billing_not_active",
    "exceeded_current_quota_error",
)
_NO_KEY = ("invalid_api_key", "authentication_error", "permission_error", "account_deactivated")
_FILTERED = ("content_filter", "content_policy_violation")

# Failures worth a retry.
_CORRECTABLE = {Failure.EMPTY, Failure.TRUNCATED, Failure.UNREADABLE, Failure.ILLEGAL}

Messages = Sequence[Mapping[str, str]]


class ModelUnreachable(NumduelError):
    """The endpoint cannot be used at all. No player is to blame, so the run stops."""


@dataclass(frozen=True)
class Reply:
    """A text, or why there is none. Its cost is in `details`."""

    text: str | None
    failure: Failure | None
    details: dict[str, Any]


@dataclass(frozen=True)
class Model:
    """A language model as a player, with feedback after a failed reply. One object can play any
    number of games concurrently."""

    ask: Callable[[Messages], Reply]
    asking: Asking

    def take_turn(self, match: Match) -> Turn:
        messages = [{"role": "user", "content": prompt(match, self.asking)}]
        attempts: list[Attempt] = []
        while len(attempts) <= self.asking.retries:
            reply = self.ask(messages)
            said = Reading(None) if reply.text is None else read(match, reply.text)
            is_in_form = said.is_in_form and "tool_calls" not in reply.details
            failure = reply.failure or said.failure
            details = {"prompt": messages[-1]["content"], **reply.details}
            attempts.append(Attempt(failure, details, None if reply.text is None else is_in_form))
            if failure is None or failure not in _CORRECTABLE:
                return Turn(said.move, tuple(attempts), failure is Failure.BROKEN)
            fault = None if reply.failure else said.fault
            complaint = feedback(failure, fault, self.asking)
            messages.append({"role": "assistant", "content": reply.text or ""})
            messages.append({"role": "user", "content": complaint})
        return Turn(None, tuple(attempts))

    def close(self) -> None:
        pass


def _request(settings: Mapping[str, Any], messages: Messages) -> dict[str, Any]:
    """Return the body of a request."""
    system = [{"role": "system", "content": settings["system"]}] if settings["system"] else []
    request: dict[str, Any] = {"model": settings["model"], "messages": [*system, *messages]}
    for name in ("max_tokens", "max_completion_tokens", "reasoning_effort"):
        if settings[name]:
            request[name] = settings[name]
    for name, kind in (("temperature", float), ("top_p", float), ("seed", int)):
        if settings[name]:
            request[name] = kind(settings[name])
    if settings["stream"]:
        request |= {"stream": True, "stream_options": {"include_usage": True}}
    return request | (json.loads(settings["body"]) if settings["body"] else {})


# Responses.


@dataclass
class Completion:
    """A chat completion in any of the common formats, complete or not.

    Content may be a text or a list of parts, reasoning has several names, and the answer may be a
    tool call. No field is trusted to have the right type.
    """

    content: str = ""
    reasoning: str = ""
    refusal: str = ""
    tool_calls: dict[int, dict[str, str]] = field(default_factory=dict)
    reason: str | None = None  # finish_reason, if any
    usage: dict[str, Any] = field(default_factory=dict)
    error: Any = None

    def add(self, told: Any) -> bool:
        """Add a whole completion or a stream event. Return whether it had a message."""
        told = told[0] if isinstance(told, list) and told else told
        if not isinstance(told, dict):
            return False
        self.error = self.error or told.get("error")
        self.usage = told["usage"] if isinstance(told.get("usage"), dict) else self.usage
        try:
            choice = told["choices"][0]
            self.error = self.error or choice.get("error")
            self.reason = _text(choice.get("finish_reason")) or self.reason
            self._add_message(choice["message"] if "message" in choice else choice["delta"])
        except (LookupError, TypeError, AttributeError):
            return False
        return True

    def _add_message(self, message: Mapping[str, Any]) -> None:
        content = message.get("content")
        for told in content if isinstance(content, list) else [content]:
            part = {"text": told} if told is None or isinstance(told, str) else told
            reasoning = _reasoning_in(part)
            self.reasoning += reasoning
            self.refusal += _text(part.get("refusal"))
            self.content += "" if reasoning else _text(part.get("text"))
        self.reasoning += _reasoning_in(message)
        self.refusal += _text(message.get("refusal"))
        for place, call in enumerate(message.get("tool_calls") or []):
            nothing = {"name": "", "arguments": ""}
            known = self.tool_calls.setdefault(call.get("index", place), nothing)
            for name in known:
                known[name] += _text((call.get("function") or {}).get(name))

    @property
    def size(self) -> int:
        """Characters received."""
        calls = (text for call in self.tool_calls.values() for text in call.values())
        return sum(map(len, (self.content, self.reasoning, self.refusal, *calls)))

    @property
    def text(self) -> str:
        """The content, or the answer in a tool call if there is none."""
        if self.content.strip() or not self.tool_calls:
            return self.content
        calls = list(self.tool_calls.values())
        answers = [answer for call in calls if (answer := _answer_in(call["arguments"]))]
        if len(calls) == len(answers) == 1:
            return f"Answer: {answers[0]}"
        return "\n".join(f"{call['name']}({call['arguments']})" for call in calls)

    def tokens(self) -> dict[str, int | None]:
        """Return the token counts: read, written, and of these cached and reasoning ones."""
        told = (_count(_within(self.usage, path)) for path in _USAGE)
        counts = dict(zip(TOKEN_COUNTS, told, strict=True))
        total = _count(self.usage.get("total_tokens"))
        read, written, _, reasoned = (count or 0 for count in counts.values())
        if reasoned and total == read + written + reasoned:  # some count them separately
            counts["tokens_written"] = written + reasoned
        always = ("tokens_read", "tokens_written")
        return {name: count for name, count in counts.items() if count or name in always}


# Endpoints.


class _Again(Exception):
    """A transient failure of the endpoint, perhaps with a Retry-After."""

    def __init__(self, fault: str, wait: float = 0.0) -> None:
        super().__init__(fault)
        self.wait = wait


class Models:
    """The models of a run. Their requests share a connection pool and an event loop in its own
    thread."""

    def __init__(
        self,
        players: Mapping[str, Mapping[str, Any]],
        keys: Keys,
        budget: Budget,
        tell: Callable[[str], None],
    ) -> None:
        """`tell` gets a sentence now and then while an endpoint is waited for."""
        secrets = {name: _key_of(settings) for name, settings in players.items()}
        try:
            from anyio.from_thread import start_blocking_portal
            from openai import DefaultAsyncHttpxClient
        except ModuleNotFoundError as missing:
            raise missing_extra(missing, "A model", "arena") from None
        http = DefaultAsyncHttpxClient(timeout=None, follow_redirects=False)
        self._endpoints = {
            name: Endpoint(name, settings, secrets[name], http, keys, budget, tell)
            for name, settings in players.items()
        }
        self._stack = ExitStack()
        self._portal = self._stack.enter_context(start_blocking_portal())
        self._stack.enter_context(self._portal.wrap_async_context_manager(http))
        self._under_way: set[Future[Reply]] = set()
        self._is_closed = False
        self._lock = threading.Lock()  # no request starts while this closes

    def seat(self, name: str, asking: Asking) -> Model:
        """Return a model that is ready to play."""
        return Model(partial(self._ask, self._endpoints[name]), asking)

    def _ask(self, endpoint: "Endpoint", messages: Messages) -> Reply:
        """Send a conversation and wait for the reply, which may be a failure."""
        with self._lock:
            if self._is_closed:
                raise Stopped("The run was stopped.")
            future = self._portal.start_task_soon(endpoint.ask, messages)
            self._under_way.add(future)
        try:
            return future.result()
        except CancelledError:
            raise Stopped("The run was stopped.") from None
        finally:
            with self._lock:
                self._under_way.discard(future)

    def close(self) -> None:
        """Cancel all requests under way."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            under_way = tuple(self._under_way)
        for future in under_way:
            future.cancel()
        self._stack.close()


class Endpoint:
    """One model at one address."""

    def __init__(
        self,
        name: str,
        settings: Mapping[str, Any],
        key: str,
        http: Any,
        keys: Keys,
        budget: Budget,
        tell: Callable[[str], None],
    ) -> None:
        from openai import AsyncOpenAI, Omit

        self.name, self.settings = name, settings
        self.keys, self.budget, self.tell = keys, budget, tell
        # No compression: a few kilobytes might expand to gigabytes.
        self._headers: dict[str, Any] = {"Accept-Encoding": "identity"}
        if not key:
            self._headers["Authorization"] = Omit()
        self._client = AsyncOpenAI(
            api_key=key or "none",
            base_url=settings["base_url"],
            timeout=None,
            max_retries=0,  # `ask` says why
            http_client=http,
        )
        self._places = asyncio.Semaphore(settings["concurrency"])
        self._has_answered = False
        self._told_at = -_TOLD_AGAIN

    async def ask(self, messages: Messages) -> Reply:
        """Send a request and retry with exponential backoff, until there is an answer or no try is
        left.

        The package's own retries are off: it repeats a request whose quota is used up, waits eight
        seconds at most, and takes an error with status 200 for a reply.
        """
        request = _request(self.settings, messages)
        most = highest_cost(json.dumps(request).encode(), self.settings)
        tries, fault, began = self.settings["tries"], "", time.monotonic()
        for number in range(1, tries + 1):
            while not self.budget.set_aside(most):
                await asyncio.sleep(_BUDGET_WAIT)
            reply = None
            try:
                reply = await self._try(request, number)
            except _Again as again:
                fault = str(again)
                wait = max(again.wait, self.settings["backoff"] * 2 ** (number - 1))
            finally:
                cost = 0.0 if reply is None else cost_of(reply.details, self.settings)
                self.budget.settle(most, cost)
            if reply is None and number < tries:
                self._tell_wait(fault, wait)
                await asyncio.sleep(min(wait, _MAX_BACKOFF))
            else:
                break
        reply = reply or self._failed(Failure.BROKEN, fault)
        reply.details.update(seconds=round(time.monotonic() - began, 3), calls=number)
        return reply

    def _tell_wait(self, fault: str, wait: float) -> None:
        """Report an outage, at most once in a while for all requests."""
        now = time.monotonic()
        if wait >= _TOLD_WAIT and now >= self._told_at + _TOLD_AGAIN:
            self._told_at = now
            self.tell(f"{self.name}: {self.keys.hide(fault)}. Retrying.")

    async def _try(self, request: Mapping[str, Any], number: int) -> Reply:
        """Send a request; _Again if it is worth a retry, ModelUnreachable if it is not."""
        import openai
        from httpx2 import TransportError

        completion, body = Completion(), bytearray()
        try:
            async with self._places, asyncio.timeout(self.settings["timeout"]):
                is_whole = await self._receive(request, completion, body)
        except TimeoutError:
            return self._late(completion, bytes(body))
        except openai.APIStatusError as refused:
            self._has_answered = True
            wait = _seconds(refused.response.headers.get("retry-after"))
            return self._judge(refused.status_code, refused.body, refused.response.text, wait)
        except (openai.APIConnectionError, TransportError) as failed:
            cause = failed.__cause__ or failed
            self._check_connection(f"{type(cause).__name__}: {cause}", number)
            raise _Again(f"{type(cause).__name__}: {cause}") from None
        except openai.APIError as failed:  # an event of a stream
            self._has_answered = True
            return self._judge(200, failed.body, json.dumps(failed.body))
        self._has_answered = True
        if len(body) > _MOST_BYTES or completion.size > _MOST_TEXT:
            return self._failed(Failure.TRUNCATED, "endless reply")
        if completion.error or completion.reason == "error":
            said = body.decode(errors="replace")
            return self._judge(200, completion.error, said)
        if not is_whole:
            half = completion.size and not body
            raise _Again("the stream broke off" if half else "the reply is not a chat completion")
        return self._read(completion)

    async def _receive(
        self, request: Mapping[str, Any], completion: Completion, body: bytearray
    ) -> bool:
        """Send a request and collect the answer, a stream in `completion` and anything else in
        `body`, so that what came is kept on a timeout. Return whether it is complete."""
        from openai import AsyncStream

        create = self._client.chat.completions.with_streaming_response.create
        known = {name: request[name] for name in ("model", "messages")}
        others = {name: told for name, told in request.items() if name not in known}
        async with create(**known, extra_body=others, extra_headers=self._headers) as response:
            if response.headers.get("content-encoding", "identity") != "identity":
                raise _Again("the reply is compressed, which was not requested")
            # Whatever was requested, some endpoints never stream and some always do.
            if "event-stream" in response.headers.get("content-type", ""):
                stream = AsyncStream[object](
                    cast_to=object, response=response.http_response, client=self._client
                )
                try:
                    async for event in stream:
                        completion.add(event)
                        if completion.size > _MOST_TEXT:
                            break
                except ValueError:  # an event that is not JSON
                    return False
                return bool(completion.size) and completion.reason is not None
            async for chunk in response.http_response.aiter_raw():
                body += chunk
                if len(body) > _MOST_BYTES:
                    return False
        try:
            return completion.add(json.loads(body))
        except (ValueError, RecursionError):
            return False

    def _judge(self, status: int, error: Any, said: str, wait: float = 0.0) -> Reply:
        """Classify an error response. Raise _Again if a retry may help, otherwise ModelUnreachable;
        but a question refused by a content filter is a reply."""
        if isinstance(error, list) and error and isinstance(error[0], dict):
            error = error[0].get("error")
        details = error if isinstance(error, dict) else {}
        code = details.get("code")
        if status == 200 and type(code) is int and 400 <= code < 600:
            status = code
        told = [details.get(name) for name in ("code", "type", "status", "message")]
        names = " ".join(dict.fromkeys(str(name) for name in told if name and name != status))
        # Hide keys before cutting, since half a key would not be found.
        names, said = self._clean(names), self._clean(said).strip()
        if status == 400 and _mentions(names, _FILTERED):
            return Reply(None, Failure.REFUSED, {"refusal": said})
        sentence = f"{self.settings['base_url']} says {status}: {printable(said)[:_SHOWN_LENGTH]}"
        if status == 402 or _mentions(names, _NO_QUOTA):
            raise ModelUnreachable(f"The quota is used up: {sentence}")
        if status in (401, 403) or _mentions(names, _NO_KEY):
            raise ModelUnreachable(f"The key is refused: {sentence}")
        if status not in _TRY_AGAIN:
            raise ModelUnreachable(sentence)
        raise _Again(f"HTTP {status} {names}".strip()[:_SHOWN_LENGTH], wait)

    def _check_connection(self, fault: str, number: int) -> None:
        """Raise ModelUnreachable if connecting failed at the last try, or has never worked."""
        tries = self.settings["tries"]
        most = tries if self._has_answered else min(tries, _FIRST_TRIES)
        if number >= most and fault.startswith("ConnectError"):
            address = self.settings["base_url"]
            raise ModelUnreachable(f"{address} cannot be reached: {self.keys.hide(fault)}")

    def _late(self, completion: Completion, body: bytes) -> Reply:
        """Return the reply after a timeout. If nothing came, the endpoint failed; otherwise the
        model was too slow."""
        limit = f"{self.settings['timeout']:g} seconds"
        if not body.strip() and not completion.size:
            return self._failed(Failure.BROKEN, f"nothing came in {limit}")
        reply = self._failed(Failure.TIMEOUT, f"not finished in {limit}")
        if completion.size:
            reply.details.update(self._thoughts(completion), partial=self._clean(completion.text))
        return reply

    def _read(self, completion: Completion) -> Reply:
        text = self._clean(completion.text)
        details = {**completion.tokens(), **self._thoughts(completion), "reply": text}
        if completion.refusal or completion.reason == "content_filter":
            details["refusal"] = self._clean(completion.refusal or "content_filter")
            return Reply(None, Failure.REFUSED, details)
        is_cut = completion.reason == "length"
        return Reply(text, Failure.TRUNCATED if is_cut else None, details)

    def _thoughts(self, completion: Completion) -> dict[str, str]:
        """Return the reasoning and tool calls, for the record."""
        calls = json.dumps([*completion.tool_calls.values()]) if completion.tool_calls else ""
        told = {"reasoning": completion.reasoning, "tool_calls": calls}
        return {name: self._clean(text) for name, text in told.items() if text}

    def _failed(self, failure: Failure, fault: str) -> Reply:
        return Reply(None, failure, {"fault": self.keys.hide(fault)})

    def _clean(self, text: str) -> str:
        """Remove keys, and lone surrogates, which neither files nor requests can hold."""
        return self.keys.hide(text.encode(errors="surrogatepass").decode(errors="replace"))


def _key_of(settings: Mapping[str, Any]) -> str:
    """Return a model's API key; may be empty."""
    variable = settings["key_variable"]
    key = read_api_key(variable)
    if settings["base_url"] == OPENAI and not key:
        raise NumduelError(f"Put the key into the variable {variable}.")
    if not key.isascii() or not key.isprintable():
        raise NumduelError(f"{variable} is not a valid API key: use printable ASCII.")
    return key


def _reasoning_in(told: Mapping[str, Any]) -> str:
    """Return the reasoning in a message or a part of it, under any of its names."""
    found = next((told[name] for name in _REASONING if told.get(name)), "")
    pieces = found if isinstance(found, list) else [found]
    return "".join(_text(one.get("text") if isinstance(one, dict) else one) for one in pieces)


def _answer_in(arguments: str) -> str | None:
    """Return the only answer in the arguments of a tool call."""
    try:
        told = json.loads(arguments)
    except (ValueError, RecursionError):
        return None
    given = [told[name] for name in _ANSWERS if name in told] if isinstance(told, dict) else []
    is_answer = len(given) == 1 and type(given[0]) in (str, int)
    return str(given[0]) if is_answer and "\n" not in str(given[0]) else None


def _mentions(text: str, names: Iterable[str]) -> bool:
    return any(name in text.lower() for name in names)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _within(told: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        told = told.get(name) if isinstance(told, dict) else None
    return told


def _count(told: Any) -> int | None:
    return told if type(told) is int and 0 <= told < MOST_COUNTED else None


def _seconds(text: str | None) -> float:
    """Read a Retry-After header; 0 if it is a date or unreadable."""
    return float(text) if text and text.isdigit() and len(text) < 6 else 0.0
