"""The compiled inner loops of a batch of a pool game.

Every loop runs over a block of games and does one thing to each, because short loops let the
processor work on several games at a time. A step goes block by block, and so does `roll` with many
steps. Masks are written at every step; observations are changed only where the step changes them.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from numduel.lab.batched.bits import (
    BLOCK,
    BYTE,
    EIGHT,
    HOLD,
    LOW_SIX,
    NONE,
    ONE,
    SEVEN,
    SIX,
    THREE,
    TOP,
    Actions,
    BitWords,
    Spread,
    bit_of_rank,
    compiled,
    draw_below,
    running_counts,
    start_of_draws,
)


class RuleTable(NamedTuple):
    """The rules of a pool game: a row for each context, the first for the start."""

    everything: BitWords  # what remains at the start
    allowed: BitWords  # what may be taken, if it is there
    after: NDArray[np.int32]  # the context that follows, for each action
    result: NDArray[np.float32]  # what Player 1 gets if nothing may be taken
    mover: NDArray[np.int8]
    opening: NDArray[np.float32]  # the observation at the start
    told_at: NDArray[np.int32]  # where the context shows in an observation,
    told: NDArray[np.float32]  # and what stands there


class PoolGames(NamedTuple):
    """The positions of all games of a batch, and the arrays that show them."""

    remaining: BitWords
    context: NDArray[np.int32]
    to_move: NDArray[np.int8]
    masks: BitWords
    observations: NDArray[np.float32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    final: NDArray[np.float32]  # the last observations of finished games; no columns: not kept


@compiled()
def choose_in(
    games: PoolGames,
    table: RuleTable,
    spread: Spread,
    start: np.uint64,
    chosen: Actions,
    first: int,
    last: int,
) -> None:
    """Draw a legal action for each game of a block."""
    remaining, contexts, may_take = games.remaining, games.context, table.allowed
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
                place = bit_of_rank(allowed, counts, rank, spread.select)
                chosen[game] = np.int64((word << SIX) + place)
                break
            rank -= counts >> TOP


@compiled()
def play_in(games: PoolGames, table: RuleTable, actions: Actions, first: int, last: int) -> int:
    """Play the actions of a block, begin finished games again, and count those that Player 1
    has won. A game whose action is HOLD stays as it is."""
    remaining, contexts, to_move, _, observations, rewards, terminated, _ = games
    everything, may_take, after, result, mover, _, told_at, told = table
    words, tellings, won = np.uint64(remaining.shape[1]), np.uint64(told.shape[1]), 0
    for game in range(first, last):
        if actions[game] == HOLD:
            terminated[game] = False
            rewards[game, 0] = rewards[game, 1] = 0
            continue
        action, before = np.uint64(actions[game]), np.uint64(contexts[game])
        remaining[game, action >> SIX] ^= ONE << (action & LOW_SIX)
        context = np.uint64(after[before, action])
        observations[game, action] = 0
        for telling in range(tellings):
            observations[game, np.uint64(told_at[before, telling])] = 0
        for telling in range(tellings):
            observations[game, np.uint64(told_at[context, telling])] = told[context, telling]
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


@compiled()
def show_in(games: PoolGames, table: RuleTable, spread: Spread, first: int, last: int) -> None:
    """Write the masks of a block, and the observations of games that have begun again."""
    remaining, contexts, _, masks, observations, _, terminated, final = games
    may_take, opening, bools = table.allowed, table.opening, spread.bools
    chunks = np.uint64(masks.shape[1])
    for game in range(first, last):
        context = np.uint64(contexts[game])
        for chunk in range(chunks):
            word, shift = chunk >> THREE, EIGHT * (chunk & SEVEN)
            allowed = remaining[game, word] & may_take[context, word]
            masks[game, chunk] = bools[(allowed >> shift) & BYTE]
        if terminated[game]:
            for cell in range(final.shape[1]):
                final[game, cell] = observations[game, cell]
            for cell in range(opening.shape[0]):
                observations[game, cell] = opening[cell]


@compiled(parallel=True)
def restart(games: PoolGames, table: RuleTable, spread: Spread) -> None:
    """Put all games to their start."""
    size = games.context.shape[0]
    games.observations[:] = table.opening
    games.remaining[:] = table.everything
    games.context[:] = 0
    games.to_move[:] = table.mover[0]
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        show_in(games, table, spread, first, last)


@compiled(parallel=True)
def choose(
    games: PoolGames, table: RuleTable, spread: Spread, seed: np.uint64, turn: int, chosen: Actions
) -> None:
    """Draw a legal action for every game, all equally likely."""
    size, start = chosen.shape[0], start_of_draws(seed, turn)
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        choose_in(games, table, spread, start, chosen, first, last)


@compiled()
def count_illegal_in(
    games: PoolGames, table: RuleTable, actions: Actions, first: int, last: int
) -> int:
    """How many actions of a block may not be played."""
    most, illegal = np.uint64(table.after.shape[1]), np.int64(0)
    for game in range(first, last):
        action = np.uint64(actions[game])  # a negative one becomes very large
        if actions[game] == HOLD:
            continue
        if action >= most:
            illegal += 1
        else:
            at = action >> SIX
            allowed = games.remaining[game, at] & table.allowed[np.uint64(games.context[game]), at]
            illegal += 1 - np.int64(allowed >> (action & LOW_SIX) & ONE)
    return int(illegal)


@compiled(parallel=True)
def play(games: PoolGames, table: RuleTable, spread: Spread, actions: Actions) -> bool:
    """Play an action in every game. If one is illegal, change nothing and return False."""
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
        show_in(games, table, spread, first, last)
    return True


@compiled()
def roll_in(
    games: PoolGames,
    table: RuleTable,
    spread: Spread,
    draws: tuple[np.uint64, int, int],
    chosen: Actions,
    first: int,
    last: int,
) -> tuple[int, int]:
    """Play random steps in a block. Count the finished games, and those that Player 1 has won."""
    seed, turn, steps = draws
    finished, won = 0, 0
    for step in range(turn, turn + steps):
        choose_in(games, table, spread, start_of_draws(seed, step), chosen, first, last)
        won += play_in(games, table, chosen, first, last)
        show_in(games, table, spread, first, last)
        for game in range(first, last):
            finished += games.terminated[game]
    return finished, won


@compiled(parallel=True)
def roll(
    games: PoolGames,
    table: RuleTable,
    spread: Spread,
    draws: tuple[np.uint64, int, int],
    chosen: Actions,
) -> tuple[int, int]:
    """Play random steps in every game, block by block, and count as `roll_in` does."""
    size = chosen.shape[0]
    finished, won = 0, 0
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
        ended, gained = roll_in(games, table, spread, draws, chosen, first, last)
        finished += ended
        won += gained
    return finished, won
