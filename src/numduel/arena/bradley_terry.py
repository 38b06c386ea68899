"""Bradley–Terry strengths: a player of strength a beats one of strength b with odds exp(a − b).

They are maximum-likelihood estimates, found by Newton's method. They would be infinite for a player
who won every game, so half a game is added for each player, a quarter won and a quarter lost,
spread over the opponents, unless `smoothing` is 0.

Intervals come from a Bayesian bootstrap: each pair's share of wins is drawn repeatedly from its
posterior. (Resampling the games would make a pair in which one player won every game look certain,
even after two games.)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from random import Random

_SHARE = 0.95  # coverage of an interval
_HARDLY = 1e-6  # smoothing that only keeps strengths finite
_SHORT = 1e-6  # Newton converges quadratically: the error is about its square

Wins = Mapping[tuple[str, str], float]  # games by (winner, loser)


def fit_strengths(
    players: Sequence[str], wins: Wins, zero: str | None = None, smoothing: float = 0.25
) -> dict[str, float]:
    """Return the strength of each player, with `zero` at 0 (or the mean, if that is None)."""
    names = list(players)
    games = {
        (one, two): (wins.get((one, two), 0.0) + added, wins.get((two, one), 0.0) + added)
        for (one, two), added in _spread(smoothing, wins).items()
    }
    place_of = {name: place for place, name in enumerate(names)}
    met = [
        (place_of[one], place_of[two], won, won + lost) for (one, two), (won, lost) in games.items()
    ]
    # Pulls strengths towards 0 a little: this fixes the origin and changes nothing else.
    flat = [[1e-9 * (row == column) for column in names] for row in names]
    strengths = [0.0] * len(names)
    for _ in range(100):
        gradient = [0.0] * len(names)
        curvature = [row.copy() for row in flat]
        for i, j, won, played in met:
            chance = 1 / (1 + exp(max(-40.0, min(40.0, strengths[j] - strengths[i]))))
            surplus, weight = won - played * chance, played * chance * (1 - chance)
            gradient[i] += surplus
            gradient[j] -= surplus
            curvature[i][i] += weight
            curvature[j][j] += weight
            curvature[i][j] -= weight
            curvature[j][i] -= weight
        step = _solve(curvature, gradient)
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, 2.0 / longest) if longest else 1.0
        strengths = [old + scale * new for old, new in zip(strengths, step, strict=True)]
        if longest < _SHORT:
            break
    origin = strengths[place_of[zero]] if zero is not None else sum(strengths) / len(names)
    return {name: strengths[place_of[name]] - origin for name in names}


def strength_intervals(
    players: Sequence[str],
    wins: Mapping[tuple[str, str], int],
    zero: str | None,
    seed: int,
    resamples: int = 400,
) -> dict[str, tuple[float, float]]:
    """Return the 95% bootstrap interval of each strength, extended to contain the fitted one."""
    return dict(_intervals(tuple(players), tuple(sorted(wins.items())), zero, seed, resamples))


# Cached: a resumed run is scored again, and this is the slowest part.
@lru_cache(maxsize=16)
def _intervals(
    players: tuple[str, ...],
    results: tuple[tuple[tuple[str, str], int], ...],
    zero: str | None,
    seed: int,
    resamples: int,
) -> dict[str, tuple[float, float]]:
    wins = dict(results)
    fitted = fit_strengths(players, wins, zero)
    random = Random(f"{seed}/bootstrap")
    open_games = _spread(0.5, wins)  # Jeffreys' prior
    drawn: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(resamples):
        resampled: dict[tuple[str, str], float] = {}
        for (one, two), added in open_games.items():
            won, lost = wins.get((one, two), 0), wins.get((two, one), 0)
            share = random.betavariate(won + added, lost + added)
            resampled[one, two] = share * (won + lost)
            resampled[two, one] = (1 - share) * (won + lost)
        for name, strength in fit_strengths(players, resampled, zero, _HARDLY).items():
            drawn[name].append(strength)
    return {name: _middle(sorted(values), fitted[name]) for name, values in drawn.items()}


def _spread(games: float, wins: Wins) -> dict[tuple[str, str], float]:
    """Return the games added to each pair that met, this many for each player in all."""
    pairs = sorted({(min(pair), max(pair)) for pair, won in wins.items() if won})
    met = Counter(name for pair in pairs for name in pair)
    return {(one, two): games / max(met[one], met[two]) for one, two in pairs}


def _middle(values: Sequence[float], fitted: float) -> tuple[float, float]:
    tail = (1 - _SHARE) / 2 * (len(values) - 1)
    low, high = values[round(tail)], values[round(len(values) - 1 - tail)]
    return min(low, fitted), max(high, fitted)


def _solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """Solve a system of linear equations by Gaussian elimination. The matrix is symmetric positive
    definite, so its upper half suffices, without pivoting."""
    size = len(matrix)
    rows = [[*matrix[place][place:], right[place]] for place in range(size)]
    for place, lead in enumerate(rows):
        for further in range(1, size - place):
            if lead[further]:
                factor = lead[further] / lead[0]
                below = rows[place + further]
                rows[place + further] = [
                    a - factor * b for a, b in zip(below, lead[further:], strict=True)
                ]
    solution: list[float] = []  # from the last to the first
    for first, *others, value in reversed(rows):
        known = sum(a * b for a, b in zip(reversed(others), solution, strict=True))
        solution.append((value - known) / first)
    return solution[::-1]
