"""What the routes share: services, seats by cookie, responses, documented problems."""

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query, Request, Response

from numduel.catalogue import build_game, find_game
from numduel.errors import BadOption
from numduel.game import AnyGame
from numduel.web.errors import TooBusy
from numduel.web.limits import RateLimits, asker
from numduel.web.live.service import MatchService
from numduel.web.matches.actions import Players
from numduel.web.matches.creation import hash_of, is_token
from numduel.web.matches.log import MatchLog
from numduel.web.problems import PROBLEM
from numduel.web.store import Store
from numduel.web.work.background import BackgroundWork

_YEAR = 365 * 24 * 3600
_COOKIE = "numduel_seat"


def _cookie_name(request: Request) -> str:
    """Return the cookie's name; with `__Host-`, other hosts of the domain cannot set it."""
    return f"__Host-{_COOKIE}" if request.url.scheme == "https" else _COOKIE


def own_token(request: Request) -> str | None:
    """Return this browser's token, which holds all its seats, or None."""
    token = request.cookies.get(_cookie_name(request), "")
    return token if is_token(token) else None


def token_hash(request: Request) -> str | None:
    """Return the hash of this browser's token, or None."""
    token = own_token(request)
    return None if token is None else hash_of(token)


def seats_in(request: Request, log: MatchLog) -> Players:
    """Return this browser's seats in a match. With a seat, it is counted by its token."""
    holder = token_hash(request)
    players = log.players_of(holder)
    if players and holder is not None:
        request.app.state.services.rate_limits.know(holder)
    return players


def give_token(request: Request, response: Response, token: str) -> None:
    """Set the token as a cookie that scripts and other sites cannot use."""
    response.set_cookie(
        _cookie_name(request),
        token,
        max_age=_YEAR,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


T = TypeVar("T")


@dataclass(frozen=True)
class Services:
    """The services of one server process."""

    store: Store
    matches: MatchService
    work: BackgroundWork
    rate_limits: RateLimits


# Async, because FastAPI would run them in a thread otherwise.
async def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def _matches(request: Request) -> MatchService:
    return (await _services(request)).matches


async def _work(request: Request) -> BackgroundWork:
    return (await _services(request)).work


TheServices = Annotated[Services, Depends(_services)]
TheMatches = Annotated[MatchService, Depends(_matches)]
TheWork = Annotated[BackgroundWork, Depends(_work)]


def costs(requests: int) -> Any:
    """Return a dependency that counts a route as this many more requests."""

    async def count(services: TheServices) -> None:
        services.rate_limits.count(asker(), requests)

    return Depends(count)


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of some work; cancel it if the client disconnects."""
    doing, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_wait_for_end(request))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        raise TooBusy("You closed the connection before the answer was ready.", 1)
    finally:
        doing.cancel()
        leaving.cancel()


async def _wait_for_end(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def answer_when_found(request: Request, finding: Coroutine[Any, Any, bytes]) -> Response:
    """Return what some work finds as a response; cancel it if the client disconnects."""
    return json_answer(await while_connected(request, finding))


def json_answer(body: bytes, status: int = 200) -> Response:
    """Return encoded JSON as a response."""
    return Response(body, status, media_type="application/json")


WrittenOptions = Annotated[str, Query(max_length=1_000, description="a JSON object")]


def read_game(slug: str, options: str) -> AnyGame:
    """Return a game with options written as a JSON object."""
    return build_game(find_game(slug), read_values(options))


def read_values(options: str) -> dict[str, Any]:
    """Read options written as a JSON object."""
    try:
        values = json.loads(options)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise BadOption('The options must be a JSON object, such as {"numbers": 20}.')
    return values


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI responses for a route's problems."""
    content = {PROBLEM: {"schema": {"$ref": "#/components/schemas/ProblemShape"}}}
    return {
        status: {"description": _WHEN[status], "content": content}
        for status in (*statuses, 400, 413, 414, 422, 429, 503)
    }


_WHEN = {
    400: "The request could not be read",
    403: "Not allowed",
    404: "Not found",
    409: "Conflict: `match` is the current state",
    413: "The request is too large",
    414: "The address is too long",
    415: "The body is not JSON",
    422: "Invalid: see `detail`",
    429: "Too many requests; `Retry-After` says when to try again",
    503: "The database cannot be reached; try again",
}
