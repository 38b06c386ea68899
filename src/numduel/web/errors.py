"""Exceptions of the web server. `problems.py` turns each into a status code.

NumduelError
├── NotFound           there is no such match or puzzle
├── MatchDamaged       a match was damaged in the database
├── CannotOpen         a server cannot use this database
├── NotAllowed         you may not do this
├── NotNow             this cannot be done at the moment
├── TooManyRequests    one client sends too many requests
└── TooBusy            the server is overloaded
    ├── StillAtWork        an answer takes longer than a request may wait
    └── StoreUnavailable   the database does not answer
"""

from typing import TYPE_CHECKING

from numduel.errors import NumduelError

if TYPE_CHECKING:
    from numduel.web.matches.snapshot import Snapshot


class NotFound(NumduelError):
    """There is no such match or puzzle."""


class MatchDamaged(NumduelError):
    """A match was damaged in the database."""

    def __str__(self) -> str:
        return (
            f"This match was damaged in the database and cannot be shown: {super().__str__()}."
            " Other matches are not affected."
        )


class CannotOpen(NumduelError):
    """A server cannot use this database, for a reason that the operator can fix."""


class _Refusal(NumduelError):
    """A refused action, with the current match for a page that is out of date."""

    def __init__(self, detail: str, snapshot: "Snapshot | None" = None) -> None:
        super().__init__(detail)
        self.snapshot = snapshot


class NotAllowed(_Refusal):
    """The client may not do this."""


class NotNow(_Refusal):
    """This cannot be done at the moment."""


class _TryLater(NumduelError):
    """An error with the seconds of its Retry-After header."""

    def __init__(self, detail: str, seconds: int) -> None:
        super().__init__(detail)
        self.seconds = seconds


class TooManyRequests(_TryLater):
    """One client sends too many requests."""


class TooBusy(_TryLater):
    """The server is overloaded."""


class StillAtWork(TooBusy):
    """An answer takes longer than a request may wait. The work continues."""

    def __init__(self) -> None:
        super().__init__("This takes a while. Ask again in a moment.", 2)


class StoreUnavailable(TooBusy):
    """The database does not answer."""

    def __init__(self) -> None:
        super().__init__(
            "The site cannot reach its matches at the moment. Please try again in a few seconds.", 2
        )
