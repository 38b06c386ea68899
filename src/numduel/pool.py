"""Sets of numbers as bit masks (bit n stands for n), and PoolGame: taking numbers from a shared
pool."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, count
from typing import Any, Protocol, TypeVar

from numduel.game import Game, Outcome, State

_SMALL = 1 << 64  # sets below this are common, and cached
_AS_BITS = bytes.maketrans(b"01", b"\0\1")


def everything(numbers: int) -> int:
    """Return the set of 1 to `numbers`."""
    return (1 << numbers + 1) - 2


def pool_of(numbers: Iterable[int]) -> int:
    """Return the set of these numbers."""
    pool = 0
    for number in numbers:
        pool |= 1 << number
    return pool


def numbers_in(pool: int) -> list[int]:
    """Return the numbers of a set, ascending."""
    return list(_small_numbers(pool) if pool < _SMALL else _numbers(pool))


def _numbers(pool: int) -> Iterator[int]:
    return compress(count(), bin(pool)[:1:-1].encode().translate(_AS_BITS))


@lru_cache(maxsize=1 << 14)
def _small_numbers(pool: int) -> tuple[int, ...]:
    return tuple(_numbers(pool))


def ranges_in(pool: int) -> list[tuple[int, int]]:
    """Return the runs of consecutive numbers in a set, as (first, last)."""
    return [(run.start(), run.end() - 1) for run in re.finditer("1+", bin(pool)[:1:-1])]


@lru_cache(maxsize=512)
def multiples(number: int, numbers: int) -> int:
    """Return the multiples of a number up to `numbers`."""
    pool, reach = 1 << number, number
    while reach < numbers:
        pool |= pool << reach
        reach *= 2
    return pool & everything(numbers)


@lru_cache(maxsize=16)
def odd_numbers(numbers: int) -> int:
    """Return the odd numbers up to `numbers`."""
    return everything(numbers) ^ even_numbers(numbers)


@lru_cache(maxsize=16)
def even_numbers(numbers: int) -> int:
    """Return the even numbers up to `numbers`."""
    return multiples(2, numbers)


class PoolState(State, Protocol):
    """A state with a pool of remaining numbers."""

    @property
    def remaining(self) -> int: ...


PoolStateT = TypeVar("PoolStateT", bound=PoolState)


@dataclass(frozen=True)
class PoolGame(Game[PoolStateT, int]):
    """A duel in which a move takes one number from a shared pool. A player who cannot move
    loses."""

    numbers: int

    @abstractmethod
    def allowed(self, state: PoolStateT) -> int:
        """Return the set of numbers that may be taken now."""

    @abstractmethod
    def forbidden(self, state: PoolStateT, number: int) -> str:
        """Return the rule that forbids a remaining number now, as a sentence."""

    def stuck(self, state: PoolStateT) -> str:
        """Return why the player to move cannot move, as the reason of an Outcome."""
        return "because no number is left that may be taken"

    def all_moves(self) -> Sequence[int]:
        return range(1, self.numbers + 1)

    def legal_moves(self, state: PoolStateT) -> Sequence[int]:
        allowed = self.allowed(state)
        return _small_numbers(allowed) if allowed < _SMALL else numbers_in(allowed)

    def refusal(self, state: PoolStateT, move: int) -> str | None:
        if not 1 <= move <= self.numbers:
            return f"{move} is not in the list 1 to {self.numbers}."
        if not state.remaining >> move & 1:
            return self.gone(state, move)
        if not self.allowed(state) >> move & 1:
            return self.forbidden(state, move)
        return None

    def gone(self, state: PoolStateT, number: int) -> str:
        """Return what happened to a number that has left the pool, as a sentence."""
        return f"{number} has been removed."

    def outcome(self, state: PoolStateT) -> Outcome | None:
        if self.allowed(state):
            return None
        return Outcome(state.to_move.opponent, self.stuck(state))

    def most_moves(self) -> int:
        return self.numbers

    def view(self, state: PoolStateT) -> dict[str, Any]:
        return super().view(state) | {"remaining": numbers_in(state.remaining)}

    def features(self, state: PoolStateT) -> tuple[float, ...]:
        """Return a 1 or 0 for each number: first whether it is free, then whether it was taken
        last."""
        last = getattr(state, "last", None)
        free = bin(state.remaining)[:1:-1].ljust(self.numbers + 1, "0")[1 : self.numbers + 1]
        return tuple(float(bit == "1") for bit in free) + tuple(
            float(number == last) for number in self.all_moves()
        )


def is_odd(number: int) -> bool:
    return number % 2 == 1


def parity_of(number: int) -> str:
    """Return "odd" or "even"."""
    return "odd" if is_odd(number) else "even"
