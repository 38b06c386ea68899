"""Divisor Duel: how far away the end is, by a search that looks only at what can be reached.

What decides the future is the set of numbers that can still be reached from the last one, and the
set of those that may be taken now: after different numbers it is often the same. And numbers with
the same relatives, such as 11, 13, 17 and 19 on 1..20, are twins: whichever of them is taken, what
follows is alike. So search always takes the largest, and the smallest stand for those that are
left. That makes 19,051 positions out of the 134,260 of 1..20.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from numduel.errors import TooLarge
from numduel.games.divisor_duel import DivisorDuel, DivisorState
from numduel.pool import numbers_in
from numduel.theory.search import Solver

_MOST_SEARCHED = 30  # numbers within reach; a search among more hardly ever ends in time
_MOST_SHARED = 64  # numbers in all; up to here, one solver serves a whole duel


class Paths(Solver[tuple[int, int]]):
    """The values of positions among a few numbers, which are bits in the order of their size."""

    def __init__(self, numbers: Sequence[int], budget: int) -> None:
        super().__init__(budget)
        self.bits = {number: 1 << place for place, number in enumerate(numbers)}
        self.related = {
            bit: self.pool(other for other in numbers if _are_related(number, other))
            for number, bit in self.bits.items()
        }
        self.one = self.bits.get(1, 0)
        self.twins = _find_twins(self.related)

    def pool(self, numbers: Iterable[int]) -> int:
        """Numbers as bits."""
        return sum(self.bits[number] for number in numbers)

    def node(self, reach: Iterable[int], allowed: Iterable[int]) -> tuple[int, int]:
        """The node of a position: of twins, the smallest stand for those that are left."""
        pools = [self.pool(reach), self.pool(allowed)]
        for twins in self.twins:
            pools = [pool & ~twins | _smallest(twins, (pool & twins).bit_count()) for pool in pools]
        return pools[0], pools[1]

    def after(self, node: tuple[int, int], number: int) -> tuple[int, int]:
        """The node that taking a number leads to; of twins, the largest is taken."""
        reach, allowed = node
        taken = self.bits[number]
        for twins in self.twins:
            if taken & twins:
                taken = _largest(allowed & twins)
        return self.replies((reach, taken))[0]

    def replies(self, node: tuple[int, int]) -> list[tuple[int, int]]:
        reach, allowed = node
        related, one, afters = self.related, self.one, []
        for twins in self.twins:
            if allowed & twins:
                allowed ^= allowed & twins ^ _largest(allowed & twins)
        while allowed:
            taken = allowed & -allowed
            allowed ^= taken
            left = reach ^ taken
            following = left & related[taken]
            reached = waiting = left if left & one else following
            while waiting and reached != left:
                lowest = waiting & -waiting
                new = related[lowest] & left & ~reached
                reached |= new
                waiting ^= lowest | new
            afters.append((reached, following))
        return afters


def _are_related(number: int, other: int) -> bool:
    return number != other and (number % other == 0 or other % number == 0)


def _find_twins(related: dict[int, int]) -> list[int]:
    """The sets of bits that have the same relatives, apart from each other."""
    alike: dict[tuple[bool, int], int] = {}
    for bit, others in related.items():
        for key in ((False, others), (True, others | bit)):  # strangers, or relatives themselves
            alike[key] = alike.get(key, 0) | bit
    return [bits for bits in alike.values() if bits.bit_count() > 1]


def _largest(pool: int) -> int:
    return 1 << pool.bit_length() - 1


def _smallest(pool: int, count: int) -> int:
    rest = pool
    for _ in range(count):
        rest &= rest - 1
    return pool ^ rest


@lru_cache(maxsize=4)
def paths_among(numbers: Sequence[int], budget: int) -> Paths:
    """The solver for some numbers; the last few are kept."""
    return Paths(numbers, budget)


def distances_within(
    reach: int, game: DivisorDuel, state: DivisorState, budget: int
) -> list[int | None]:
    """How far away the end is with each legal move, ascending, or TooLarge."""
    if reach.bit_count() > _MOST_SEARCHED:
        raise TooLarge(f"More than {_MOST_SEARCHED} numbers are within reach: too many to search.")
    is_shared = game.numbers <= _MOST_SHARED
    numbers = game.all_moves() if is_shared else tuple(numbers_in(reach))
    paths, moves = paths_among(numbers, budget), game.legal_moves(state)
    node = paths.node(numbers_in(reach), moves)
    paths.value(node)
    return [paths.value(paths.after(node, move)).before().distance for move in moves]
