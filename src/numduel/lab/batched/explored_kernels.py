"""The compiled inner loops of a batch whose positions are explored.

As in `pool_kernels.py`, every loop runs over a block of games. Compiled code knows only the
positions that Python has explored: `look` reports an unknown one before a step is played, and
`roll` stops a block there.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from numduel.lab.batched.bits import (
    BLOCK,
    BYTE,
    EIGHT,
    FOUR,
    HOLD,
    NONE,
    ONE,
    SEVEN,
    SIX,
    THREE,
    TOP,
    TWO,
    Actions,
    BitWords,
    Spread,
    bit_of_rank,
    compiled,
    draw_below,
    running_counts,
    start_of_draws,
)

# What an action leads to: a place among the known positions, or one of these.
UNKNOWN, WON_BY_ONE, WON_BY_TWO, ILLEGAL = -1, -2, -3, -4


class Known(NamedTuple):
    """The positions that are known, a row for each; the first is the start."""

    after: NDArray[np.int32]
    legal: BitWords
    mover: NDArray[np.int8]
    marks: BitWords  # the features as a set of those that are 1, if all are 0 or 1;
    values: BitWords  # otherwise as two floats each. One of the two has no columns


class ExploredGames(NamedTuple):
    """The positions of all games of a batch, and the arrays that show them."""

    place: NDArray[np.int32]
    to_move: NDArray[np.int8]
    masks: BitWords
    observations: BitWords  # of two floats each
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]


@compiled()
def choose_in(
    games: ExploredGames,
    known: Known,
    spread: Spread,
    start: np.uint64,
    chosen: Actions,
    first: int,
    last: int,
) -> None:
    """Draw a legal action for each game of a block."""
    places, legal, select = games.place, known.legal, spread.select
    words = np.uint64(legal.shape[1])
    for game in range(first, last):
        place = np.uint64(places[game])
        count = NONE
        for word in range(words):
            count += running_counts(legal[place, word]) >> TOP
        rank = draw_below(count, start, game)
        for word in range(words):
            counts = running_counts(legal[place, word])
            if rank < counts >> TOP:
                bit = bit_of_rank(legal[place, word], counts, rank, select)
                chosen[game] = np.int64((word << SIX) + bit)
                break
            rank -= counts >> TOP


@compiled()
def look_in(games: ExploredGames, known: Known, actions: Actions, first: int, last: int) -> int:
    """The worst that these actions lead to: ILLEGAL, UNKNOWN, or 0 if all can be played."""
    most, illegal, unknown = np.uint64(known.after.shape[1]), 0, 0
    for game in range(first, last):
        action = np.uint64(actions[game])  # a negative one becomes very large
        if actions[game] == HOLD:
            continue
        if action >= most:
            illegal += 1
        else:
            after = known.after[np.uint64(games.place[game]), action]
            illegal += after == ILLEGAL
            unknown += after == UNKNOWN
    return ILLEGAL if illegal else UNKNOWN if unknown else 0


@compiled()
def play_in(
    games: ExploredGames, known: Known, actions: Actions, first: int, last: int
) -> tuple[int, int]:
    """Play the actions of a block, begin finished games again, and count those that each player
    has won. A game whose action is HOLD stays as it is."""
    places, to_move, _, _, rewards, terminated = games
    one, two = 0, 0
    for game in range(first, last):
        if actions[game] == HOLD:
            terminated[game] = False
            rewards[game, 0] = rewards[game, 1] = 0
            continue
        after = known.after[np.uint64(places[game]), np.uint64(actions[game])]
        won, lost = after == WON_BY_ONE, after == WON_BY_TWO
        one += won
        two += lost
        reward = np.float32(won) - np.float32(lost)
        rewards[game, 0] = reward
        rewards[game, 1] = -reward
        terminated[game] = after < 0
        place = max(after, np.int32(0))  # a game that is over begins again, at place 0
        places[game] = place
        to_move[game] = known.mover[np.uint64(place)]
    return one, two


@compiled()
def show_in(games: ExploredGames, known: Known, spread: Spread, first: int, last: int) -> None:
    """Write the masks and the observations of a block."""
    places, _, masks, observations, _, _ = games
    legal, marks, values = known.legal, known.marks, known.values
    chunks, marked = np.uint64(masks.shape[1]), np.uint64(observations.shape[1]) // FOUR
    if marks.shape[1] == 0:
        marked = NONE
    for game in range(first, last):
        place = np.uint64(places[game])
        for chunk in range(chunks):
            byte = (legal[place, chunk >> THREE] >> (EIGHT * (chunk & SEVEN))) & BYTE
            masks[game, chunk] = spread.bools[byte]
        for chunk in range(marked):
            byte = (marks[place, chunk >> THREE] >> (EIGHT * (chunk & SEVEN))) & BYTE
            cell = FOUR * chunk
            # All four pairs are read before one is written: so they are copied at once.
            lowest, low = spread.floats[byte, NONE], spread.floats[byte, ONE]
            high, highest = spread.floats[byte, TWO], spread.floats[byte, THREE]
            observations[game, cell] = lowest
            observations[game, cell + ONE] = low
            observations[game, cell + TWO] = high
            observations[game, cell + THREE] = highest
        for pair in range(values.shape[1]):
            observations[game, pair] = values[place, pair]


@compiled(parallel=True)
def show(games: ExploredGames, known: Known, spread: Spread) -> None:
    """Write all masks and observations."""
    size = games.place.shape[0]
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        show_in(games, known, spread, block * BLOCK, min(size, block * BLOCK + BLOCK))


@compiled(parallel=True)
def choose(
    games: ExploredGames, known: Known, spread: Spread, seed: np.uint64, turn: int, chosen: Actions
) -> None:
    """Draw a legal action for every game, all equally likely."""
    size, start = chosen.shape[0], start_of_draws(seed, turn)
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        choose_in(games, known, spread, start, chosen, first, last)


@compiled(parallel=True)
def look(games: ExploredGames, known: Known, actions: Actions) -> int:
    """The worst that these actions lead to: ILLEGAL, UNKNOWN, or 0 if all can be played."""
    size = actions.shape[0]
    worst = 0
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        worst = min(worst, look_in(games, known, actions, first, last))
    return worst


@compiled(parallel=True)
def play(games: ExploredGames, known: Known, spread: Spread, actions: Actions) -> None:
    """Play an action in every game. All must be legal and lead to known positions."""
    size = actions.shape[0]
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        play_in(games, known, actions, first, last)
        show_in(games, known, spread, first, last)


@compiled()
def roll_in(
    games: ExploredGames,
    known: Known,
    spread: Spread,
    draws: tuple[np.uint64, int, int],
    chosen: Actions,
    first: int,
    last: int,
) -> tuple[int, int, int]:
    """Play random steps in a block. Return how many, and how many games each player has won."""
    seed, turn, steps = draws
    one, two = 0, 0
    for step in range(steps):
        start = start_of_draws(seed, turn + step)
        choose_in(games, known, spread, start, chosen, first, last)
        if look_in(games, known, chosen, first, last) != 0:
            return step, one, two
        won, lost = play_in(games, known, chosen, first, last)
        show_in(games, known, spread, first, last)
        one += won
        two += lost
    return steps, one, two


@compiled(parallel=True)
def roll(
    games: ExploredGames,
    known: Known,
    spread: Spread,
    draws: tuple[np.uint64, int, int],
    chosen: Actions,
    played: NDArray[np.int64],
) -> tuple[int, int]:
    """Go on with random steps, block by block, until all are played or a position is unknown.
    `played` counts the steps of each block, from call to call. Returns how many games each player
    has won in this call."""
    size = chosen.shape[0]
    seed, turn, steps = draws
    one, two = 0, 0
    for block in numba.prange(played.shape[0]):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        further = seed, turn + played[block], steps - played[block]
        done, won, lost = roll_in(games, known, spread, further, chosen, first, last)
        played[block] += done
        one += won
        two += lost
    return one, two
