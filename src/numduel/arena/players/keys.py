"""Keeps keys out of whatever is recorded, printed and reported."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

_SHORTEST = 8  # characters; what is shorter is no secret, and may well be a word or a move
_SHOWN = "[key]"


def read_key(variable: str) -> str:
    """The key in a variable, or nothing."""
    return os.environ.get(variable, "").strip()


class Keys:
    """The keys of a run. A text that may have been cut must not come here: half a key is found
    by nobody."""

    def __init__(self, variables: Iterable[str] = ()) -> None:
        self._variables = frozenset(variables)
        found = {read_key(variable) for variable in self._variables}
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
        """The text without keys in it."""
        for key in self._keys:
            text = text.replace(key, _SHOWN)
        return text

    def hide_bytes(self, data: bytes) -> bytes:
        """The same for bytes."""
        for key in self._keys:
            data = data.replace(os.fsencode(key), _SHOWN.encode())
        return data
