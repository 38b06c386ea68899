"""The outermost middleware.

It refuses requests from other sites (CSRF, DNS rebinding) and those too large or too frequent, adds
security headers, answers unexpected errors, and logs one line per request: with the route's
pattern, never the URL, so no token is logged.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from random import uniform
from time import perf_counter

from fastapi import Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from numduel.errors import NumduelError
from numduel.web.dependencies import token_hash
from numduel.web.errors import TooManyRequests
from numduel.web.limits import RateLimits, network_of, set_asker
from numduel.web.problems import SENTENCES, Problem, problem_of, respond, wants_page

_log = logging.getLogger("numduel.web.requests")
_SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}
_HOST = re.compile(r"(?P<name>[a-zA-Z0-9._-]+|\[[0-9a-fA-F:.]+\])(:[0-9]{0,5})?")
_MOVES = re.compile(r"/api/matches/[^/]+/moves")
_NOT_COUNTED = ("/static/", "/documentation/", "/healthz", "/metrics")
_LONGEST_PATH = 6_000  # characters: a position of 1,000 moves has 5,000
_LONGEST_TARGET = 8_000  # bytes of path and query as they are sent
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_NOT_THIS_SITE = 'This server is not known as "{host}". If it should be, start it with --host-name.'
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


# Called with a request, the status of its response, and the seconds until that began.
Measure = Callable[[Scope, int, float], None]


class RequestGuard:
    """The outermost ASGI middleware."""

    def __init__(
        self,
        app: ASGIApp,
        rate_limits: RateLimits,
        largest_body: int,
        host_names: tuple[str, ...],
        measure: Measure,
        pause: float,
    ) -> None:
        """`pause` is the least delay in seconds of a client that sends too many requests."""
        self.app = app
        self.host_names = _LOOPBACK | {name.lower() for name in host_names}
        self.rate_limits = rate_limits
        self.pause = pause
        self.largest_body = largest_body
        self.measure = measure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        exchange = _Exchange(scope, receive, send, self.largest_body, self.measure)
        try:
            if self._count(scope):
                await exchange.rest(self.pause / 10, self.pause / 3)
            self._check(scope)
            await self.app(scope, exchange.receive, exchange.send)
        except Exception as error:
            if exchange.status is not None:
                raise  # too late for another response: uvicorn closes the connection
            if isinstance(error, TooManyRequests):
                await exchange.rest(self.pause, 4 * self.pause)
            await exchange.answer(_explain(error))
        finally:
            exchange.write_log()

    def _count(self, scope: Scope) -> bool:
        """Count a request, or raise TooManyRequests. Return whether to slow the client down."""
        address = network_of((scope.get("client") or ("",))[0])
        asker = self.rate_limits.asker(address, token_hash(Request(scope)))
        set_asker(asker)
        if scope["method"] in _SAFE and scope["path"].startswith(_NOT_COUNTED):
            return False
        is_move = scope["method"] == "POST" and _MOVES.fullmatch(scope["path"]) is not None
        return self.rate_limits.count(asker, is_move=is_move)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        sent = len(scope.get("raw_path", b"")) + len(scope["query_string"])
        if len(scope["path"]) > _LONGEST_PATH or sent > _LONGEST_TARGET:
            raise Problem(414, SENTENCES[414])
        host = host_of(headers)
        if host not in self.host_names:
            raise Problem(421, _NOT_THIS_SITE.format(host=host[:80]))
        if scope["method"] not in _SAFE and not is_from_here(scope["scheme"], headers):
            raise Problem(403, "This request came from another site.")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.largest_body:
            raise Problem(413, SENTENCES[413])


def _explain(error: Exception) -> Problem:
    if isinstance(error, Problem | NumduelError):
        return problem_of(error)
    _log.error("a request failed", exc_info=error)
    return Problem(500, SENTENCES[500])


def host_of(headers: Headers) -> str:
    """Return the request's host without its port, or "" if it is malformed.

    Blocks DNS rebinding. Starlette's TrustedHostMiddleware answers 400 in plain text rather than
    421 with a problem document, and takes the first of several Host headers.
    """
    hosts = headers.getlist("host")
    told = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
    return "" if told is None else told["name"].strip("[]").lower()


def is_from_here(scheme: str, headers: Headers) -> bool:
    """Return whether a request comes from our own page or from a program (CSRF check)."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    return headers.get("origin") in (None, f"{scheme}://{headers.get('host', '')}")


class _Exchange:
    """One request and its response."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, largest_body: int, measure: Measure
    ) -> None:
        self.scope = scope
        self.status: int | None = None
        self._receive = receive
        self._send = send
        self._left = largest_body
        self._measure = measure
        self._began = perf_counter()

    async def rest(self, least: float, most: float) -> None:
        """Wait for a random time (jitter), which does not count as response time."""
        seconds = uniform(least, most)
        await asyncio.sleep(seconds)
        self._began += seconds

    async def receive(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise HTTPException(413)
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = status = message["status"]
            self._measure(self.scope, status, perf_counter() - self._began)
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            if self.scope["path"].startswith("/api/"):
                headers.setdefault("Cache-Control", "no-store")
        await self._send(message)

    async def answer(self, problem: Problem) -> None:
        accept = Headers(scope=self.scope).get("accept", "")
        response = respond(problem, wants_page(self.scope["path"], accept))
        await response(self.scope, self._receive, self.send)

    def write_log(self) -> None:
        route = self.scope.get("route")
        line = {
            "method": self.scope["method"],
            "route": getattr(route, "path", None),
            "status": self.status,
            "milliseconds": round(1000 * (perf_counter() - self._began), 1),
        }
        _log.info("request", extra={"fields": line})
