"""Many games at once in NumPy arrays, played by compiled code from a table of the rules.

`batched_rules.py` makes the table by asking the rule book, and `batched_kernels.py` plays.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from operator import index
from random import Random
from threading import Lock
from typing import Any, NamedTuple, Self

import numpy as np
from numba import (
    get_num_threads,
    set_num_threads,
    threading_layer,
)
from numpy.typing import ArrayLike, NDArray

from numduel.errors import BadOption, IllegalMove, NumduelError, TooLarge
from numduel.game import AnyGame, Player
from numduel.lab import batched_kernels as kernels
from numduel.lab.batched_kernels import BLOCK, FINE, HOLD, ILLEGAL, UNKNOWN, Games, RuleTable
from numduel.lab.batched_rules import Positions, opening_of, pool_table
from numduel.tasks.starts import Starts

MOST_POSITIONS = 1 << 20
MOST_BYTES = 1 << 29
_BYTES_OF_A_STATE = 400  # approximate memory of a state and its dictionary entry
_MOVES_AT_ONCE = 1 << 25  # about a second
_OPENINGS = 4_096  # starting positions drawn for a batch
_VIEWS = (
    "observations",
    "masks",
    "final_observations",
)  # views of other arrays, which are not copied with a batch

# Waking a thread takes longer than stepping a thousand games, so threads spin about as long as a
# learner needs between two steps. Not longer: on a busy machine they would take its core.
_OPENMP = {"OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": "5000"}

# With fewer games, waking the other threads costs what they save; on a busy machine much more.
_ENOUGH_GAMES = 2_048

_starting = Lock()
_started_in: int | None = None  # process of the threads


class BatchStep(NamedTuple):
    """The result of a step. The arrays belong to the batch; the next step overwrites them."""

    observations: NDArray[np.float32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]


class Truth(NamedTuple):
    """Who wins each game now, 1 or 2, and the optimal actions (games × actions)."""

    winners: NDArray[np.int8]
    optimal: NDArray[np.bool_]


class Finished(NamedTuple):
    """The number of games won by each player."""

    player_1: int
    player_2: int

    @property
    def games(self) -> int:
        return self.player_1 + self.player_2


class Batch:
    """Games of one duel, stepped together.

    `observations` (games × features), `masks` (games × actions) and `to_move` (1 or 2) describe the
    position of each game. `rewards` (games × 2) and `terminated` describe the last step: if it
    ended a game, the winner got 1 and the loser -1, and the game has restarted. With `keep_final`
    its last observation is in `final_observations`; other rows there are undefined.

    Every step changes these arrays. `observations` and `masks` are read-only. A copy, by `copy` or
    `pickle`, has its own arrays and plays on as this batch would.

    The rules of a game that is little more than a pool of numbers fit in a small table. Positions
    of other games, and of all games with `explore`, are explored when they are first reached. When
    more than `most_positions` are known, all are forgotten except the current ones.

    With `starts` each game begins at one of many positions drawn from them; `opening_of` tells
    which.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    final_observations: NDArray[np.float32]
    _is_torn = False  # an interrupted roll left the games at different steps

    def __init__(
        self,
        game: AnyGame,
        size: int,
        seed: int = 0,
        *,
        explore: bool = False,
        keep_final: bool = False,
        most_positions: int = MOST_POSITIONS,
        starts: Starts | None = None,
    ) -> None:
        self.game = game
        self._starts = None if starts is None or starts.begin == "usual" else starts
        self.size = size = _whole(size, "size", 1)
        self.actions = len(game.all_moves())
        self.features = len(game.features(game.start()))
        self._pool_table = None if explore else pool_table(game)
        if self._pool_table is None:
            self._most_positions = self._limit(most_positions)
            self._positions = Positions(game, keep_ends=keep_final)
        self.to_move = np.ones(size, np.int8)
        self.rewards = np.zeros((size, 2), np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self._chosen = np.zeros(size, np.int64)
        pool_words = max(len(self._table.pool), self._table.ones.shape[1])
        words = (self.features // 8 + 1) * 4  # of two floats, with room for a padding column
        self._games = Games(
            row=np.zeros(size, np.int32),
            pool=np.zeros((size, pool_words), np.uint64),
            to_move=self.to_move,
            masks=np.zeros((size, -(-self.actions // 8)), np.uint64),
            observations=np.zeros((size, words), np.uint64),
            rewards=self.rewards,
            terminated=self.terminated,
            final=np.zeros((size, words * keep_final), np.uint64),
        )
        self._make_views()
        _start_threads()
        self._seed_draws(seed)
        self._restart(np.ones(size, np.bool_))

    def __getstate__(self) -> dict[str, Any]:
        return {name: part for name, part in vars(self).items() if name not in _VIEWS}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        vars(self).update(parts)
        self._make_views()

    def __copy__(self) -> Self:
        return deepcopy(self)

    @property
    def is_explored(self) -> bool:
        """Whether positions are explored when they are reached."""
        return self._pool_table is None

    @property
    def _table(self) -> RuleTable:
        return self._positions.table if self._pool_table is None else self._pool_table

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.float32], dict[str, NDArray[Any]]]:
        """Restart all games. Return the observations, and the masks and movers. The same seed makes
        `sample` draw the same actions."""
        _start_threads()
        if seed is not None:
            self._seed_draws(seed)
        self.rewards[:] = 0
        self.terminated[:] = False
        self._restart(np.ones(self.size, np.bool_))
        self._is_torn = False
        return self.observations, {"action_mask": self.masks, "to_move": self.to_move}

    def begin_with(self, mover: Player | None) -> None:
        """From the next seeded reset on, begin at rated positions with this player to move."""
        if self._starts is not None:
            self._starts = replace(self._starts, mover=mover)

    def begin_again(self, where: NDArray[np.bool_]) -> None:
        """Restart the marked games."""
        self._expect_whole()
        self._restart(where)

    def sample(self) -> NDArray[np.int64]:
        """Draw a legal action for each game. The returned array is reused."""
        self._expect_whole()
        with _threads_for_a_step(self.size):
            kernels.choose(self._games, self._table, (self._seed, self._draws), self._chosen)
        self._draws += 1
        return self._chosen

    def step(self, actions: ArrayLike, hold: NDArray[np.bool_] | None = None) -> BatchStep:
        """Play an action in each game, except in those marked in `hold`. If one is illegal, none is
        played."""
        self._expect_whole()
        given = self._read(actions)
        # The compiled code needs a contiguous, aligned, writeable array.
        plain = np.require(given, np.int64, ["C", "A", "W"])
        if hold is not None:
            plain = np.where(hold, HOLD, plain)
        elif (plain == HOLD).any():
            raise self._illegal(given)
        with _threads_for_a_step(self.size):
            while (found := kernels.play(self._games, self._table, plain)) != FINE:
                if found == ILLEGAL:
                    raise self._illegal(given, hold)
                self._explore(plain)
        if self._starts is not None and self.terminated.any():
            self._restart(self.terminated)
        return BatchStep(self.observations, self.rewards, self.terminated)

    def roll(self, steps: int) -> Finished:
        """Play random legal steps, as `step(sample())` would that many times.

        It is faster, because a thread plays all steps of a few games, which stay in its cache,
        before it turns to the next.
        """
        left = _whole(steps, "steps", 0)
        self._expect_whole()
        one = two = 0
        if self._starts is not None:
            for _ in range(left):
                rewards = self.step(self.sample()).rewards > 0
                one, two = one + int(rewards[:, 0].sum()), two + int(rewards[:, 1].sum())
            return Finished(one, two)
        while left:  # in parts, so that Ctrl-C works
            part = min(left, max(1, _MOVES_AT_ONCE // self.size))
            draws = self._seed, self._draws, part
            self._draws += part  # before drawing, so that none is repeated
            played = np.zeros(-(-self.size // BLOCK), np.int64)
            self._is_torn = self.is_explored
            while True:
                won = kernels.roll(self._games, self._table, draws, self._chosen, played)
                one, two = one + won[0], two + won[1]
                if (played == part).all():
                    break
                self._explore(self._chosen)
            self._is_torn = False
            left -= part
        return Finished(one, two)

    def truth(self) -> Truth:
        """Return who wins each game, and the optimal actions. Needs `explore`; every position is
        analysed once, when it is first asked about."""
        if self._pool_table is not None:
            raise BadOption("truth needs a batch that was made with explore=True.")
        self._expect_whole()
        rows, known = self._games.row, self._positions
        known.judge(rows)
        return Truth(known.winners[rows], known.optimal[rows])

    def opening_of(self, place: int) -> tuple[Any, ...]:
        """Return the moves after which a game began."""
        return () if self._starts is None else self._openings[self._begun[place]]

    def _restart(self, where: NDArray[np.bool_]) -> None:
        """Put the marked games at a start."""
        games, table = self._games, self._table
        games.row[where] = 0
        games.pool[where, : len(table.pool)] = table.pool
        if self._starts is not None:
            drawn = self._random.integers(len(self._openings), size=int(where.sum()))
            self._begun[where] = drawn
            games.row[where] = self._rows[drawn]
            games.pool[where, : len(table.pool)] = self._pools[drawn]
        games.to_move[where] = table.mover[games.row[where]]
        # `show` would restart the games that ended in the last step.
        ended, final = games.terminated.copy(), games.final.copy()
        games.terminated[:] = False
        kernels.show(games, table)
        games.terminated[:], games.final[:] = ended, final

    def _draw_openings(self) -> None:
        """Draw the positions at which games begin."""
        assert self._starts is not None
        random = Random(int(self._seed))
        self._random = np.random.default_rng(int(self._seed))
        drawn = [self._starts.draw(random) for _ in range(_OPENINGS)]
        self._openings = drawn
        self._begun = np.zeros(self.size, np.int64)
        self._place_openings()

    def _place_openings(self) -> None:
        explored = None if self._pool_table is not None else self._positions
        placed = [opening_of(self._table, explored, self.game, moves) for moves in self._openings]
        self._rows = np.array([row for row, _ in placed], np.int32)
        self._pools = np.array([pool for _, pool in placed])

    def _explore(self, actions: NDArray[np.int64]) -> None:
        """Explore the positions after these actions."""
        if len(self._positions) + self.size > self._most_positions:
            self._forget()
        rows = self._games.row
        unknown = actions != HOLD
        unknown[unknown] = self._table.after[rows[unknown], actions[unknown]] == UNKNOWN
        steps = np.unique(rows[unknown] * np.int64(self.actions) + actions[unknown])
        self._positions.explore(*divmod(steps, self.actions))

    def _forget(self) -> None:
        """Forget all positions that no game is in."""
        occupied, where = np.unique(self._games.row, return_inverse=True)
        positions = Positions(self.game, self._positions.keep_ends)
        rows = positions.rows_of(self._positions.states[row] for row in occupied)
        games = self._games._replace(row=np.array(rows, np.int32)[where])
        self._positions, self._games = positions, games
        if self._starts is not None:
            self._place_openings()

    def _limit(self, most_positions: int) -> int:
        """Return how many positions are kept, or raise TooLarge."""
        # The start, each game's position and its next one, and the openings.
        needed = 2 * self.size + 1 + (_OPENINGS if self._starts else 0)
        row = 5 * self.actions + 4 * self.features + _BYTES_OF_A_STATE
        most = min(max(most_positions, needed), MOST_BYTES // row)
        if most < needed:
            raise TooLarge(
                f"A batch of {self.size} games of {self.game.title} with {self.game.options} needs"
                f" more than {MOST_BYTES >> 20} MB: take fewer games or a smaller duel."
            )
        return most

    def _make_views(self) -> None:
        """Make read-only views of the masks and observations, without padding."""
        games, features = self._games, slice(self.features)
        self.masks = games.masks.view(np.bool_)[:, : self.actions]
        self.observations = games.observations.view(np.float32)[:, features]
        self.final_observations = games.final.view(np.float32)[:, features]
        for view in (self.masks, self.observations, self.final_observations):
            view.flags.writeable = False

    def _expect_whole(self) -> None:
        _start_threads()
        if self._is_torn:
            raise NumduelError(
                "A roll of this batch was interrupted, and its games are at different steps:"
                " reset it."
            )

    def _read(self, actions: ArrayLike) -> NDArray[np.integer[Any]]:
        """Return the actions as an array of whole numbers, or raise BadOption."""
        wanted = f"step needs {self.size} actions, each a whole number"
        try:
            given = np.asarray(actions)
        except ValueError:
            raise BadOption(f"{wanted}, not lists of different lengths.") from None
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            kind = f"{given.dtype.name} of shape {given.shape}"
            raise BadOption(f"{wanted}, not an array of {kind}.")
        return given

    def _seed_draws(self, seed: int) -> None:
        self._seed = np.uint64(_whole(seed, "seed") % 2**64)
        self._draws = 0
        if self._starts is not None:
            self._draw_openings()

    def _illegal(
        self, actions: NDArray[np.integer[Any]], hold: NDArray[np.bool_] | None = None
    ) -> IllegalMove:
        """Return the error that names the first illegal action."""
        exists = (actions >= 0) & (actions < self.actions)
        is_legal = exists & self.masks[np.arange(self.size), np.where(exists, actions, 0)]
        place = int(np.argmin(is_legal if hold is None else is_legal | hold))
        action = int(actions[place])
        if not exists[place]:
            return IllegalMove(f"There is no action {action} (game {place} of the batch).")
        move = self.game.all_moves()[action]
        written = self.game.write_move(move)
        return IllegalMove(f"{written} is not allowed now in game {place} of the batch.", move)


def _whole(value: Any, name: str, least: int | None = None) -> int:
    """Return a whole number of Python or NumPy; BadOption for anything else."""
    try:
        number = None if isinstance(value, (bool, np.bool_)) else index(value)
    except TypeError:
        number = None
    if number is None or (least is not None and number < least):
        range_of_it = "" if least is None else f" from {least} on"
        raise BadOption(f"{name} must be a whole number{range_of_it}, not {value!r}.")
    return number


def _start_threads() -> None:
    """Start the threads of compiled code if they are not running; NumduelError in a forked process,
    which OpenMP would abort."""
    global _started_in
    if _started_in is None:
        with _starting, _openmp_settings():
            get_num_threads()
            _started_in = os.getpid()
    elif _started_in != os.getpid() and threading_layer() == "omp":
        raise NumduelError(
            "This process was forked from one with a batch, and lacks its threads: start it with"
            ' the method "spawn" or "forkserver" of multiprocessing.'
        )


@contextmanager
def _openmp_settings() -> Iterator[None]:
    """Let threads started inside this block spin briefly before they sleep, unless the user has set
    this."""
    if not os.environ.keys().isdisjoint(_OPENMP):
        yield
        return
    os.environ.update(_OPENMP)
    try:
        yield
    finally:
        for name in _OPENMP:
            del os.environ[name]


@contextmanager
def _threads_for_a_step(games: int) -> Iterator[None]:
    """Use all threads, or only the calling one for few games."""
    if games >= _ENOUGH_GAMES:
        yield
        return
    before = get_num_threads()
    set_num_threads(1)
    try:
        yield
    finally:
        set_num_threads(before)
