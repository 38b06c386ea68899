"""What the report's plots show: which players, at which places on which axis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile

from numduel.arena.report.table import number
from numduel.arena.scoring.scores import PHASES, PlayerScores
from numduel.tasks import Failure
from numduel.tasks.share import GuessedShare

PlayerRows = Sequence[tuple[str, PlayerScores]]
Shares = Sequence[tuple[str, GuessedShare]]
Ticks = Mapping[str, float]  # where each label stands on the axis, from 0 to 1

PERCENTS: Ticks = {f"{25 * tick}%": tick / 4 for tick in range(5)}


@dataclass(frozen=True)
class StrengthPoint:
    """A player's strength with its interval, as places on the axis from 0 to 1."""

    name: str
    at: float
    interval: tuple[float, float]
    label: str
    told: str


@dataclass(frozen=True)
class StrengthPlot:
    """The strengths of all players that have one, on one axis."""

    points: Sequence[StrengthPoint]
    ticks: Ticks


def plot_strengths(rows: PlayerRows) -> StrengthPlot | None:
    """The plot of strengths, or None if no player has one."""
    known = [(n, s.strength, s.interval) for n, s in rows if s.strength is not None and s.interval]
    if not known:
        return None
    low = min(0.0, *(interval[0] for _, _, interval in known))
    high = max(0.0, *(interval[1] for _, _, interval in known))

    def place(value: float) -> float:
        return (value - low) / ((high - low) or 1.0)

    points = [
        StrengthPoint(
            name,
            place(strength),
            (place(interval[0]), place(interval[1])),
            number(strength),
            f"{name}: {number(strength)}, 95% interval {' to '.join(map(number, interval))}",
        )
        for name, strength, interval in known
    ]
    ticks = {label: place(value) for label, value in round_values(low, high).items()}
    return StrengthPlot(points, ticks)


def shares_by_game(rows: PlayerRows, games: Sequence[str]) -> dict[str, Shares]:
    """Each player's accuracy, for each game in which something mattered."""
    return {
        game: [(name, score.by_game.get(game, GuessedShare())) for name, score in rows]
        for game in games
        if any(game in score.by_game for _, score in rows)
    }


def shares_by_phase(rows: PlayerRows) -> dict[str, Shares]:
    """Each player's accuracy in the opening, the middle and the end of games."""
    return {
        phase: [(name, score.by_phase.get(phase, GuessedShare())) for name, score in rows]
        for phase in PHASES
    }


def failure_looks(rows: PlayerRows) -> dict[str, str]:
    """The types of failure that happened, each with the class of its colour."""
    happened = {failure for _, score in rows for failure in score.failures}
    looks = {failure.value: f"failure-{index}" for index, failure in enumerate(Failure)}
    return {failure: look for failure, look in looks.items() if failure in happened}


def round_values(low: float, high: float) -> dict[str, float]:
    """About six round values with their labels, as many as a phone has room for."""
    sizes = (digit * 10.0**power for power in count(-1) for digit in (1, 2, 5))
    step = next(size for size in sizes if (high - low) / size <= 6)
    multiples = takewhile(lambda value: value <= high, (step * n for n in count(-int(-low / step))))
    return {number(value).removesuffix(".0"): value for value in multiples}
