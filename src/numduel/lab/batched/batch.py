"""What every batch has: the arrays, and how they are stepped."""

from abc import ABC, abstractmethod
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numduel.errors import BadOption, IllegalMove
from numduel.game import AnyGame

_MOVES_AT_ONCE = 1 << 25  # about a second


class Step(NamedTuple):
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
    a step may leave what it need not change.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]

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

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; with a seed, so that `sample` repeats itself."""
        if seed is not None:
            self._seed_draws(seed)
        self.rewards[:] = 0
        self.terminated[:] = False
        self._restart()

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, each as likely as the next; always the same array."""
        self._choose(self._chosen)
        self._draws += 1
        return self._chosen

    def step(self, actions: ArrayLike) -> Step:
        """Play an action in each game. If one is illegal, none is played."""
        given = np.ascontiguousarray(actions, dtype=np.int64)
        if given.shape != (self.size,):
            raise BadOption(f"step needs {self.size} actions, not an array of {given.shape}.")
        if not self._play(given):
            raise self._illegal(given)
        return Step(self.observations, self.rewards, self.terminated)

    def roll(self, steps: int) -> Finished:
        """Play random legal steps: as many calls of `step(sample())`, but in one go.

        The arrays are as there after every step, but a thread plays all steps of a few games
        before it turns to the next, so that they stay in its cache.
        """
        left = _whole(steps, "steps", 0)
        won = [0, 0]
        while left:  # in parts, so that Ctrl-C is heard between them
            part = min(left, max(1, _MOVES_AT_ONCE // self.size))
            for place, count in enumerate(self._roll(part)):
                won[place] += count
            self._draws += part
            left -= part
        return Finished(*won)

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
    def _roll(self, steps: int) -> Finished:
        """Play that many steps, each drawn as `_choose` would."""

    def _show(self, masks: NDArray[np.uint64], observations: NDArray[np.float32]) -> None:
        """Let the world see these, without what fills up their rows, but not write to them."""
        self.masks = masks.view(np.bool_)[:, : self.actions]
        self.observations = observations[:, : self.features]
        self.masks.flags.writeable = False
        self.observations.flags.writeable = False

    def _seed_draws(self, seed: int) -> None:
        self._seed = np.uint64(_whole(seed, "seed") % 2**64)
        self._draws = 0

    def _illegal(self, actions: NDArray[np.int64]) -> IllegalMove:
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
