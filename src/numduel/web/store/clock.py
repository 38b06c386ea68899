"""The clock of the store, by which matches grow old. It does not jump.

The clock of a machine can be set, and a wrong one would make every match look old. This clock goes
on from where it was when the database was last used. How much time has passed since then is
measured by the same machine's clock then and now (on PostgreSQL the clock of the database's
machine, on which all servers agree), and counts as a day at most. So a start soon after another one
adds nothing, however wrong the clock is. While servers run, the clock that is furthest ahead counts
for all.
"""

from time import monotonic, time

_DAY = 24 * 3600


class StoreClock:
    """Seconds since 1970, by the store's own clock."""

    def __init__(
        self, seen: float | None = None, shown: float | None = None, now: float | None = None
    ) -> None:
        """`seen` is the last time of this clock, `shown` what a machine's clock showed then, if
        that is known, and `now` what it shows now."""
        now = self.shown() if now is None else now
        shown = seen if shown is None else shown
        self._start = now if seen is None or shown is None else seen + _between(shown, now)
        self._began = monotonic()

    def now(self) -> float:
        return self._start + monotonic() - self._began

    @staticmethod
    def shown() -> float:
        """What the clock of this machine shows."""
        return time()

    def go_on_to(self, moment: float) -> None:
        """Set the clock forward to this time, which another process's clock shows."""
        self._start += max(0.0, moment - self.now())


def _between(then: float, now: float) -> float:
    return min(max(now - then, 0), _DAY)
