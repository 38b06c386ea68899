"""Trouble with an endpoint, which is never the model's fault.

An outage is waited out. A quota that is used up and a key that is refused stop the run, since
asking again cannot help.
"""

from collections.abc import Callable
from typing import NamedTuple

from numduel.arena.models.completion import read_error
from numduel.errors import NumduelError
from numduel.words import printable

_TRY_AGAIN = {408, 409, 425, 429, *range(500, 600)}
_SHOWN_LENGTH = 300  # characters of what an endpoint says
_NO_QUOTA = (
    "insufficient_quota",
    "insufficient_balance",
    "insufficient balance",
    "insufficient_credits",
    "billing_hard_limit_reached",
    "billing_not_active",
    "exceeded_current_quota_error",
)
_NO_KEY = ("invalid_api_key", "authentication_error", "permission_error", "account_deactivated")
_FILTERED = ("content_filter", "content_policy_violation")


class ModelUnreachable(NumduelError):
    """The endpoint cannot be used at all. That is no player's fault, so the run stops."""


class Trouble(NamedTuple):
    """What an endpoint said instead of a completion, without keys in it."""

    status: int
    named: str  # how the error is named and worded, if it is told as JSON
    said: str  # all that was said

    @property
    def is_filter(self) -> bool:
        """Whether the question itself was refused."""
        return self.status == 400 and self._is(_FILTERED)

    @property
    def stops(self) -> str | None:
        """Why asking again cannot help, as the beginning of a sentence; None if it may help."""
        if self.status == 402 or self._is(_NO_QUOTA):
            return "The quota is used up: "
        if self.status in (401, 403) or self._is(_NO_KEY):
            return "The key is refused: "
        return None if self.status == 200 or self.status in _TRY_AGAIN else ""

    @property
    def fault(self) -> str:
        """The error for the record."""
        return f"HTTP {self.status} {self.named}".strip()[:_SHOWN_LENGTH]

    def __str__(self) -> str:
        return f"says {self.status}: {printable(self.said)[:_SHOWN_LENGTH]}"

    def _is(self, names: tuple[str, ...]) -> bool:
        return any(name in self.named.lower() for name in names)


def read_trouble(status: int, body: bytes, hide: Callable[[str], str]) -> Trouble:
    """What trouble a body reports. `hide` takes the keys out of a text."""
    error = read_error(body)
    details = error if isinstance(error, dict) else {}
    code = details.get("code")
    if status == 200 and type(code) is int and 400 <= code < 600:
        status = code
    told = [details.get(name) for name in ("code", "type", "status", "message")]
    names = dict.fromkeys(str(name) for name in told if name and name != status)
    # A text is cut only after its keys are hidden, because half a key would not be found.
    said = hide(body.decode(errors="replace"))
    return Trouble(status, hide(" ".join(names)), said.strip())
