"""Counts the complete games of Divisor Duel, merging positions that come to the same.

What decides the future is what is within reach and what may be taken now. Besides, take a prime p
with p² > n: its multiples p, 2p, …, kp behave like those of any other such prime with the same k,
so which prime it was makes no difference. Numbers are bits of a machine word; the multiples of
such a prime stand side by side, and those of primes with the same k are sorted.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from numba.typed import Dict

POSITION = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]
_PRIME = 67  # modulo which the first 66 powers of two all differ


class Counted(NamedTuple):
    """How many games there are, and how many moves the longest has."""

    games: int
    longest: int


def games_of_divisor_duel(size: int, most: int) -> dict[int, Counted] | None:
    """What follows each opening, the opening included; None if there are more than `most`
    positions."""
    order, families = _arrange(size)
    near = np.zeros(size, np.int64)
    for place, one in enumerate(order):
        for other, two in enumerate(order):
            if one != two and (one % two == 0 or two % one == 0):
                near[place] |= 1 << other
    index = np.zeros(_PRIME, np.int64)
    for place in range(size):
        index[(1 << place) % _PRIME] = place
    known = Dict.empty(POSITION, POSITION)
    graph = near, index, np.array(families, np.int64).reshape(-1, 2)
    found = {}
    for place, one in enumerate(order):
        games, longest = _follow(((1 << size) - 1) ^ 1 << place, place, *graph, known, most)
        found[one] = Counted(games, longest)
    return found if len(known) <= most else None


def _arrange(size: int) -> tuple[list[int], list[tuple[int, int]]]:
    """The order of the numbers, and the families of multiples that are alike: where each begins,
    and how many it has; those with equally many follow one another."""
    primes = [one for one in range(2, size + 1) if all(one % two for two in range(2, one))]
    large = [prime for prime in primes if prime * prime > size]
    order = [one for one in range(1, size + 1) if all(one % prime for prime in large)]
    families = []
    for prime in large:
        families.append((len(order), size // prime))
        order += range(prime, size + 1, prime)
    return order, families


@njit
def _spread(left: int, allowed: int, near: Any, index: Any) -> int:
    """What can be reached from what is allowed."""
    reached = waiting = allowed
    while waiting and reached != left:
        bit = waiting & -waiting
        new = near[index[bit % _PRIME]] & left & ~reached
        reached |= new
        waiting = (waiting ^ bit) | new
    return reached


@njit
def _sort(reach: int, allowed: int, families: Any) -> tuple[int, int]:
    """The same position, with families that are alike put into order by exchanging neighbours."""
    is_sorted = False
    while not is_sorted:
        is_sorted = True
        for place in range(len(families) - 1):
            one, two, width = families[place, 0], families[place + 1, 0], families[place, 1]
            if width != families[place + 1, 1]:
                continue
            every = (1 << width) - 1
            reaches = reach >> one & every, reach >> two & every
            alloweds = allowed >> one & every, allowed >> two & every
            if (reaches[0], alloweds[0]) > (reaches[1], alloweds[1]):
                is_sorted = False
                change = reaches[0] ^ reaches[1]
                reach ^= change << one | change << two
                change = alloweds[0] ^ alloweds[1]
                allowed ^= change << one | change << two
    return reach, allowed


@njit
def _follow(
    left: int, vertex: int, near: Any, index: Any, families: Any, known: Any, most: int
) -> tuple[int, int]:
    """How many games begin with a vertex, taken from what is left, and how long the longest is.
    Once there are too many positions, the answer is wrong and comes soon."""
    allowed = near[vertex] & left
    if allowed == 0:
        return 1, 1
    position = _sort(_spread(left, allowed, near, index), allowed, families)
    if position in known:
        return known[position]  # type: ignore[no-any-return]
    games = 0
    longest = 0
    reach, rest = position
    while rest and len(known) <= most:
        bit = rest & -rest
        rest ^= bit
        more = _follow(reach ^ bit, index[bit % _PRIME], near, index, families, known, most)
        games += more[0]
        longest = max(longest, more[1])
    known[position] = (games, longest + 1)
    return games, longest + 1
