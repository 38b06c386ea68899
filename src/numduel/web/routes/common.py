"""What the routes share."""

from typing import Annotated, Any

from fastapi import Depends, Request

from numduel.web.hall import Hall
from numduel.web.problems import PROBLEM
from numduel.web.rates import Rates


async def _hall_of(request: Request) -> Hall:  # async, or it would go through a thread
    hall: Hall = request.app.state.hall
    return hall


TheHall = Annotated[Hall, Depends(_hall_of)]


def costs(requests: int) -> Any:
    """Count a request as so many: what takes more work may be asked for less often."""

    async def count(request: Request) -> None:
        rates: Rates = request.app.state.rates
        rates.count(client_of(request), requests - 1)

    return Depends(count)


def client_of(request: Request) -> str:
    return request.client.host if request.client else ""


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
