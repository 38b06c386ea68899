"""Keeps keys out of whatever is recorded, printed and reported."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from numduel.errors import NumduelError

_SHORTEST = 8  # characters; what is shorter is no secret, and may well be a word or a move
_SHOWN = "[key]"
_LOOKS_LIKE_A_KEY = re.compile(r"\bsk-[\w-]{16,}")  # as several services write theirs


def read_api_key(variable: str) -> str:
    """Return the key in an environment variable, or an empty text."""
    return os.environ.get(variable, "").strip()


def refuse_keys(what: str, text: str, variables: Iterable[str]) -> None:
    """Refuse a text that is recorded if it holds a key, or what looks like one."""
    if Keys(variables).hide(text) != text or _LOOKS_LIKE_A_KEY.search(text):
        raise NumduelError(f"{what} is recorded, so it must not hold the key.")


class Keys:
    """The keys of a run. Never pass a text that may have been cut: half a key is not found."""

    def __init__(self, variables: Iterable[str] = ()) -> None:
        self._variables = frozenset(variables)
        found = {read_api_key(variable) for variable in self._variables}
        self._keys = sorted((key for key in found if len(key) >= _SHORTEST), key=len, reverse=True)

    @contextmanager
    def out_of_sight(self) -> Iterator[None]:
        """Inside this block, processes that are started do not get the keys."""
        kept = {name: os.environ.pop(name) for name in self._variables if name in os.environ}
        try:
            yield
        finally:
            os.environ.update(kept)

    def hide(self, text: str) -> str:
        """Replace every key in a text."""
        for key in self._keys:
            text = text.replace(key, _SHOWN)
        return text

    def hide_bytes(self, data: bytes) -> bytes:
        """Replace every key in bytes."""
        for key in self._keys:
            data = data.replace(os.fsencode(key), _SHOWN.encode())
        return data
