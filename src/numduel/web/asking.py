"""Who asks. Everything that happens because of a request knows it, without being told.

The middleware sets it for each request, and tasks that the request starts inherit it.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import NamedTuple


def _nothing(_: int) -> None:
    """Nobody pays for what no request asked for."""


class Asker(NamedTuple):
    """A client, and how it pays for what it asks for."""

    client: str = ""
    pay: Callable[[int], None] = _nothing


_NOBODY = Asker()
_asker: ContextVar[Asker] = ContextVar("asker", default=_NOBODY)


def set_asker(asker: Asker) -> None:
    _asker.set(asker)


def asker() -> Asker:
    """Who has asked for what is being done now."""
    return _asker.get()
