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
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from functools import cache
from ssl import SSLContext
from typing import Any

from numduel.arena.models.completion import Completion, read_completion
from numduel.arena.models.cost import Budget, cost_of, highest_cost
from numduel.arena.models.settings import OPENAI, request_of
from numduel.arena.models.trouble import ModelUnreachable, read_trouble
from numduel.arena.players.keys import Keys, read_api_key
from numduel.arena.players.turn import Stopped
from numduel.errors import MissingExtra, NumduelError
from numduel.tasks import Failure

_MOST_BYTES = 32_000_000  # of a stream, which has some two hundred bytes for each token
_MOST_TEXT = 4_000_000  # characters
_LONGEST_WAIT = 60.0
_BUDGET_WAIT = 0.05  # seconds until we see whether other requests have left enough of the budget
_TOLD_WAIT = 4.0  # seconds; a shorter wait is not worth a word
_TOLD_AGAIN = 60.0
_FIRST_TRIES = 3  # connections, to an endpoint that has never answered


@dataclass(frozen=True)
class Reply:
    """What came back: a text, or why there is none. The cost of it is in `details`."""

    text: str | None
    failure: Failure | None
    details: dict[str, Any]


@cache
def _certificates() -> SSLContext:
    """The authorities whose certificates are trusted. All endpoints share them, because reading
    them takes longer than anything else at the start."""
    import httpx

    return httpx.create_ssl_context()


