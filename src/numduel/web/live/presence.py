"""Who is at the board now: each page with a seat says so every few seconds, until it is left.

It is kept in memory only, and for moments. So nobody can find out later who was there when.
"""

from collections.abc import Callable, Iterable
from time import monotonic

from numduel.game import Player

SECONDS = 20  # after which somebody who has said nothing is away


class Presence:
    """The players of all matches who were heard of a moment ago."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._heard: dict[tuple[str, Player], float] = {}  # the oldest first

    def __len__(self) -> int:
        return len(self._heard)

    def note(self, match_id: str, players: Iterable[Player], is_here: bool) -> None:
        """Note that these players of a match are here, or have just left."""
        now = self._clock()
        for player in players:
            self._heard.pop((match_id, player), None)
            if is_here:
                self._heard[match_id, player] = now
        self._forget(now)

    def who(self, match_id: str) -> list[Player]:
        """The players of a match who are here."""
        self._forget(self._clock())
        return [player for player in Player if (match_id, player) in self._heard]

    def _forget(self, now: float) -> None:
        while self._heard:
            oldest = next(iter(self._heard))
            if now - self._heard[oldest] < SECONDS:
                return
            del self._heard[oldest]
