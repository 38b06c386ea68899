"""Sets of actions as 64-bit words, in compiled code: drawing an action, and writing out a set.

A set is a row of words: bit 0 of word 0 stands for action 0. It is written out eight actions at a
time: a byte of a word is spread over eight bytes of a mask (one word) or eight floats of an
observation (four words).

Compiled code is kept beside each file, and compiled again when that file changes. When this file
changes, remove the `__pycache__` folders.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

_Function = TypeVar("_Function", bound=Callable[..., Any])
BitWords = NDArray[np.uint64]
Actions = NDArray[np.int64]

NONE, ONE, TWO, THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
FOUR, SIX, SEVEN, EIGHT = np.uint64(4), np.uint64(6), np.uint64(7), np.uint64(8)
HALF, TOP = np.uint64(32), np.uint64(56)
BYTE, LOW_SIX = np.uint64(255), np.uint64(63)
EVERY_BYTE, EVERY_HIGH = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

HOLD = np.int64(-(2**63))  # the action of a game that stays as it is in a step
BLOCK = 64  # games that one thread plays while what is shown of them stays in its cache

_BITS = np.unpackbits(np.arange(256, dtype=np.uint8).reshape(-1, 1), axis=1, bitorder="little")
SPREAD_BOOLS: BitWords = _BITS.view(np.uint64).ravel()
SPREAD_FLOATS: BitWords = _BITS.astype(np.float32).view(np.uint64)
# SELECT[rank, byte] is where the bit of that rank stands in the byte.
SELECT = np.zeros((8, 256), np.uint8)
for _byte, _row in enumerate(_BITS):
    SELECT[: _row.sum(), _byte] = np.flatnonzero(_row)


class Spread(NamedTuple):
    """The tables for writing out sets and for finding a bit by its rank.

    All kernels share this class. With two classes of the same fields numba would compare types at
    every call, which takes longer than stepping a thousand games.
    """

    bools: BitWords
    floats: BitWords
    select: NDArray[np.uint8]


SPREAD = Spread(SPREAD_BOOLS, SPREAD_FLOATS, SELECT)


def compiled(
    *, parallel: bool = False, inline: Literal["never", "always"] = "never"
) -> Callable[[_Function], _Function]:
    """Compile a function, and keep the compiled code on disk if possible."""

    def compile_function(function: _Function) -> _Function:
        compile_kept: Any = numba.njit(cache=True, nogil=True, parallel=parallel, inline=inline)
        compile_anew: Any = numba.njit(nogil=True, parallel=parallel, inline=inline)
        try:
            return cast(_Function, compile_kept(function))
        except RuntimeError:  # nowhere to keep compiled code: every process compiles its own
            return cast(_Function, compile_anew(function))

    return compile_function


@compiled(inline="always")
def running_counts(word: np.uint64) -> np.uint64:
    """In each byte, how many bits are set in it and in the bytes below."""
    word = word - ((word >> ONE) & np.uint64(0x5555555555555555))
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> TWO) & pairs)
    word = (word + (word >> FOUR)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return word * EVERY_BYTE


@compiled(inline="always")
def bit_of_rank(
    word: np.uint64, counts: np.uint64, rank: np.uint64, select: NDArray[np.uint8]
) -> np.uint64:
    """Where the bit of this rank stands in a word with these running counts."""
    # How many bytes lie wholly below it; then its place in its own byte.
    below = ((rank * EVERY_BYTE | EVERY_HIGH) - counts) & EVERY_HIGH
    shift = (((below >> SEVEN) * EVERY_BYTE) >> TOP) * EIGHT
    rank = rank - (((counts << EIGHT) >> shift) & BYTE)
    return shift + np.uint64(select[rank, (word >> shift) & BYTE])


@compiled(inline="always")
def scramble(word: np.uint64) -> np.uint64:
    """The mixing step of SplitMix64: different words become words that look unrelated."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled(inline="always")
def start_of_draws(seed: np.uint64, turn: int) -> np.uint64:
    """Where the draws of a turn start. What is drawn for a game follows from this and its place."""
    return scramble(seed + np.uint64(turn) * GOLDEN)


@compiled(inline="always")
def draw_below(limit: np.uint64, start: np.uint64, game: int) -> np.uint64:
    """A number below the limit, from the start of this turn's draws and the game's place."""
    word = scramble(start + np.uint64(game) * GOLDEN)
    return ((word >> HALF) * limit) >> HALF
