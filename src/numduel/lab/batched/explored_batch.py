"""A batch of any game: positions are explored as they are met, and remembered."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from numduel.errors import TooLarge
from numduel.game import AnyGame, Player
from numduel.lab.batched import kernels
from numduel.lab.batched.batch import Batch
from numduel.lab.sight import mask

MOST_POSITIONS = 1 << 20
MOST_BYTES = 1 << 29
_BYTES_OF_A_STATE = 400  # about what Python needs for a state and its place in a dictionary

_UNKNOWN = -1
_WON = {Player.ONE: -2, Player.TWO: -3}


class ExploredBatch(Batch):
    """Games of a duel of any shape.

    A position that was met before costs a look into arrays, a new one asks the game. When too
    many are known, all are forgotten but those in which a game stands.
    """

    def __init__(
        self, game: AnyGame, size: int, seed: int = 0, most_positions: int = MOST_POSITIONS
    ) -> None:
        super().__init__(game, size, seed)
        row = 5 * self.actions + 4 * self.features + _BYTES_OF_A_STATE
        self._most = min(most_positions, MOST_BYTES // row)
        if self._most < 2 * size + 1:
            raise TooLarge(
                f"A batch of {size} games of {game.title} with {game.options} needs more than"
                f" {MOST_BYTES >> 20} MB: take fewer games or a smaller duel."
            )
        self.masks = np.zeros((size, self.actions), np.bool_)
        self.observations = np.zeros((size, self.features), np.float32)
        self._place = np.zeros(size, np.int32)
        self._know_nothing()
        self._restart()

    def _restart(self) -> None:
        self._place[:] = 0
        self._show()

    def _choose(self, chosen: NDArray[np.int64]) -> None:
        kernels.choose_by_mask(self.masks, self._seed, self._draws, chosen)

    def _play(self, actions: NDArray[np.int64]) -> bool:
        within = (actions >= 0) & (actions < self.actions)
        if not within.all() or not self._legal[self._place, actions].all():
            return False
        if len(self._states) + self.size > self._most:
            self._forget()
        after = self._after[self._place, actions]
        unknown = after == _UNKNOWN
        if unknown.any():
            self._explore(
                np.unique(self._place[unknown] * np.int64(self.actions) + actions[unknown])
            )
            after = self._after[self._place, actions]
        self.rewards[:, 0] = (after == _WON[Player.ONE]).astype(np.float32)
        self.rewards[:, 0] -= after == _WON[Player.TWO]
        self.rewards[:, 1] = -self.rewards[:, 0]
        np.less(after, 0, out=self.terminated)
        np.maximum(after, 0, out=self._place)  # a game that is over begins again, at place 0
        self._show()
        return True

    def _show(self) -> None:
        np.take(self._legal, self._place, axis=0, out=self.masks)
        np.take(self._seen, self._place, axis=0, out=self.observations)
        np.take(self._mover, self._place, out=self.to_move)

    def _explore(self, steps: NDArray[np.int64]) -> None:
        """Find out where these actions lead, each given as place × actions + action."""
        moves = self.game.all_moves()
        for place, action in zip(*divmod(steps, self.actions), strict=True):
            state = self.game.after(self._states[place], moves[int(action)])
            outcome = self.game.outcome(state)
            known = self._know(state) if outcome is None else _WON[outcome.winner]
            self._after[place, action] = known

    def _know(self, state: Any) -> int:
        """The place of a position among those that are known."""
        known = self._place_of.get(state)
        if known is not None:
            return known
        place = self._place_of[state] = len(self._states)
        self._states.append(state)
        if place == len(self._mover):
            self._make_room(2 * place)
        self._after[place] = _UNKNOWN
        self._legal[place] = mask(self.game, state)
        self._seen[place] = self.game.features(state)
        self._mover[place] = state.to_move
        return place

    def _know_nothing(self) -> None:
        self._states: list[Any] = []
        self._place_of: dict[Any, int] = {}
        self._after = np.zeros((0, self.actions), np.int32)
        self._legal = np.zeros((0, self.actions), np.bool_)
        self._seen = np.zeros((0, self.features), np.float32)
        self._mover = np.zeros(0, np.int8)
        self._make_room(1024)
        self._know(self.game.start())

    def _make_room(self, places: int) -> None:
        for name in ("_after", "_legal", "_seen", "_mover"):
            table = getattr(self, name)
            larger = np.zeros((places, *table.shape[1:]), table.dtype)
            larger[: len(table)] = table
            setattr(self, name, larger)

    def _forget(self) -> None:
        occupied, where = np.unique(self._place, return_inverse=True)
        states = [self._states[place] for place in occupied]
        self._know_nothing()
        places = np.array([self._know(state) for state in states], np.int32)
        self._place[:] = places[where]
