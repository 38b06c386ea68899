"""The compiled inner loops of a batch.

A set of numbers is a row of 64-bit words: bit 0 of word 0 stands for action 0. Observations and
masks are written eight actions at a time, a byte of a word spread over eight places: as eight
bytes of a mask (one word) and eight floats of an observation (four words). Zero is zero in every
format, so what is free and what the context says are put together by `|`.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Words = NDArray[np.uint64]

ONE, SIX, SEVEN, EIGHT = np.uint64(1), np.uint64(6), np.uint64(7), np.uint64(8)
TOP, BYTE, LOW_SIX = np.uint64(56), np.uint64(255), np.uint64(63)
HALF, THREE = np.uint64(32), np.uint64(3)
EVERY_BYTE, EVERY_HIGH = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

_BITS = np.unpackbits(np.arange(256, dtype=np.uint8).reshape(-1, 1), axis=1, bitorder="little")
SPREAD_BOOLS: _Words = _BITS.view(np.uint64).ravel()
SPREAD_FLOATS: _Words = _BITS.astype(np.float32).view(np.uint64)
# SELECT[rank, byte] is where the bit of that rank stands in the byte.
SELECT = np.zeros((8, 256), np.uint8)
for _byte, _row in enumerate(_BITS):
    SELECT[: _row.sum(), _byte] = np.flatnonzero(_row)


class Table(NamedTuple):
    """The rules of a pool game: a row for each context, the first for the start."""

    everything: _Words  # what remains at the start
    allowed: _Words  # what may be taken, if it is there
    after: NDArray[np.int32]  # the context that follows, for each action
    result: NDArray[np.float32]  # what Player 1 gets if nothing may be taken
    mover: NDArray[np.int8]
    features: _Words  # what the context adds to an observation


class Games(NamedTuple):
    """Where all games of a batch stand, and what is shown of them."""

    remaining: _Words
    context: NDArray[np.int32]
    to_move: NDArray[np.int8]
    masks: _Words
    observations: _Words
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]


def _compile(
    *, parallel: bool = False, inline: Literal["never", "always"] = "never"
) -> Callable[[_Function], _Function]:
    def compile_function(function: _Function) -> _Function:
        compile_kept: Any = numba.njit(cache=True, nogil=True, parallel=parallel, inline=inline)
        compile_anew: Any = numba.njit(nogil=True, parallel=parallel, inline=inline)
        try:
            return cast(_Function, compile_kept(function))
        except RuntimeError:  # nowhere to keep compiled code: every process compiles its own
            return cast(_Function, compile_anew(function))

    return compile_function


@_compile(inline="always")
def running_counts(word: np.uint64) -> np.uint64:  # pragma: no cover
    """In each byte, how many bits are set in it and in the bytes below."""
    word = word - ((word >> ONE) & np.uint64(0x5555555555555555))
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> np.uint64(2)) & pairs)
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return word * EVERY_BYTE


@_compile(inline="always")
def scramble(word: np.uint64) -> np.uint64:  # pragma: no cover
    """The mixing step of SplitMix64: unlike words become words that look unrelated."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@_compile(inline="always")
def draw_below(limit: np.uint64, start: np.uint64, game: int) -> np.uint64:  # pragma: no cover
    """A number below the limit, from where the draws of this turn start and the game's place."""
    word = scramble(start + np.uint64(game) * GOLDEN)
    return ((word >> HALF) * limit) >> HALF


@_compile(parallel=True)
def choose(
    games: Games,
    table: Table,
    select: NDArray[np.uint8],
    seed: np.uint64,
    turn: int,
    chosen: NDArray[np.int64],
) -> None:  # pragma: no cover
    """Draw a legal action for every game, each as likely as the next."""
    remaining, contexts, may_take = games.remaining, games.context, table.allowed
    words = np.uint64(remaining.shape[1])
    start = scramble(seed + np.uint64(turn) * GOLDEN)
    for game in numba.prange(chosen.shape[0]):
        context = np.uint64(contexts[game])
        legal = np.uint64(0)
        for word in range(words):
            legal += running_counts(remaining[game, word] & may_take[context, word]) >> TOP
        rank = draw_below(legal, start, game)
        for word in range(words):
            allowed = remaining[game, word] & may_take[context, word]
            counts = running_counts(allowed)
            if rank < counts >> TOP:
                # How many bytes lie wholly below the bit of this rank; then its place in its byte.
                below = ((rank * EVERY_BYTE | EVERY_HIGH) - counts) & EVERY_HIGH
                shift = (((below >> SEVEN) * EVERY_BYTE) >> TOP) * EIGHT
                rank -= ((counts << EIGHT) >> shift) & BYTE
                place = select[rank, (allowed >> shift) & BYTE]
                chosen[game] = np.uint64(64) * word + shift + place
                break
            rank -= counts >> TOP