class Endpoint:
    """One model at one address."""

    def __init__(
        self,
        settings: Mapping[str, Any],
        keys: Keys,
        budget: Budget | None,
        tell: Callable[[str], None],
    ) -> None:
        self.settings = settings
        self.tell = tell
        self._told_at = -_TOLD_AGAIN
        self.keys = keys
        self.budget = budget or Budget()
        variable = settings["key_variable"]
        key = read_api_key(variable)
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
        self._client = httpx.AsyncClient(
            verify=_certificates(), timeout=None, headers=headers, follow_redirects=False
        )
        self._places = asyncio.Semaphore(settings["concurrency"])
        self._asked: set[Future[Reply]] = set()
        self._is_closed = False
        self._has_answered = False
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
        """Ask until there is an answer, or until the tries are used up."""
        question = json.dumps(request_of(self.settings, messages)).encode()
        tries, fault, began = self.settings["tries"], "", time.monotonic()
        for number in range(1, tries + 1):
            reply, most = None, highest_cost(question, self.settings)
            while not self.budget.set_aside(most):
                await asyncio.sleep(_BUDGET_WAIT)
            try:
                reply, fault, wait = await self._try(question, began, number)
            finally:
                cost = 0.0 if reply is None else cost_of(reply.details, self.settings)
                self.budget.settle(most, cost)
            if reply is not None:
                return reply
            if number < tries:
                wait = max(wait, self.settings["backoff"] * 2 ** (number - 1))
                self._tell_wait(fault, wait)
                await asyncio.sleep(min(wait, _LONGEST_WAIT))
        return self._failed(Failure.BROKEN, fault, began, tries)

    def _tell_wait(self, fault: str, wait: float) -> None:
        """Say that an outage is being waited out, once in a while for all requests."""
        now = time.monotonic()
        if wait >= _TOLD_WAIT and now >= self._told_at + _TOLD_AGAIN:
            self._told_at = now
            self.tell(f"{self.keys.hide(fault)}. Waiting, and asking again.")

    async def _try(
        self, question: bytes, began: float, number: int
    ) -> tuple[Reply | None, str, float]:
        """A reply; or None, the fault, and how long the server asks us to wait."""
        heard = bytearray()
        try:
            async with self._places, asyncio.timeout(self.settings["timeout"]):
                status, headers = await self._post(question, heard)
        except TimeoutError:
            return self._late(bytes(heard), began, number), "", 0.0
        except self._httpx.TransportError as error:
            fault = f"{type(error).__name__}: {error}"
            self._check_connection(error, fault, number)
            return None, fault, 0.0
        self._has_answered = True
        reply, fault = self._hear(status, bytes(heard), began, number)
        return reply, fault, _seconds(headers.get("retry-after"))

    async def _post(self, question: bytes, heard: bytearray) -> tuple[int, Any]:
        """Send a question and collect what is heard, so that it is there if time runs out."""
        url = f"{self.settings['base_url'].rstrip('/')}/chat/completions"
        kind = {"Content-Type": "application/json"}
        async with self._client.stream("POST", url, content=question, headers=kind) as response:
            if response.headers.get("content-encoding", "identity") != "identity":
                raise self._httpx.RemoteProtocolError("the reply is packed, which nobody asked for")
            async for chunk in response.aiter_raw():
                heard += chunk
                if len(heard) > _MOST_BYTES:
                    break
            return response.status_code, response.headers

    def _hear(self, status: int, body: bytes, began: float, calls: int) -> tuple[Reply | None, str]:
        """The reply in a body, or None and the fault if it is worth asking again. Raises
        ModelUnreachable if it is not."""
        if len(body) > _MOST_BYTES:
            return self._failed(Failure.TRUNCATED, "endless reply", began, calls), ""
        completion = read_completion(body) if status == 200 else None
        if completion is not None and completion.is_whole and completion.reason != "error":
            return self._read(completion, began, calls), ""
        trouble = read_trouble(status, body, self.keys.hide)
        if trouble.is_filter:
            details = {**_took(began, calls), "refusal": self._clean(trouble.said)}
            return Reply(None, Failure.REFUSED, details), ""
        if trouble.stops is not None:
            raise ModelUnreachable(f"{trouble.stops}{self.settings['base_url']} {trouble}")
        if status == 200 and not trouble.named:
            half = completion is not None
            return None, "the stream broke off" if half else "the reply is not a chat completion"
        return None, self._clean(trouble.fault)

    def _late(self, body: bytes, began: float, calls: int) -> Reply:
        """What is recorded when time ran out. If nothing came, the endpoint has failed; otherwise
        the model was too slow."""
        completion = read_completion(body)
        limit = f"{self.settings['timeout']:g} seconds"
        if not body.strip() or (completion is not None and not completion.has_begun):
            return self._failed(Failure.BROKEN, f"nothing came in {limit}", began, calls)
        reply = self._failed(Failure.TIMEOUT, f"not finished in {limit}", began, calls)
        if completion is not None:
            reply.details.update(self._thoughts(completion), partial=self._clean(completion.text))
        return reply

    def _check_connection(self, error: Exception, fault: str, number: int) -> None:
        """Raise ModelUnreachable if there is no connection at the last try, or never was one."""
        tries = self.settings["tries"]
        most = tries if self._has_answered else min(tries, _FIRST_TRIES)
        if number >= most and isinstance(error, self._httpx.ConnectError):
            address = self.settings["base_url"]
            raise ModelUnreachable(
                f"{address} cannot be reached: {self.keys.hide(fault)}"
            ) from None

    def _read(self, completion: Completion, began: float, calls: int) -> Reply:
        text = self._clean(completion.text)
        if len(text) + len(completion.reasoning) > _MOST_TEXT:
            return self._failed(Failure.TRUNCATED, "endless reply", began, calls)
        details = {**completion.tokens(), **_took(began, calls), **self._thoughts(completion)}
        details["reply"] = text
        if completion.refusal or completion.reason == "content_filter":
            details["refusal"] = self._clean(completion.refusal or "content_filter")
            return Reply(None, Failure.REFUSED, details)
        is_cut = completion.reason == "length"
        return Reply(text, Failure.TRUNCATED if is_cut else None, details)

    def _thoughts(self, completion: Completion) -> dict[str, str]:
        """What stood beside the reply, to be kept in the record."""
        calls = json.dumps([*completion.tool_calls.values()]) if completion.tool_calls else ""
        told = {"reasoning": completion.reasoning, "tool_calls": calls}
        return {name: self._clean(text) for name, text in told.items() if text}

    def _failed(self, failure: Failure, fault: str, began: float, calls: int) -> Reply:
        return Reply(None, failure, {**_took(began, calls), "fault": self.keys.hide(fault)})

    def _clean(self, text: str) -> str:
        """A text without keys and without half characters, which neither files nor requests can
        hold."""
        return self.keys.hide(text.encode(errors="surrogatepass").decode(errors="replace"))


def _took(began: float, calls: int) -> dict[str, Any]:
    return {"seconds": round(time.monotonic() - began, 3), "calls": calls}


def _seconds(text: str | None) -> float:
    """How long a server asks us to wait; 0 if it gives a date or something unreadable."""
    return float(text) if text and text.isdigit() and len(text) < 6 else 0.0
