"""The cookie with which a browser keeps its seats."""

from fastapi import Request, Response

from numduel.web.matches.actions import Players
from numduel.web.matches.log import MatchLog
from numduel.web.matches.tokens import hash_of, is_token

_YEAR = 365 * 24 * 3600
_NAME = "numduel_seat"


def cookie_of_match(match_id: str) -> str:
    """Return the name of the cookie for one match, which a browser gets only if it holds a seat by
    another token than its own."""
    return f"{_NAME}_{match_id}"


def cookie_name(request: Request) -> str:
    """The name of the cookie for all matches. Because of its prefix, a browser refuses such a
    cookie from another site of the same domain."""
    return f"__Host-{_NAME}" if request.url.scheme == "https" else _NAME


def own_token(request: Request) -> str | None:
    """The token of this browser, with which it takes every seat, if it has one."""
    token = request.cookies.get(cookie_name(request), "")
    return token if is_token(token) else None


def token_for(request: Request, match_id: str) -> str | None:
    """The token with which this browser has a seat in a match, if it has one."""
    return request.cookies.get(cookie_of_match(match_id)) or own_token(request)


def seat_token(request: Request, match_id: str) -> str | None:
    """The hash of that token."""
    token = token_for(request, match_id)
    return None if token is None else hash_of(token)


def seats_in(request: Request, log: MatchLog) -> Players:
    """Return the seats that this browser has in a match. Whoever has one is counted by it."""
    token_hash = seat_token(request, log.header.id)
    players = log.players_of(token_hash)
    if players and token_hash is not None:
        request.app.state.services.rate_limits.know_seat(token_hash)
    return players


def give_seat(request: Request, response: Response, match_id: str, token: str) -> None:
    """Let the browser keep a seat, out of reach of scripts and of other sites."""
    request.app.state.services.rate_limits.know_seat(hash_of(token))
    is_own = own_token(request) in (None, token)
    response.set_cookie(
        cookie_name(request) if is_own else cookie_of_match(match_id),
        token,
        max_age=_YEAR,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )
