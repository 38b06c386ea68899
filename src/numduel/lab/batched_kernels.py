"""The compiled inner loops of a batch.

A position is a row of the rule table and a pool: the set of actions that nobody has taken yet. In a
game without a pool it always holds all actions, and every position has its own row.

Every loop does one thing to a block of games, because short loops let the processor work on several
games at a time. A step goes block by block; `roll` plays many steps in each block.

A set of actions is a row of 64-bit words: bit 0 of word 0 is action 0.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

_Function = TypeVar("_Function", bound=Callable[..., Any])
BitWords = NDArray[np.uint64]
Actions = NDArray[np.int64]

HOLD = np.int64(-(2**63))  # the action that leaves a game as it is
UNKNOWN = -1  # in `RuleTable.after`: not explored yet
FINE, UNEXPLORED, ILLEGAL = 0, 1, 2  # results of `play`
BLOCK = 64  # games whose arrays fit in a thread's cache

_NONE, _ONE, _TWO, _THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
_FOUR, _SIX, _SEVEN, _EIGHT = np.uint64(4), np.uint64(6), np.uint64(7), np.uint64(8)
_HALF, _TOP = np.uint64(32), np.uint64(56)
_BYTE, _LOW_SIX = np.uint64(255), np.uint64(63)
_EVERY_BYTE, _EVERY_HIGH = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)

_BITS = np.unpackbits(np.arange(256, dtype=np.uint8).reshape(-1, 1), axis=1, bitorder="little")
# A byte of a set as eight bytes of a mask, and as eight floats of an observation, two per word.
_BOOLS: BitWords = _BITS.view(np.uint64).ravel()
_FLOATS: BitWords = _BITS.astype(np.float32).view(np.uint64)
# _SELECT[rank, byte] is the position of the bit of that rank in the byte.
_SELECT = np.zeros((8, 256), np.uint8)
for _byte, _row in enumerate(_BITS):
    _SELECT[: _row.sum(), _byte] = np.flatnonzero(_row)


class RuleTable(NamedTuple):
    """The rules, with a row for each context of a pool game or each position of another game.

    Row 0 is the start. In a pool game the first features are the pool. Features equal to 1 are the
    set `ones`; `columns` and `values` are those that are neither 0 nor 1, and shorter rows are
    padded with the column behind the last feature.
    """

    pool: BitWords  # at the start
    has_pool: bool  # whether playing an action removes it from the pool
    legal: BitWords  # legal actions, if they are in the pool
    after: NDArray[np.int32]  # the row that follows each action, or UNKNOWN
    result: NDArray[np.float32]  # Player 1's reward if nothing is legal
    mover: NDArray[np.int8]
    ones: BitWords
    columns: NDArray[np.int32]
    values: NDArray[np.float32]


class Games(NamedTuple):
    """The positions of all games of a batch, and their public arrays."""

    row: NDArray[np.int32]
    pool: BitWords  # padded to the words of the features
    to_move: NDArray[np.int8]
    masks: BitWords
    observations: BitWords  # two floats per word
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    final: BitWords  # final observations; without columns if not kept


def compiled(
    *, parallel: bool = False, inline: Literal["never", "always"] = "never"
) -> Callable[[_Function], _Function]:
    """Compile a function, and cache the compiled code on disk if possible."""

    def compile_function(function: _Function) -> _Function:
        compile_kept: Any = numba.njit(cache=True, nogil=True, parallel=parallel, inline=inline)
        compile_anew: Any = numba.njit(nogil=True, parallel=parallel, inline=inline)
        try:
            return cast(_Function, compile_kept(function))
        except RuntimeError:  # no cache folder: every process compiles its own
            return cast(_Function, compile_anew(function))

    return compile_function


@compiled(inline="always")
def _running_counts(word: np.uint64) -> np.uint64:
    """Return in each byte the number of bits set in it and in the lower bytes."""
    word = word - ((word >> _ONE) & np.uint64(0x5555555555555555))
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> _TWO) & pairs)
    word = (word + (word >> _FOUR)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return word * _EVERY_BYTE


@compiled(inline="always")
def _bit_of_rank(word: np.uint64, counts: np.uint64, rank: np.uint64) -> np.uint64:
    """Return the position of the set bit with this rank in a word with these running counts."""
    # Count the bytes below it; then find its place in its byte.
    below = ((rank * _EVERY_BYTE | _EVERY_HIGH) - counts) & _EVERY_HIGH
    shift = (((below >> _SEVEN) * _EVERY_BYTE) >> _TOP) * _EIGHT
    rank = rank - (((counts << _EIGHT) >> shift) & _BYTE)
    return shift + np.uint64(_SELECT[rank, (word >> shift) & _BYTE])


@compiled(inline="always")
def _mix(word: np.uint64) -> np.uint64:
    """Apply the mixing step of SplitMix64."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled(inline="always")
def _draw_below(limit: np.uint64, start: np.uint64, game: int) -> np.uint64:
    """Draw a number below the limit, from this turn's draws and the game's index."""
    word = _mix(start + np.uint64(game) * _GOLDEN)
    return ((word >> _HALF) * limit) >> _HALF


@compiled()
def _choose_in(
    games: Games,
    rules: RuleTable,
    draws: tuple[np.uint64, int],
    chosen: Actions,
    first: int,
    last: int,
) -> None:
    """Draw a legal action for each game of a block."""
    seed, turn = draws
    start = _mix(seed + np.uint64(turn) * _GOLDEN)
    rows, pool, legal = games.row, games.pool, rules.legal
    words = np.uint64(legal.shape[1])
    for game in range(first, last):
        row = np.uint64(rows[game])
        count = _NONE
        for word in range(words):
            count += _running_counts(pool[game, word] & legal[row, word]) >> _TOP
        rank = _draw_below(count, start, game)
        for word in range(words):
            allowed = pool[game, word] & legal[row, word]
            counts = _running_counts(allowed)
            if rank < counts >> _TOP:
                chosen[game] = np.int64((word << _SIX) + _bit_of_rank(allowed, counts, rank))
                break
            rank -= counts >> _TOP


@compiled()
def _check_in(games: Games, rules: RuleTable, actions: Actions, first: int, last: int) -> int:
    """Return ILLEGAL or UNEXPLORED if an action of a block is, else FINE."""
    most, illegal, unknown = np.uint64(rules.after.shape[1]), np.int64(0), np.int64(0)
    for game in range(first, last):
        action = np.uint64(actions[game])  # negative ones become very large
        if actions[game] == HOLD:
            continue
        if action >= most:
            illegal += 1
        else:
            row, word = np.uint64(games.row[game]), action >> _SIX
            allowed = games.pool[game, word] & rules.legal[row, word]
            illegal += 1 - np.int64(allowed >> (action & _LOW_SIX) & _ONE)
            unknown += rules.after[row, action] == UNKNOWN
    return ILLEGAL if illegal else UNEXPLORED if unknown else FINE


@compiled()
def _play_in(
    games: Games, rules: RuleTable, actions: Actions, first: int, last: int
) -> tuple[int, int]:
    """Play the actions of a block; return the games won by each player. The action HOLD leaves a
    game as it is."""
    rows, pool, _, _, _, rewards, terminated, _ = games
    legal, after, result, has_pool = rules.legal, rules.after, rules.result, rules.has_pool
    words, one, two = np.uint64(legal.shape[1]), 0, 0
    for game in range(first, last):
        if actions[game] == HOLD:
            terminated[game] = False
            rewards[game, 0] = rewards[game, 1] = 0
            continue
        action = np.uint64(actions[game])
        row = np.uint64(after[np.uint64(rows[game]), action])
        rows[game] = row
        is_over = result[row] != 0
        if has_pool:
            pool[game, action >> _SIX] ^= _ONE << (action & _LOW_SIX)
            left = _NONE
            for word in range(words):
                left |= pool[game, word] & legal[row, word]
            is_over = left == _NONE
        # Branch-free: the end of a game is unpredictable.
        reward = result[row] * is_over
        terminated[game] = is_over
        rewards[game, 0] = reward
        rewards[game, 1] = -reward
        one += reward > 0
        two += reward < 0
    return one, two


@compiled()
def _restart_in(games: Games, rules: RuleTable, first: int, last: int) -> None:
    """Restart the finished games of a block."""
    rows, pool, to_move, _, _, _, terminated, _ = games
    full, mover, has_pool = rules.pool, rules.mover, rules.has_pool
    words = np.uint64(full.shape[0])
    for game in range(first, last):
        is_over, before = terminated[game], np.uint64(rows[game])
        row = _NONE if is_over else before
        rows[game] = row
        to_move[game] = mover[row]
        if has_pool:
            for word in range(words):
                kept = pool[game, word]
                pool[game, word] = full[word] if is_over else kept


