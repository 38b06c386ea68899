"""The time that the store has seen pass. Matches are old by this clock, which does not jump.

The clock of a machine can be set, and a wrong one would make every match look old. This one goes
on from where it stood when the database was last used, and time in which no server ran counts as
a day at most.
"""

from time import monotonic, time

_DAY = 24 * 3600


class StoreClock:
    """Seconds since 1970, as far as the store knows."""

    def __init__(self, seen: float | None = None) -> None:
        """`seen` is where the clock stood last."""
        now = time()
        self._start = now if seen is None else seen + min(max(now - seen, 0), _DAY)
        self._began = monotonic()

    def now(self) -> float:
        return self._start + monotonic() - self._began
