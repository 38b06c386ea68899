"""A batch of any game: positions are explored as they are met, and remembered."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from numduel.errors import TooLarge
from numduel.game import AnyGame, Player
from numduel.lab.batched import explored_kernels
from numduel.lab.batched.batch import Batch, Finished
from numduel.lab.batched.bits import BLOCK, SPREAD
from numduel.lab.batched.explored_kernels import (
    ILLEGAL,
    UNKNOWN,
    WON_BY_ONE,
    WON_BY_TWO,
    Known,
    Standing,
)
from numduel.lab.batched.threads import threads_wait_a_moment_awake
from numduel.lab.sight import mask

MOST_POSITIONS = 1 << 20
MOST_BYTES = 1 << 29
_BYTES_OF_A_STATE = 400  # about what Python needs for a state and its place in a dictionary

_WON = {Player.ONE: WON_BY_ONE, Player.TWO: WON_BY_TWO}


class ExploredBatch(Batch):
    """Games of a duel of any shape.

    A position that was met before costs a look into arrays, a new one asks the game. When too
    many are known, all are forgotten but those in which a game stands.
    """

    _states: list[Any]
    _places: dict[Any, int]  # where each of them stands in the list
    _known: Known  # what the game said of them
    _asked: int  # of how many

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
        self._standing = Standing(
            place=np.zeros(size, np.int32),
            to_move=self.to_move,
            masks=np.zeros((size, -(-self.actions // 8)), np.uint64),
            observations=np.zeros((size, -(-self.features // 8) * 4), np.uint64),
            rewards=self.rewards,
            terminated=self.terminated,
        )
        self._show(self._standing.masks, self._standing.observations.view(np.float32))
        self._know_nothing()
        with threads_wait_a_moment_awake():
            self._restart()

    def _restart(self) -> None:
        self._standing.place[:] = 0
        self.to_move[:] = self._known.mover[0]
        explored_kernels.show(self._standing, self._known, SPREAD)

    def _choose(self, chosen: NDArray[np.int64]) -> None:
        at = self._seed, self._draws
        explored_kernels.choose(self._standing, self._known, SPREAD, *at, chosen)

    def _play(self, actions: NDArray[np.int64]) -> bool:
        worst = explored_kernels.look(self._standing, self._known, actions)
        if worst == ILLEGAL:
            return False
        if worst == UNKNOWN:
            self._explore(actions)
        explored_kernels.play(self._standing, self._known, SPREAD, actions)
        return True

    def _roll(self, steps: int) -> Finished:
        draws = self._seed, self._draws, steps
        played = np.zeros(-(-self.size // BLOCK), np.int64)
        one = two = 0
        while True:
            won, lost = explored_kernels.roll(
                self._standing, self._known, SPREAD, draws, self._chosen, played
            )
            one, two = one + won, two + lost
            if (played == steps).all():
                return Finished(one, two)
            self._explore(self._chosen)

    def _explore(self, actions: NDArray[np.int64]) -> None:
        """Find out where these actions lead."""
        if len(self._states) + self.size > self._most:
            self._forget()
        moves, places = self.game.all_moves(), self._standing.place
        unknown = self._known.after[places, actions] == UNKNOWN
        steps = np.unique(places[unknown] * np.int64(self.actions) + actions[unknown])
        for place, action in zip(*divmod(steps, self.actions), strict=True):
            state = self.game.after(self._states[place], moves[int(action)])
            outcome = self.game.outcome(state)
            leads_to = self._place_of(state) if outcome is None else _WON[outcome.winner]
            self._known.after[place, action] = leads_to
        self._ask_of_new_positions()

    def _place_of(self, state: Any) -> int:
        """The place of a position among those that are known, from now on if not before."""
        place = self._places.setdefault(state, len(self._states))
        if place == len(self._states):
            self._states.append(state)
        return place

    def _ask_of_new_positions(self) -> None:
        """Fill the rows of the positions that were met since the last time."""
        new = self._states[self._asked :]
        if not new:
            return
        while len(self._states) > len(self._known.mover):
            self._known = Known(*(_longer(table) for table in self._known))
        features = np.array([self.game.features(state) for state in new], np.float32)
        if self._known.marks.size and not _are_marks(features):
            self._known = _with_values(self._known, self.features)
        after, legal, mover, marks, values = self._known
        rows = slice(self._asked, len(self._states))
        is_legal = np.array([mask(self.game, state) for state in new]) == 1
        after[rows] = np.where(is_legal, UNKNOWN, ILLEGAL)
        legal[rows] = _as_words(is_legal)
        mover[rows] = [state.to_move for state in new]
        if marks.size:
            marks[rows] = _as_words(features == 1)
        else:
            values.view(np.float32)[rows, : self.features] = features
        self._asked = len(self._states)

    def _know_nothing(self) -> None:
        self._states = []
        self._places = {}
        self._asked = 0
        self._known = Known(
            after=np.zeros((1024, self.actions), np.int32),
            legal=np.zeros((1024, -(-self.actions // 64)), np.uint64),
            mover=np.zeros(1024, np.int8),
            marks=np.zeros((1024, -(-self.features // 64)), np.uint64),
            values=np.zeros((1024, 0), np.uint64),
        )
        self._place_of(self.game.start())
        self._ask_of_new_positions()

    def _forget(self) -> None:
        occupied, where = np.unique(self._standing.place, return_inverse=True)
        states = [self._states[place] for place in occupied]
        self._know_nothing()
        places = np.array([self._place_of(state) for state in states], np.int32)
        self._ask_of_new_positions()
        self._standing.place[:] = places[where]


def _as_words(is_in: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Rows of yes and no as rows of 64-bit words."""
    bits = np.packbits(is_in, axis=1, bitorder="little")
    return np.pad(bits, [(0, 0), (0, -bits.shape[1] % 8)]).view(np.uint64)


def _are_marks(features: NDArray[np.float32]) -> bool:
    return bool(((features == 0) | (features == 1)).all())


def _with_values(known: Known, features: int) -> Known:
    """The same, but with room for features of any value."""
    marks = np.unpackbits(known.marks.view(np.uint8), axis=1, bitorder="little")
    values = np.zeros((len(marks), -(-features // 8) * 8), np.float32)
    values[:, :features] = marks[:, :features]
    return known._replace(marks=known.marks[:, :0], values=values.view(np.uint64))


def _longer(table: NDArray[Any]) -> NDArray[Any]:
    """The table with room for twice as many positions."""
    return np.concatenate([table, np.zeros_like(table)])
