"""Who wins a position, as the results record it."""

from functools import lru_cache
from typing import Any, NamedTuple

from numduel.game import AnyGame
from numduel.theory import Analysis, analyse


class Verdict(NamedTuple):
    """Who wins with best play (1 or 2) and in how many moves; None where it is not known."""

    winner: int | None
    distance: int | None

    @classmethod
    def of(cls, analysis: Analysis) -> "Verdict":
        winner = analysis.winner
        return cls(None if winner is None else int(winner), analysis.distance)


@lru_cache(maxsize=50_000)
def recall_analysis(game: AnyGame, state: Any) -> Analysis:
    """The analysis of a position, worked out once for all the games that come to it."""
    return analyse(game, state)
