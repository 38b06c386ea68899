"""Two players side by side: on the same positions, or asked in two ways."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from numduel.arena.notation import name_game
from numduel.arena.plan import Plan
from numduel.arena.results.played_game import PlayedGame


@dataclass(frozen=True)
class Comparison:
    """Two players on the same positions: in how many only the first was right, and only the second.

    The interval of the difference is the adjusted one of Agresti and Min for matched pairs (95%).
    """

    first: str
    second: str
    positions: int
    only_first: int
    only_second: int

    @property
    def difference(self) -> float:
        """By how much the first player's share of right choices is larger."""
        return (self.only_first - self.only_second) / self.positions

    @property
    def interval(self) -> tuple[float, float]:
        whole = self.positions + 2
        first, second = self.only_first + 0.5, self.only_second + 0.5
        middle = (first - second) / whole
        half = 1.96 * sqrt(first + second - (first - second) ** 2 / whole) / whole
        return max(-1.0, middle - half), min(1.0, middle + half)


def compare_on_same_positions(records: Sequence[PlayedGame]) -> Iterator[Comparison]:
    """Every two players of a paired run, on the positions that both have answered."""
    right: dict[str, dict[tuple[str, int], bool]] = defaultdict(dict)
    for record in records:
        if not record.is_broken:
            (name,), place = record.fixture.players, record.fixture.round
            right[name][name_game(record.fixture.game), place] = record.steps[0].is_right
    for one, two in combinations(right, 2):
        both = right[one].keys() & right[two].keys()
        if both:
            pairs = [(right[one][position], right[two][position]) for position in both]
            counts = pairs.count((True, False)), pairs.count((False, True))
            yield Comparison(one, two, len(both), *counts)


def find_told_and_untold(plan: Plan) -> Iterator[tuple[str, str]]:
    """Models that take part twice with the same settings, once with the legal moves listed and once
    without."""
    for one, two in combinations(plan.players, 2):
        told, untold = plan.players[one], plan.players[two]
        if told["kind"] == "model" and {**told, "legal": None} == {**untold, "legal": None}:
            yield (one, two) if told.get("legal", True) else (two, one)
