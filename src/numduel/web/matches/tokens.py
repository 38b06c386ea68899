"""Names that nobody can guess: of matches, of seats and of the links that give a seat."""

import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

_ID = re.compile(r"[A-Za-z0-9_-]{16}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def new_id() -> str:
    """A match's name: 96 random bits."""
    return secrets.token_urlsafe(12)


def is_id(text: str) -> bool:
    """Whether a text could be the name of a match."""
    return _ID.fullmatch(text) is not None


def new_token() -> str:
    """The secret that proves that a seat is yours: 128 random bits. Only its hash is stored."""
    return secrets.token_urlsafe(16)


def is_token(text: str) -> bool:
    """Whether a text could be a token."""
    return _TOKEN.fullmatch(text) is not None


def token_by(link_token: str, key: str) -> str:
    """The token for whoever joins by a link with this key, the same however often they ask. Nobody
    can find it out from the link alone."""
    secret = sha256(f"{link_token}\n{key}".encode("utf-8", "surrogatepass")).digest()
    return urlsafe_b64encode(secret[:16]).decode().rstrip("=")


def hash_of(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