@compiled()
def _observe_in(shown: BitWords, games: Games, rules: RuleTable, first: int, last: int) -> None:
    """Write the observations of a block."""
    rows, pool, has_pool = games.row, games.pool, rules.has_pool
    ones, columns, values = rules.ones, rules.columns, rules.values
    chunks = np.uint64(shown.shape[1]) >> _TWO
    floats = shown.view(np.float32)
    for game in range(first, last):
        row = np.uint64(rows[game])
        for chunk in range(chunks):
            word = chunk >> _THREE
            bits = ones[row, word]
            if has_pool:
                bits |= pool[game, word]
            byte, cell = (bits >> (_EIGHT * (chunk & _SEVEN))) & _BYTE, _FOUR * chunk
            # Read all four words before writing, so that they are copied together.
            lowest, low = _FLOATS[byte, _NONE], _FLOATS[byte, _ONE]
            high, highest = _FLOATS[byte, _TWO], _FLOATS[byte, _THREE]
            shown[game, cell] = lowest
            shown[game, cell + _ONE] = low
            shown[game, cell + _TWO] = high
            shown[game, cell + _THREE] = highest
        for place in range(values.shape[1]):
            floats[game, np.uint64(columns[row, place])] = values[row, place]


@compiled()
def _mask_in(games: Games, rules: RuleTable, first: int, last: int) -> None:
    """Write the masks of a block."""
    rows, pool, masks, legal = games.row, games.pool, games.masks, rules.legal
    chunks = np.uint64(masks.shape[1])
    for game in range(first, last):
        row = np.uint64(rows[game])
        for chunk in range(chunks):
            word, shift = chunk >> _THREE, _EIGHT * (chunk & _SEVEN)
            masks[game, chunk] = _BOOLS[((pool[game, word] & legal[row, word]) >> shift) & _BYTE]


@compiled()
def _show_in(games: Games, rules: RuleTable, first: int, last: int) -> None:
    """Restart the finished games of a block, and write its masks and observations."""
    if games.final.shape[1]:
        _observe_in(games.final, games, rules, first, last)
    _restart_in(games, rules, first, last)
    _mask_in(games, rules, first, last)
    _observe_in(games.observations, games, rules, first, last)


@compiled(parallel=True)
def show(games: Games, rules: RuleTable) -> None:
    """Write all masks and observations."""
    size = games.row.shape[0]
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        _show_in(games, rules, block * BLOCK, min(size, block * BLOCK + BLOCK))


@compiled(parallel=True)
def choose(games: Games, rules: RuleTable, draws: tuple[np.uint64, int], chosen: Actions) -> None:
    """Draw a legal action for every game, uniformly."""
    size = chosen.shape[0]
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        _choose_in(games, rules, draws, chosen, first, last)


@compiled(parallel=True)
def play(games: Games, rules: RuleTable, actions: Actions) -> int:
    """Play an action in every game. If one is ILLEGAL or UNEXPLORED, play none and return that."""
    size = actions.shape[0]
    blocks, worst = (size + BLOCK - 1) // BLOCK, FINE
    for block in numba.prange(blocks):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        worst = max(worst, _check_in(games, rules, actions, first, last))
    if worst == FINE:
        for block in numba.prange(blocks):
            first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
            _play_in(games, rules, actions, first, last)
            _show_in(games, rules, first, last)
    return worst


@compiled()
def _roll_in(
    games: Games,
    rules: RuleTable,
    draws: tuple[np.uint64, int, int],
    chosen: Actions,
    first: int,
    last: int,
) -> tuple[int, int, int]:
    """Play random steps in a block. Return their number, and the games won by each player."""
    seed, turn, steps = draws
    one, two = 0, 0
    for step in range(steps):
        _choose_in(games, rules, (seed, turn + step), chosen, first, last)
        # Pool tables have no UNKNOWN.
        if not rules.has_pool and _check_in(games, rules, chosen, first, last) != FINE:
            return step, one, two
        won, lost = _play_in(games, rules, chosen, first, last)
        _show_in(games, rules, first, last)
        one += won
        two += lost
    return steps, one, two


@compiled(parallel=True)
def roll(
    games: Games,
    rules: RuleTable,
    draws: tuple[np.uint64, int, int],
    chosen: Actions,
    played: NDArray[np.int64],
) -> tuple[int, int]:
    """Play random steps, block by block, until all are played or a position is unexplored.

    `played` counts the steps of each block over several calls. Return the games won by each player
    in this call.
    """
    size = chosen.shape[0]
    seed, turn, steps = draws
    one, two = 0, 0
    for block in numba.prange(played.shape[0]):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        further = seed, turn + played[block], steps - played[block]
        done, won, lost = _roll_in(games, rules, further, chosen, first, last)
        played[block] += done
        one += won
        two += lost
    return one, two
