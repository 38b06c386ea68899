"""The exact value of a position and of each of its moves, as the results record it."""

from functools import lru_cache
from typing import Any, NamedTuple

from numduel.game import AnyGame
from numduel.theory import analyse


class Verdict(NamedTuple):
    """Who wins with best play (1 or 2) and in how many moves; None where it is not known."""

    winner: int | None
    distance: int | None


class PositionVerdicts(NamedTuple):
    """A position's verdict and, by written move, what each legal move leads to."""

    verdict: Verdict
    moves: dict[str, Verdict]

    def count_won(self, winner: int) -> int | None:
        """How many moves lead to this player's win, where all are known."""
        winners = [verdict.winner for verdict in self.moves.values()]
        return None if None in winners else winners.count(winner)


@lru_cache(maxsize=50_000)
def verdicts_of(game: AnyGame, state: Any) -> PositionVerdicts:
    """What holds in a position."""
    analysis = analyse(game, state)
    return PositionVerdicts(
        _verdict(analysis.winner, analysis.distance),
        {
            game.write_move(choice.move): _verdict(choice.winner, choice.distance)
            for choice in analysis.choices
        },
    )


def _verdict(winner: int | None, distance: int | None) -> Verdict:
    return Verdict(None if winner is None else int(winner), distance)
