"""The cookie with which a browser keeps its seat in a match."""

from fastapi import Request, Response

from numduel.web.matches.tokens import hash_of

_YEAR = 365 * 24 * 3600


def cookie_name(match_id: str) -> str:
    return f"numduel_seat_{match_id}"


def seat_token(request: Request, match_id: str) -> str | None:
    """The hash of the token that this browser keeps for a match, if it has one."""
    token = request.cookies.get(cookie_name(match_id))
    return None if token is None else hash_of(token)


def give_seat(request: Request, response: Response, match_id: str, token: str) -> None:
    """Let the browser keep a seat, out of reach of scripts and of other sites."""
    response.set_cookie(
        cookie_name(match_id),
        token,
        max_age=_YEAR,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )
