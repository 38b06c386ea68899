"""New matches, and the tokens for their seats."""

import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from time import time
from typing import Any, NamedTuple

from numduel.catalogue import build_game, find_game
from numduel.match import PERSON
from numduel.players import find_player
from numduel.web.matches.log import COMPUTER, LINK, SCREEN, MatchHeader, SeatHolder

_ID = re.compile(r"[A-Za-z0-9_-]{16}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def new_id() -> str:
    """Return a random match ID of 96 bits."""
    return secrets.token_urlsafe(12)


def is_id(text: str) -> bool:
    """Return whether a text has the form of a match ID."""
    return _ID.fullmatch(text) is not None


def new_token() -> str:
    """Return a random seat token of 128 bits. Only its hash is stored."""
    return secrets.token_urlsafe(16)


def is_token(text: str) -> bool:
    """Return whether a text has the form of a token."""
    return _TOKEN.fullmatch(text) is not None


def token_by(link_token: str, key: str) -> str:
    """Derive the token for joining by a link with this key: always the same, and not to be found
    from the link alone."""
    secret = sha256(f"{link_token}\n{key}".encode("utf-8", "surrogatepass")).digest()
    return urlsafe_b64encode(secret[:16]).decode().rstrip("=")


def hash_of(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class NewMatch(NamedTuple):
    """A new match and its secrets, of which the header has only hashes."""

    header: MatchHeader
    token: str  # of the creator's seat
    join_token: str | None  # in the link that gives the other seat


def new_match(
    slug: str,
    options: dict[str, Any],
    mode: str,
    level: str,
    first: str,
    name: str | None,
    token: str | None = None,
) -> NewMatch:
    """Return a new match. `first` says who begins: "me", "other" or "random". `token` is the
    creator's, if they have one."""
    game = build_game(find_game(slug), options)
    find_player(level)
    token, join_token = token or new_token(), new_token()
    mine = SeatHolder(PERSON, name, hash_of(token))
    theirs = {
        COMPUTER: SeatHolder(level),
        LINK: SeatHolder(PERSON, join=hash_of(join_token)),
        SCREEN: SeatHolder(PERSON, token=hash_of(token)),
    }[mode]
    is_first = first == "me" or (first == "random" and secrets.randbits(1))
    header = MatchHeader(
        id=new_id(),
        created=time(),
        game=game.slug,
        options=game.options,
        mode=mode,
        level=level if mode == COMPUTER else None,
        seed=secrets.randbits(32),
        seats=(mine, theirs) if is_first else (theirs, mine),
        rules_version=game.rules_version,
    )
    return NewMatch(header, token, join_token if mode == LINK else None)
