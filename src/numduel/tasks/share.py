"""A share with its interval: how many of how many."""

from dataclasses import dataclass
from math import sqrt


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


def wilson(part: int, whole: int, width: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share that was seen to be `part` of `whole`."""
    if not whole:
        return 0.0, 1.0
    share, spread = part / whole, width * width / whole
    middle = share + spread / 2
    half = width * sqrt(share * (1 - share) / whole + spread / whole / 4)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
