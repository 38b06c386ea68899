"""What every batch has: the arrays, and how they are stepped."""

from abc import ABC, abstractmethod
from copy import deepcopy
from operator import index
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numduel.errors import BadOption, IllegalMove, NumduelError
from numduel.game import AnyGame
from numduel.lab.batched.threads import have_threads, threads_for_a_step

_MOVES_AT_ONCE = 1 << 25  # about a second
_SHOWN = ("observations", "masks")  # views of what a batch keeps: a copy has its own


class BatchStep(NamedTuple):
    """What a step leads to; the arrays are the batch's own, and the next step changes them."""

    observations: NDArray[np.float32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]


class Finished(NamedTuple):
    """How many games ended, by who won them."""

    player_1: int
    player_2: int

    @property
    def games(self) -> int:
        return self.player_1 + self.player_2


class Batch(ABC):
    """Games of one duel, stepped together.

    `observations` (games × features), `masks` (games × actions) and `to_move` (1 or 2) tell where
    each game stands. `rewards` (games × 2) and `terminated` tell what the last step did: a game
    that it ended gave 1 to the winner and -1 to the loser, and has begun again.

    Every step changes these arrays. `observations` and `masks` cannot be written to otherwise:
    a step may leave what it need not change. A copy, by `copy` or `pickle`, has arrays of its own
    and plays on as this one would.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    _is_torn = False  # whether the games stand at different steps, a roll being interrupted

    def __init__(self, game: AnyGame, size: int, seed: int = 0) -> None:
        self.game = game
        self.size = _whole(size, "size", 1)
        self.actions = len(game.all_moves())
        self.features = len(game.features(game.start()))
        self.to_move = np.ones(size, np.int8)
        self.rewards = np.zeros((size, 2), np.float32)
        self.terminated = np.zeros(size, np.bool_)
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

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; with a seed, so that `sample` repeats itself."""
        have_threads()
        if seed is not None:
            self._seed_draws(seed)
        self.rewards[:] = 0
        self.terminated[:] = False
        self._restart()
        self._is_torn = False

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, each as likely as the next; always the same array."""
        self._expect_whole()
        with threads_for_a_step(self.size):
            self._choose(self._chosen)
        self._draws += 1
        return self._chosen

    def step(self, actions: ArrayLike) -> BatchStep:
        """Play an action in each game. If one is illegal, none is played."""
        self._expect_whole()
        given = self._read(actions)
        # Compiled code is made for one layout of arrays: contiguous, aligned, writeable.
        plain = np.require(given, np.int64, ["C", "A", "W"])
        with threads_for_a_step(self.size):
            is_played = self._play(plain)
        if not is_played:
            raise self._illegal(given)
        return BatchStep(self.observations, self.rewards, self.terminated)

    def roll(self, steps: int) -> Finished:
        """Play random legal steps: as many calls of `step(sample())`, but in one go.

        Draws and arrays are the same, but a thread plays all steps of a few games before it
        turns to the next, so that they stay in its cache.
        """
        left = _whole(steps, "steps", 0)
        self._expect_whole()
        one = two = 0
        while left:  # in parts, so that Ctrl-C is heard between them
            part = min(left, max(1, _MOVES_AT_ONCE // self.size))
            first = self._draws
            self._draws += part  # before they are drawn: so none comes twice, whatever happens
            won = self._roll(first, part)
            one, two = one + won.player_1, two + won.player_2
            left -= part
        return Finished(one, two)

    @abstractmethod
    def _restart(self) -> None:
        """Put all games to their start."""

    @abstractmethod
    def _choose(self, chosen: NDArray[np.int64]) -> None:
        """Write down a legal action for each game, drawn by seed and number of draws."""

    @abstractmethod
    def _play(self, actions: NDArray[np.int64]) -> bool:
        """Play these actions; or change nothing, and answer no, if one of them is illegal."""

    @abstractmethod
    def _roll(self, first: int, steps: int) -> Finished:
        """Play that many steps, drawn as `_choose` would from that number of draws on."""

    @abstractmethod
    def _kept(self) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
        """Masks and observations as compiled code writes them, with what fills up their rows."""

    def _show(self) -> None:
        """Let the world see what is kept, but not write to it."""
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

    def _illegal(self, actions: NDArray[np.integer[Any]]) -> IllegalMove:
        """What to say of the first action that is illegal."""
        exists = (actions >= 0) & (actions < self.actions)
        is_legal = exists & self.masks[np.arange(self.size), np.where(exists, actions, 0)]
        place = int(np.argmin(is_legal))
        action = int(actions[place])
        if not exists[place]:
            return IllegalMove(f"There is no action {action} (game {place} of the batch).")
        move = self.game.all_moves()[action]
        written = self.game.write_move(move)
        return IllegalMove(f"{written} is not allowed now in game {place} of the batch.", move)


def _whole(value: Any, name: str, least: int | None = None) -> int:
    """A whole number, also one of NumPy's, or BadOption."""
    try:
        number = None if isinstance(value, (bool, np.bool_)) else index(value)
    except TypeError:
        number = None
    if number is None or (least is not None and number < least):
        range_of_it = "" if least is None else f" from {least} on"
        raise BadOption(f"{name} must be a whole number{range_of_it}, not {value!r}.")
    return number
