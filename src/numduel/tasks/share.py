"""A share, such as 7 of 10, with its confidence interval."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import sqrt

_WIDTH = 1.96  # standard deviations to either side hold 95 of 100 cases


@dataclass
class Share:
    """How many of a number of cases were of one kind."""

    part: int = 0
    whole: int = 0

    def add(self, is_part: bool) -> None:
        self.part += is_part
        self.whole += 1

    @property
    def value(self) -> float | None:
        return self.part / self.whole if self.whole else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies in 95 of 100 cases (Wilson)."""
        return wilson(self.part, self.whole)


@dataclass
class GuessedShare(Share):
    """A share of right choices, and what a guesser would get right in the same cases.

    The same answer to the same question tells nothing new. So, where answers are given, the
    interval counts each of them once.
    """

    guessed: float = 0.0  # how many a guesser would get right, on average
    answers: set[Hashable] = field(default_factory=set)  # different ones, with their questions

    def add(self, is_part: bool, chance: float = 0.0, answer: Hashable = None) -> None:
        super().add(is_part)
        self.guessed += chance
        if answer is not None:
            self.answers.add(answer)

    @property
    def different(self) -> int:
        """How many answers were not the same as an earlier one."""
        return len(self.answers) or self.whole

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.part * self.different / max(1, self.whole), self.different)

    @property
    def chance(self) -> float | None:
        """The share that a guesser would get right."""
        return self.guessed / self.whole if self.whole else None

    @property
    def beyond_chance(self) -> float | None:
        """The share corrected for chance: 0 is a guesser's, 1 is perfect. None where a guesser
        cannot be wrong, or without any cases."""
        return None if self.value is None else self._correct(self.value)

    @property
    def beyond_interval(self) -> tuple[float, float] | None:
        """Where the corrected share lies in 95 of 100 cases: Wilson's interval, corrected in the
        same way."""
        low, high = map(self._correct, self.interval)
        return None if low is None or high is None else (low, high)

    def _correct(self, value: float) -> float | None:
        chance = 1.0 if self.chance is None else self.chance
        return None if chance > 1 - 1e-12 else (value - chance) / (1 - chance)


def wilson(part: float, whole: int) -> tuple[float, float]:
    """Wilson's interval for a share that was seen to be `part` of `whole`."""
    if not whole:
        return 0.0, 1.0
    share, spread = part / whole, _WIDTH * _WIDTH / whole
    middle = share + spread / 2
    half = _WIDTH * sqrt(share * (1 - share) / whole + spread / whole / 4)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
