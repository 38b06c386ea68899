"""What the routes share: the services behind them, prices, and the problems they may answer."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request

from numduel.web.http.clients import client_of
from numduel.web.http.problems import PROBLEM
from numduel.web.http.rate_limits import RateLimits
from numduel.web.matches.service import MatchService
from numduel.web.store.match_store import DatabaseStore
from numduel.web.work.background import BackgroundWork


@dataclass(frozen=True)
class Services:
    """What lives as long as the server."""

    store: DatabaseStore
    matches: MatchService
    work: BackgroundWork
    rate_limits: RateLimits


# These are async because FastAPI would run them in a thread otherwise.
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
    """A dependency that counts a request as several: what takes more work may be asked for less
    often."""

    async def count(request: Request, services: TheServices) -> None:
        services.rate_limits.count(client_of(request), requests - 1)

    return Depends(count)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The documentation of the problems that a route may answer with."""
    content = {PROBLEM: {"schema": {"$ref": "#/components/schemas/ProblemShape"}}}
    return {
        status: {"description": _WHEN[status], "content": content}
        for status in (*statuses, 400, 413, 422, 429, 503)
    }


_WHEN = {
    400: "The request could not be read",
    403: "You may not do this",
    404: "There is no such thing",
    409: "Not now; `match` says what has happened meanwhile",
    413: "The request is too large",
    415: "The body is not JSON",
    422: "Something in it is wrong: `detail` says what",
    429: "Too many requests; `Retry-After` says when to try again",
    503: "The database cannot be reached; try again",
}
