"""Errors as problem documents: one clear sentence, in JSON or as a plain page."""

import json
from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from numduel.errors import NumduelError
from numduel.words import begin_sentence

PROBLEM = "application/problem+json"
SENTENCES = {
    400: "The request could not be read: the body must be JSON.",
    404: "There is nothing at this address.",
    405: "That cannot be done at this address.",
    413: "The request is too large.",
    415: "The body must be JSON.",
    500: "Something went wrong on the server. It has been noted; please try again.",
}


class Problem(Exception):
    """A request that cannot be fulfilled, with the sentence that says why."""

    def __init__(
        self, status: int, detail: str, headers: Mapping[str, str] | None = None, **fields: Any
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers
        self.fields = fields


class StoreUnavailable(Problem):
    """The database does not answer."""

    def __init__(self) -> None:
        detail = "The matches cannot be reached at the moment. Please try again in a few seconds."
        super().__init__(503, detail, {"Retry-After": "2"})


def respond(problem: Problem, wants_page: bool = False) -> Response:
    """A problem as the answer to a request."""
    title = HTTPStatus(problem.status).phrase
    if wants_page:
        page = _PAGE.format(title=escape(title), detail=escape(problem.detail))
        return Response(page, problem.status, problem.headers, "text/html")
    document = {"title": title, "status": problem.status, "detail": problem.detail}
    body = json.dumps(document | problem.fields, ensure_ascii=False).encode()
    return Response(body, problem.status, problem.headers, PROBLEM)


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · numduel</title>
<h1>{title}</h1>
<p>{detail}</p>
<p><a href="/">Back to the duels</a></p>
</html>
"""


def wants_page(path: str, accept: str) -> bool:
    """Whether a person's browser asks, rather than a program or our own page."""
    return not path.startswith("/api/") and "text/html" in accept


def add_handlers(app: FastAPI) -> None:
    """Answer every error that a route may raise with a problem document."""

    def answer(request: Request, problem: Problem) -> Response:
        accept = request.headers.get("accept", "")
        return respond(problem, wants_page(request.url.path, accept))

    async def on_problem(request: Request, error: Exception) -> Response:
        assert isinstance(error, Problem)
        return answer(request, error)

    async def on_refusal(request: Request, error: Exception) -> Response:
        return answer(request, Problem(422, sentence(str(error))))

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        detail = SENTENCES.get(error.status_code, error.detail)
        return answer(request, Problem(error.status_code, detail, error.headers))

    async def on_invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        faults = [
            {"where": ".".join(map(str, fault["loc"])), "fault": fault["msg"]}
            for fault in error.errors()
        ]
        first = faults[0]
        return answer(request, Problem(422, f"{first['where']}: {first['fault']}.", faults=faults))

    app.add_exception_handler(Problem, on_problem)
    app.add_exception_handler(NumduelError, on_refusal)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(RequestValidationError, on_invalid)


def sentence(text: str) -> str:
    """A refusal as a sentence that begins and ends like one."""
    begun = begin_sentence(text)
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."
