"""The compiled inner loops of a batch of a pool game.

Every loop runs over a block of games, and does one thing to each: short loops let the processor
work on several games at a time. A step does them block by block, and so does `roll` with many
steps. Zero is zero in every format, so what is free and what the context says of it are put
together by `|`.
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
    LOW_SIX,
    NONE,
    ONE,
    SEVEN,
    SIX,
    THREE,
    TOP,
    TWO,
    Actions,
    Words,
    bit_of_rank,
    compiled,
    draw_below,
    running_counts,
    start_of_draws,
)


class Table(NamedTuple):
    """The rules of a pool game: a row for each context, the first for the start."""

    everything: Words  # what remains at the start
    allowed: Words  # what may be taken, if it is there
    after: NDArray[np.int32]  # the context that follows, for each action
    result: NDArray[np.float32]  # what Player 1 gets if nothing may be taken
    mover: NDArray[np.int8]
    features: Words  # what the context adds to an observation


class Games(NamedTuple):
    """Where all games of a batch stand, and what is shown of them."""

    remaining: Words
    context: NDArray[np.int32]
    to_move: NDArray[np.int8]
    masks: Words
    observations: Words
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]


class Spread(NamedTuple):
    """The tables by which sets are shown, and a bit of some rank is found."""

    bools: Words
    floats: Words
    select: NDArray[np.uint8]


@compiled()
def choose_in(
    games: Games,
    table: Table,
    spread: Spread,
    start: np.uint64,
    chosen: Actions,
    first: int,
    last: int,
) -> None:
    """Draw a legal action for each game of a block."""
    remaining, contexts, may_take, select = games.remaining, games.context, table.allowed, spread[2]
    words = np.uint64(remaining.shape[1])
    for game in range(first, last):
        context = np.uint64(contexts[game])
        legal = NONE
        for word in range(words):
            legal += running_counts(remaining[game, word] & may_take[context, word]) >> TOP
        rank = draw_below(legal, start, game)
        for word in range(words):
            allowed = remaining[game, word] & may_take[context, word]
            counts = running_counts(allowed)
            if rank < counts >> TOP:
                place = bit_of_rank(allowed, counts, rank, select)
                chosen[game] = np.int64((word << SIX) + place)
                break
            rank -= counts >> TOP


@compiled()
def play_in(games: Games, table: Table, actions: Actions, first: int, last: int) -> int:
    """Play the actions of a block, begin anew where that ends a game, and count what Player 1
    has won."""
    remaining, contexts, to_move, _, _, rewards, terminated = games
    everything, may_take, after, result, mover, _ = table
    words, won = np.uint64(remaining.shape[1]), 0
    for game in range(first, last):
        action = np.uint64(actions[game])
        remaining[game, action >> SIX] ^= ONE << (action & LOW_SIX)
        context = np.uint64(after[np.uint64(contexts[game]), action])
        left = NONE
        for word in range(words):
            left |= remaining[game, word] & may_take[context, word]
        # Without branches from here: which game ends now cannot be foreseen.
        is_over = left == NONE
        reward = result[context] * is_over
        terminated[game] = is_over
        rewards[game, 0] = reward
        rewards[game, 1] = -reward
        won += reward > 0
        context = NONE if is_over else context
        for word in range(words):
            kept = remaining[game, word]
            remaining[game, word] = everything[word] if is_over else kept
        contexts[game] = context
        to_move[game] = mover[context]
    return won


@compiled(inline="always")
def show_free(
    game: int, chunk: np.uint64, remaining: Words, floats: Words, observations: Words
) -> None:
    """Write what is free of eight numbers."""
    free = (remaining[game, chunk >> THREE] >> (EIGHT * (chunk & SEVEN))) & BYTE
    cell = FOUR * chunk
    # All four pairs are read before one is written: so they are copied at once.
    lowest, low = floats[free, NONE], floats[free, ONE]
    high, highest = floats[free, TWO], floats[free, THREE]
    observations[game, cell] = lowest
    observations[game, cell + ONE] = low
    observations[game, cell + TWO] = high
    observations[game, cell + THREE] = highest


@compiled()
def show_in(
    games: Games,
    table: Table,
    spread: Spread,
    actions: Actions,
    is_anew: bool,
    first: int,
    last: int,
) -> None:
    """Write the masks and the observations of a block.

    If not anew, the observations are as they were written before these actions: then of what is
    free only the eight places around the action have changed, unless the game has begun again.
    """
    remaining, contexts, _, masks, observations, _, terminated = games
    may_take, features, bools = table.allowed, table.features, spread.bools
    chunks, cells = np.uint64(masks.shape[1]), np.uint64(observations.shape[1])
    for game in range(first, last):
        context = np.uint64(contexts[game])
        for chunk in range(chunks):
            word, shift = chunk >> THREE, EIGHT * (chunk & SEVEN)
            allowed = remaining[game, word] & may_take[context, word]
            masks[game, chunk] = bools[(allowed >> shift) & BYTE]
        changed = np.uint64(actions[game]) >> THREE
        lowest, highest = changed, changed + ONE
        # Few are written quicker than it is found out which.
        if is_anew or chunks <= FOUR or terminated[game]:
            lowest, highest = NONE, chunks - ONE
        for chunk in range(lowest, highest):
            show_free(game, np.uint64(chunk), remaining, spread.floats, observations)
        # What the context says may begin within the last eight places of what is free.
        show_free(game, chunks - ONE, remaining, spread.floats, observations)
        for cell in range(FOUR * (chunks - ONE), FOUR * chunks):
            observations[game, cell] |= features[context, cell]
        for cell in range(FOUR * chunks, cells):
            observations[game, cell] = features[context, cell]


@compiled(parallel=True)
def restart(games: Games, table: Table, spread: Spread, chosen: Actions) -> None:
    """Put all games to their start."""
    size = games.context.shape[0]
    games.remaining[:] = table.everything
    games.context[:] = 0
    games.to_move[:] = table.mover[0]
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        show_in(games, table, spread, chosen, True, first, last)


@compiled(parallel=True)
def choose(
    games: Games, table: Table, spread: Spread, seed: np.uint64, turn: int, chosen: Actions
) -> None:
    """Draw a legal action for every game, each as likely as the next."""
    size, start = chosen.shape[0], start_of_draws(seed, turn)
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        choose_in(games, table, spread, start, chosen, first, last)


@compiled()
def count_illegal_in(games: Games, table: Table, actions: Actions, first: int, last: int) -> int:
    """How many actions of a block may not be played."""
    most, illegal = np.uint64(table.after.shape[1]), np.int64(0)
    for game in range(first, last):
        action = np.uint64(actions[game])  # a negative one becomes very large
        if action >= most:
            illegal += 1
        else:
            at = action >> SIX
            allowed = games.remaining[game, at] & table.allowed[np.uint64(games.context[game]), at]
            illegal += 1 - np.int64(allowed >> (action & LOW_SIX) & ONE)
    return int(illegal)


@compiled(parallel=True)
def play(games: Games, table: Table, spread: Spread, actions: Actions) -> bool:
    """Play an action in every game; or change nothing, and answer no, if one of them is illegal."""
    size = actions.shape[0]
    blocks, illegal = (size + BLOCK - 1) // BLOCK, 0
    for block in numba.prange(blocks):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        illegal += count_illegal_in(games, table, actions, first, last)
    if illegal:
        return False
    for block in numba.prange(blocks):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        play_in(games, table, actions, first, last)
        show_in(games, table, spread, actions, True, first, last)
    return True


@compiled()
def roll_in(
    games: Games,
    table: Table,
    spread: Spread,
    draws: tuple[np.uint64, int, int],
    chosen: Actions,
    first: int,
    last: int,
) -> tuple[int, int]:
    """Play random steps in a block, and count what was finished and what Player 1 won."""
    seed, turn, steps = draws
    finished, won = 0, 0
    for step in range(turn, turn + steps):
        choose_in(games, table, spread, start_of_draws(seed, step), chosen, first, last)
        won += play_in(games, table, chosen, first, last)
        show_in(games, table, spread, chosen, step == turn, first, last)
        for game in range(first, last):
            finished += games.terminated[game]
    return finished, won


@compiled(parallel=True)
def roll(
    games: Games,
    table: Table,
    spread: Spread,
    draws: tuple[np.uint64, int, int],
    chosen: Actions,
) -> tuple[int, int]:
    """As many random steps of every game, block by block; what was finished, what Player 1 won."""
    size = chosen.shape[0]
    finished, won = 0, 0
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        ended, gained = roll_in(games, table, spread, draws, chosen, first, last)
        finished += ended
        won += gained
    return finished, won
