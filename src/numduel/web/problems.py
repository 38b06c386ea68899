"""Errors as problem documents (RFC 9457): one clear sentence, in JSON or as a page."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from numduel.errors import NumduelError
from numduel.web.errors import (
    MatchDamaged,
    NotAllowed,
    NotFound,
    NotNow,
    TooBusy,
    TooManyRequests,
)
from numduel.web.matches.snapshot import Snapshot
from numduel.web.page import write_problem
from numduel.web.shapes import Shape
from numduel.words import LONGEST_QUOTE, begin_sentence

PROBLEM = "application/problem+json"
SENTENCES = {
    400: "The request could not be read: the body must be JSON.",
    404: "There is nothing at this address.",
    405: "This address does not support that method.",
    413: "The request is too large.",
    414: "The address is too long.",
    415: "The body must be JSON.",
    500: "Something went wrong on the server. It has been noted; please try again.",
}


class ProblemShape(Shape):
    """Why a request was not fulfilled."""

    title: str
    status: int
    detail: str = Field(description="one sentence")
    match: Snapshot | None = Field(default=None, description="the current state of the match")


class Problem(Exception):
    """An error response: a status, a sentence, and perhaps more fields of ProblemShape."""

    def __init__(
        self, status: int, detail: str, headers: Mapping[str, str] | None = None, **fields: Any
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers
        self.fields = fields


_STATUSES: list[tuple[type[NumduelError], int]] = [
    (NotFound, 404),
    (NotAllowed, 403),
    (NotNow, 409),
    (TooManyRequests, 429),
    (TooBusy, 503),
    (MatchDamaged, 500),
]


def problem_of(error: Problem | NumduelError) -> Problem:
    """Return the problem for an error; 422 if its class has no status."""
    if isinstance(error, Problem):
        return error
    status = next((status for kind, status in _STATUSES if isinstance(error, kind)), 422)
    seconds = getattr(error, "seconds", None)
    headers = None if seconds is None else {"Retry-After": str(seconds)}
    snapshot = getattr(error, "snapshot", None)
    fields = {} if snapshot is None else {"match": snapshot}
    return Problem(status, sentence(str(error)), headers, **fields)


def respond(problem: Problem, wants_page: bool = False) -> Response:
    """Return a problem as a response."""
    title = HTTPStatus(problem.status).phrase
    if wants_page:
        html = write_problem(problem.status, title, problem.detail).body
        return Response(html, problem.status, problem.headers, "text/html")
    document = ProblemShape(
        title=title, status=problem.status, detail=problem.detail, **problem.fields
    )
    body = document.model_dump_json(by_alias=True, exclude_unset=True)
    return Response(body, problem.status, problem.headers, PROBLEM)


def wants_page(path: str, accept: str) -> bool:
    """Return whether a person's browser asks for a page, not a program or our script."""
    return not path.startswith("/api/") and "text/html" in accept


def add_handlers(app: FastAPI) -> None:
    """Answer every error that a route raises with a problem document."""

    def answer(request: Request, problem: Problem) -> Response:
        accept = request.headers.get("accept", "")
        return respond(problem, wants_page(request.url.path, accept))

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        detail = SENTENCES.get(error.status_code, error.detail)
        return answer(request, Problem(error.status_code, detail, error.headers))

    async def on_invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return answer(request, Problem(400, SENTENCES[400]))
        # Our own validators say all in a sentence; pydantic's messages need the field's name.
        told = first["msg"].partition("Value error, ")[2]
        where = ".".join(map(str, first["loc"]))[:LONGEST_QUOTE]
        detail = sentence(told) if told else f"{where}: {first['msg']}."
        return answer(request, Problem(422, detail))

    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(RequestValidationError, on_invalid)


def sentence(text: str) -> str:
    """Return a text with a capital letter at its start and a full stop at its end."""
    begun = begin_sentence(text)
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."
