"""An OpenAI-compatible endpoint: chat completions over HTTP, from any number of threads.

All requests run in one event loop, because only there can a time limit stop a server that sends
a byte now and then. Nothing that a server says is trusted: a reply may be too long, late or broken,
or it may repeat the key, which is removed from everything that is recorded. Nothing is unpacked,
since a few kilobytes may become gigabytes, and no redirection is followed.
"""

import asyncio
import json
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from numduel.arena.players.keys import Keys, read_key
from numduel.arena.players.turn import Stopped
from numduel.errors import MissingExtra, NumduelError
from numduel.tasks import Failure
from numduel.words import printable

OPENAI = "https://api.openai.com/v1"
_TRY_AGAIN = {408, 409, 425, 429, *range(500, 600)}
_MOST_BYTES = 1_000_000
_SHOWN_LENGTH = 300  # characters of an error
MOST_COUNTED = 10**15  # tokens, or whatever else a record counts
_LONGEST_WAIT = 60.0


class Unreachable(NumduelError):
    """The endpoint cannot be used at all. That is no player's fault, so the run stops."""


@dataclass(frozen=True)
class Reply:
    """What came back: a text, or why there is none. The cost of it is in `details`."""

    text: str | None
    failure: Failure | None
    details: dict[str, Any]


class Endpoint:
    """One model at one address."""

    def __init__(self, settings: Mapping[str, Any], keys: Keys) -> None:
        self.settings = settings
        self.keys = keys
        variable = settings["key_variable"]
        key = read_key(variable)
        if settings["base_url"] == OPENAI and not key:
            raise NumduelError(f"Put the key into the variable {variable}.")
        if not key.isascii() or not key.isprintable():
            raise NumduelError(f"The key in the variable {variable} has characters of no key.")
        try:
            import httpx
        except ImportError:
            raise MissingExtra('Models need more: pip install "numduel[arena]".') from None
        self._httpx = httpx
        headers = {"Accept-Encoding": "identity"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        self._client = httpx.AsyncClient(timeout=None, headers=headers, follow_redirects=False)
        self._places = asyncio.Semaphore(settings["concurrency"])
        self._asked: set[Future[Reply]] = set()
        self._is_closed = False
        self._door = threading.Lock()  # no request begins while it is being closed
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def ask(self, messages: Sequence[Mapping[str, str]]) -> Reply:
        """Send a conversation and wait for the reply, which may be a failure."""
        with self._door:
            if self._is_closed:
                raise Stopped("The run was stopped.")
            future = asyncio.run_coroutine_threadsafe(self._ask(messages), self._loop)
            self._asked.add(future)
        try:
            return future.result()
        except CancelledError:
            raise Stopped("The run was stopped.") from None
        finally:
            with self._door:
                self._asked.discard(future)

    def close(self) -> None:
        """Drop all requests that are under way."""
        with self._door:
            if self._is_closed:
                return
            self._is_closed = True
            asked = tuple(self._asked)
        for future in asked:
            future.cancel()
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(timeout=10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=10)
        self._loop.close()

    async def _close(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)
        await self._client.aclose()

    async def _ask(self, messages: Sequence[Mapping[str, str]]) -> Reply:
        tries = self.settings["tries"]
        fault, began = "", time.monotonic()
        for number in range(1, tries + 1):
            wait = self.settings["backoff"] * 2 ** (number - 1)
            try:
                async with self._places, asyncio.timeout(self.settings["timeout"]):
                    status, headers, body = await self._post(messages)
            except TimeoutError:
                return self._failed(Failure.TIMEOUT, "no reply in time", began, number)
            except self._httpx.TransportError as error:
                fault = f"{type(error).__name__}: {error}"
                if number == tries and isinstance(error, self._httpx.ConnectError):
                    raise Unreachable(
                        f"{self.settings['base_url']}: {self.keys.hide(fault)}"
                    ) from None
            else:
                if len(body) > _MOST_BYTES:
                    return self._failed(Failure.TRUNCATED, "endless reply", began, number)
                if status == 200:
                    reply = self._read(body, began, number)
                    if reply is not None:
                        return reply
                    fault = "the reply is not a chat completion"
                elif status not in _TRY_AGAIN:
                    said = printable(self.keys.hide(body.decode(errors="replace")))
                    address = self.settings["base_url"]
                    raise Unreachable(f"{address} says {status}: {said[:_SHOWN_LENGTH]}")
                else:
                    fault = f"HTTP {status}"
                    wait = max(wait, _seconds(headers.get("retry-after")))
            if number < tries:
                await asyncio.sleep(min(wait, _LONGEST_WAIT))
        return self._failed(Failure.BROKEN, fault, began, tries)

    async def _post(self, messages: Sequence[Mapping[str, str]]) -> tuple[int, Any, bytes]:
        request: dict[str, Any] = {"model": self.settings["model"], "messages": list(messages)}
        for name in ("max_tokens", "max_completion_tokens"):
            if self.settings[name]:
                request[name] = self.settings[name]
        if self.settings["temperature"]:
            request["temperature"] = float(self.settings["temperature"])
        url = f"{self.settings['base_url'].rstrip('/')}/chat/completions"
        async with self._client.stream("POST", url, json=request) as response:
            if response.headers.get("content-encoding", "identity") != "identity":
                raise self._httpx.RemoteProtocolError("the reply is packed, which nobody asked for")
            body = b""
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > _MOST_BYTES:
                    break
            return response.status_code, response.headers, body

    def _read(self, body: bytes, began: float, calls: int) -> Reply | None:
        """The reply in a body, or None if the body is not a chat completion."""
        try:
            told = json.loads(body)
            choice = told["choices"][0]
            message, reason = choice["message"], choice.get("finish_reason")
            text, refusal = message.get("content"), message.get("refusal")
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
            return None
        if not isinstance(text, str | None) or not isinstance(refusal, str | None):
            return None
        text = self._clean(text or "")
        details = {**_tokens(told), **_took(began, calls), "reply": text}
        if refusal or reason == "content_filter":
            details["refusal"] = self._clean(refusal or "content_filter")
            return Reply(None, Failure.REFUSED, details)
        return Reply(text, Failure.TRUNCATED if reason == "length" else None, details)

    def _failed(self, failure: Failure, fault: str, began: float, calls: int) -> Reply:
        return Reply(None, failure, {**_took(began, calls), "fault": self.keys.hide(fault)})

    def _clean(self, text: str) -> str:
        """A text without keys, and without half characters, which no file and no request takes."""
        return self.keys.hide(text.encode(errors="surrogatepass").decode(errors="replace"))


def check_address(base_url: str) -> None:
    """Refuse what is no address, and an address with a secret in it, since it is recorded."""
    try:
        address = urlsplit(base_url)
        is_address = address.scheme in ("http", "https") and bool(address.hostname)
        is_plain = "@" not in address.netloc and not address.query and not address.fragment
        is_right = is_address and is_plain and address.port != 0
    except ValueError:
        is_right = False
    if not is_right:
        raise NumduelError("base_url must be a plain http or https address, without a key.")


def check_key(variable: str) -> None:
    """Refuse the name of a variable that holds no key."""
    if not read_key(variable):
        raise NumduelError(f"key_variable names {variable}, and there is no key in it.")


def _tokens(told: Mapping[str, Any]) -> dict[str, Any]:
    usage = told.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    named = {"tokens_read": "prompt_tokens", "tokens_written": "completion_tokens"}
    return {ours: _count(counts.get(theirs)) for ours, theirs in named.items()}


def _count(told: Any) -> int | None:
    return told if type(told) is int and 0 <= told < MOST_COUNTED else None


def _took(began: float, calls: int) -> dict[str, Any]:
    return {"seconds": round(time.monotonic() - began, 3), "calls": calls}


def _seconds(text: str | None) -> float:
    """How long a server asks us to wait; 0 if it gives a date or something unreadable."""
    return float(text) if text and text.isdigit() and len(text) < 6 else 0.0
