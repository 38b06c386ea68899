"""Unguessable names: of matches, of seats and of the links that give a seat."""

import re
import secrets
from hashlib import sha256

from fastapi import Request, Response

_ID = re.compile(r"[A-Za-z0-9_-]{16}")
_YEAR = 365 * 24 * 3600


def new_id() -> str:
    """A match's name: 96 random bits."""
    return secrets.token_urlsafe(12)


def is_id(text: str) -> bool:
    """Whether a text could be the name of a match."""
    return _ID.fullmatch(text) is not None


def new_token() -> str:
    """What proves that a seat is yours: 128 random bits. Only its hash is stored."""
    return secrets.token_urlsafe(16)


def hash_of(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def seat_of(request: Request, match_id: str) -> str | None:
    """The hash of the seat token that a browser keeps for a match, if it has one."""
    token = request.cookies.get(cookie_name(match_id))
    return None if token is None else hash_of(token)


def give_seat(request: Request, response: Response, match_id: str, token: str) -> None:
    """Let the browser keep a seat: out of reach of scripts and of other sites."""
    response.set_cookie(
        cookie_name(match_id),
        token,
        max_age=_YEAR,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


def cookie_name(match_id: str) -> str:
    return f"numduel_seat_{match_id}"
