"""What all batches have in common: the arrays, and how a step changes them."""

from abc import ABC, abstractmethod
from copy import deepcopy
from operator import index
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numduel.errors import BadOption, IllegalMove, NumduelError
from numduel.game import AnyGame
from numduel.lab.batched.bits import HOLD
from numduel.lab.batched.threads import have_threads, threads_for_a_step

_MOVES_AT_ONCE = 1 << 25  # about a second
_SHOWN = ("observations", "masks")  # views of other arrays, which are not copied with a batch


class BatchStep(NamedTuple):
    """The result of a step. The arrays belong to the batch, and the next step changes them."""

    observations: NDArray[np.float32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]


class Finished(NamedTuple):
    """How many games each player has won."""

    player_1: int
    player_2: int

    @property
    def games(self) -> int:
        return self.player_1 + self.player_2


class Batch(ABC):
    """Games of one duel, stepped together.

    `observations` (games × features), `masks` (games × actions) and `to_move` (1 or 2) describe
    the position of each game. `rewards` (games × 2) and `terminated` describe the last step: if it
    ended a game, the winner got 1 and the loser -1, and the game has begun again. With `keep_final`
    its last observation stands in `final_observations`, whose other rows mean nothing.

    Every step changes these arrays. `observations` and `masks` are read-only, because a step
    writes only what changes. A copy, by `copy` or `pickle`, has arrays of its own and plays on as
    this batch would.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    _is_torn = False  # whether a roll was interrupted and left the games at different steps

    def __init__(self, game: AnyGame, size: int, seed: int = 0, keep_final: bool = False) -> None:
        self.game = game
        self.size = _whole(size, "size", 1)
        self.actions = len(game.all_moves())
        self.features = len(game.features(game.start()))
        self.to_move = np.ones(size, np.int8)
        self.rewards = np.zeros((size, 2), np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.final_observations = np.zeros((size, self.features * keep_final), np.float32)
        self._chosen = np.zeros(size, np.int64)
        self._seed_draws(seed)
        have_threads()

    def __getstate__(self) -> dict[str, Any]:
        return {name: part for name, part in vars(self).items() if name not in _SHOWN}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        vars(self).update(parts)
        self._show()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.float32], dict[str, NDArray[Any]]]:
        """Begin all games anew. Returns the observations, and the masks and movers. With a seed,
        `sample` repeats what it drew with that seed."""
        have_threads()
        if seed is not None:
            self._seed_draws(seed)
        self.rewards[:] = 0
        self.terminated[:] = False
        self._restart()
        self._is_torn = False
        return self.observations, {"action_mask": self.masks, "to_move": self.to_move}

    def begin_again(self, where: NDArray[np.bool_]) -> None:
        """Begin the marked games anew; the others stay as they are."""
        self._expect_whole()
        self._restart_where(where)

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game. It is always the same array, with new values."""
        self._expect_whole()
        with threads_for_a_step(self.size):
            self._choose(self._chosen)
        self._draws += 1
        return self._chosen

    def step(self, actions: ArrayLike, hold: NDArray[np.bool_] | None = None) -> BatchStep:
        """Play an action in each game, or only in those that are not marked in `hold`. If one of
        them is illegal, none is played."""
        self._expect_whole()
        given = self._read(actions)
        # Compiled code is made for one layout of arrays: contiguous, aligned, writeable.
        plain = np.require(given, np.int64, ["C", "A", "W"])
        if hold is not None:
            plain = np.where(hold, HOLD, plain)
        elif (plain == HOLD).any():
            raise self._illegal(given)
        with threads_for_a_step(self.size):
            is_played = self._play(plain)
        if not is_played:
            raise self._illegal(given, hold)
        return BatchStep(self.observations, self.rewards, self.terminated)

    def roll(self, steps: int) -> Finished:
        """Play random legal steps. This is the same as calling `step(sample())` that often.

        It is faster, because a thread plays all steps of a few games before it turns to the
        next, and so they stay in its cache.
        """
        left = _whole(steps, "steps", 0)
        self._expect_whole()
        one = two = 0
        while left:  # in parts, so that Ctrl-C is heard between them
            part = min(left, max(1, _MOVES_AT_ONCE // self.size))
            first = self._draws
            self._draws += part  # before they are drawn, so that none comes twice
            won = self._roll(first, part)
            one, two = one + won.player_1, two + won.player_2
            left -= part
        return Finished(one, two)

    @abstractmethod
    def _restart(self) -> None:
        """Put all games to their start."""

    @abstractmethod
    def _restart_where(self, where: NDArray[np.bool_]) -> None:
        """Put the marked games to their start."""

    @abstractmethod
    def _choose(self, chosen: NDArray[np.int64]) -> None:
        """Write a legal action for each game, drawn from the seed and the number of draws."""

    @abstractmethod
    def _play(self, actions: NDArray[np.int64]) -> bool:
        """Play these actions. If one of them is illegal, change nothing and return False."""

    @abstractmethod
    def _roll(self, first: int, steps: int) -> Finished:
        """Play random steps, drawn as `_choose` would draw them from that number of draws on."""

    @abstractmethod
    def _kept(self) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
        """Masks and observations as compiled code writes them. Their rows may be padded."""

    def _show(self) -> None:
        """Make the masks and observations visible as read-only arrays."""
        masks, observations = self._kept()
        self.masks = masks.view(np.bool_)[:, : self.actions]
        self.observations = observations[:, : self.features]
        self.masks.flags.writeable = False
        self.observations.flags.writeable = False

    def _expect_whole(self) -> None:
        have_threads()
        if self._is_torn:
            raise NumduelError(
                "A roll of this batch was interrupted, and its games stand at different steps:"
                " reset it."
            )

    def _read(self, actions: ArrayLike) -> NDArray[np.integer[Any]]:
        """The actions as an array of whole numbers, or BadOption."""
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

    def _illegal(
        self, actions: NDArray[np.integer[Any]], hold: NDArray[np.bool_] | None = None
    ) -> IllegalMove:
        """The error that names the first illegal action."""
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
    """A whole number, of Python or NumPy; BadOption for anything else."""
    try:
        number = None if isinstance(value, (bool, np.bool_)) else index(value)
    except TypeError:
        number = None
    if number is None or (least is not None and number < least):
        range_of_it = "" if least is None else f" from {least} on"
        raise BadOption(f"{name} must be a whole number{range_of_it}, not {value!r}.")
    return number