@_compile()
def choose_by_mask(
    masks: NDArray[np.bool_], seed: np.uint64, turn: int, chosen: NDArray[np.int64]
) -> None:  # pragma: no cover
    """Draw as `choose` does, where masks are all there is."""
    start = scramble(seed + np.uint64(turn) * GOLDEN)
    for game in range(chosen.shape[0]):
        rank = np.int64(draw_below(np.uint64(masks[game].sum()), start, game))
        for action in range(masks.shape[1]):
            rank -= masks[game, action]
            if rank < 0:
                chosen[game] = action
                break


@_compile(inline="always")
def show(
    game: int,
    context: np.uint64,
    remaining: _Words,
    may_take: _Words,
    features: _Words,
    bools: _Words,
    floats: _Words,
    masks: _Words,
    observations: _Words,
) -> None:  # pragma: no cover
    """Write the mask and the observation of a game."""
    chunks, cells = np.uint64(masks.shape[1]), np.uint64(observations.shape[1])
    each = np.uint64(floats.shape[1])
    for chunk in range(chunks):
        word, shift = chunk >> THREE, EIGHT * (chunk & SEVEN)
        free = remaining[game, word] >> shift
        allowed = free & (may_take[context, word] >> shift)
        masks[game, chunk] = bools[allowed & BYTE]
        for cell in range(each * chunk, each * chunk + each):
            spread = floats[free & BYTE, cell - each * chunk]
            observations[game, cell] = spread | features[context, cell]
    for cell in range(each * chunks, cells):
        observations[game, cell] = features[context, cell]


# The arrays are taken out of their tuples first: numba drops writes in a parallel loop to those
# that are still inside.
@_compile(parallel=True)
def restart(games: Games, table: Table, bools: _Words, floats: _Words) -> None:  # pragma: no cover
    """Put all games to their start."""
    remaining, contexts, to_move, masks, observations, _, _ = games
    everything, may_take, _, _, mover, features = table
    start = np.uint64(0)
    for game in numba.prange(contexts.shape[0]):
        for word in range(remaining.shape[1]):
            remaining[game, word] = everything[word]
        contexts[game] = start
        to_move[game] = mover[start]
        show(game, start, remaining, may_take, features, bools, floats, masks, observations)


@_compile(parallel=True)
def play(
    games: Games, table: Table, bools: _Words, floats: _Words, actions: NDArray[np.int64]
) -> bool:  # pragma: no cover
    """Play an action in every game, and begin anew where that ends it; or change nothing, and
    answer no, if one of them is illegal."""
    remaining, contexts, to_move, masks, observations, rewards, terminated = games
    everything, may_take, after, result, mover, features = table
    words, most = np.uint64(remaining.shape[1]), np.uint64(after.shape[1])
    illegal = np.int64(0)
    for game in numba.prange(actions.shape[0]):
        action = np.uint64(actions[game])  # a negative one becomes very large
        if action >= most:
            illegal += 1
        else:
            at = action >> SIX
            allowed = remaining[game, at] & may_take[np.uint64(contexts[game]), at]
            illegal += 1 - np.int64(allowed >> (action & LOW_SIX) & ONE)
    if illegal:
        return False
    for game in numba.prange(actions.shape[0]):
        action = np.uint64(actions[game])
        remaining[game, action >> SIX] ^= ONE << (action & LOW_SIX)
        context = np.uint64(after[np.uint64(contexts[game]), action])
        left = np.uint64(0)
        for word in range(words):
            left |= remaining[game, word] & may_take[context, word]
        # Without branches from here: which game ends now cannot be foreseen.
        is_over = left == 0
        reward = result[context] * is_over
        terminated[game] = is_over
        rewards[game, 0] = reward
        rewards[game, 1] = -reward
        context = np.uint64(0) if is_over else context
        for word in range(words):
            kept = remaining[game, word]
            remaining[game, word] = everything[word] if is_over else kept
        contexts[game] = context
        to_move[game] = mover[context]
        show(game, context, remaining, may_take, features, bools, floats, masks, observations)
    return True
