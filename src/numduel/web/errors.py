"""Exceptions of the web server. `problems.py` turns each into a status code.

NumduelError
├── NotFound           there is no such match or puzzle
├── MatchDamaged       a match is not in the database as it was written
├── CannotOpen         a server cannot use this database
├── NotAllowed         you may not do this
├── NotNow             this cannot be done at the moment
├── TooManyRequests    one client asks for too much
└── TooBusy            the server has too much to do
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
    """A match is not in the database as it was written."""

    def __str__(self) -> str:
        return (
            f"This match was damaged in the database and cannot be shown: {super().__str__()}."
            " Other matches are not affected."
        )


class CannotOpen(NumduelError):
    """A server cannot use this database, for a reason that the operator can fix."""


class _Refusal(NumduelError):
    """A refusal. It carries the match as it is now, because the page may be out of date."""

    def __init__(self, detail: str, snapshot: "Snapshot | None" = None) -> None:
        super().__init__(detail)
        self.snapshot = snapshot


class NotAllowed(_Refusal):
    """The client may not do this."""


class NotNow(_Refusal):
    """This cannot be done at the moment."""


class _TryLater(NumduelError):
    """A refusal that may end after this many seconds."""

    def __init__(self, detail: str, seconds: int) -> None:
        super().__init__(detail)
        self.seconds = seconds


class TooManyRequests(_TryLater):
    """One client asks for too much."""


class TooBusy(_TryLater):
    """The server has too much to do."""


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
