"""The positions of a game that are known so far. The rule book is asked about each only once."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numduel.game import AnyGame, Player
from numduel.lab.batched.explored_kernels import ILLEGAL, UNKNOWN, WON_BY_ONE, WON_BY_TWO, Known
from numduel.lab.observations import mask

_WON = {Player.ONE: WON_BY_ONE, Player.TWO: WON_BY_TWO}
_ROWS = 1024  # how many there is room for at first


class Positions:
    """Positions, numbered by their place with the start at 0, and what the rule book says of them.

    Ctrl-C or an error in a rule book may interrupt it at any time. Everything that is known then
    is still right.
    """

    known: Known

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.states: list[Any] = []
        self._places: dict[Any, int] = {}
        self._features = len(game.features(game.start()))
        actions = len(game.all_moves())
        self.known = Known(
            after=np.zeros((_ROWS, actions), np.int32),
            legal=np.zeros((_ROWS, -(-actions // 64)), np.uint64),
            mover=np.zeros(_ROWS, np.int8),
            marks=np.zeros((_ROWS, -(-self._features // 64)), np.uint64),
            values=np.zeros((_ROWS, 0), np.uint64),
        )
        self.places_of([game.start()])

    def __len__(self) -> int:
        return len(self.states)

    def places_of(self, states: Iterable[Any]) -> list[int]:
        """The places of these positions; those that are new are added."""
        states = list(states)
        self._learn([state for state in dict.fromkeys(states) if state not in self._places])
        return [self._places[state] for state in states]

    def explore(self, places: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Find out where each of these actions leads, played at its place."""
        moves, after = self.game.all_moves(), self.game.after
        states = [
            after(self.states[place], moves[action])
            for place, action in zip(places.tolist(), actions.tolist(), strict=True)
        ]
        outcomes = [self.game.outcome(state) for state in states]
        going_on = iter(self.places_of(s for s, o in zip(states, outcomes, strict=True) if not o))
        leads_to = [_WON[outcome.winner] if outcome else next(going_on) for outcome in outcomes]
        self.known.after[places, actions] = leads_to

    def _learn(self, new: list[Any]) -> None:
        """Add these positions. Their rows are filled first, in case of an interruption."""
        if not new:
            return
        features = np.array([self.game.features(state) for state in new], np.float32)
        is_legal = np.array([mask(self.game, state) for state in new]) == 1
        rows = range(len(self.states), len(self.states) + len(new))
        self._make_room(rows.stop, features)
        after, legal, mover, marks, values = self.known
        at = slice(rows.start, rows.stop)
        after[at] = np.where(is_legal, UNKNOWN, ILLEGAL)
        legal[at] = _as_words(is_legal)
        mover[at] = [state.to_move for state in new]
        if marks.size:
            marks[at] = _as_words(features == 1)
        else:
            values.view(np.float32)[at, : self._features] = features
        self.states.extend(new)
        self._places.update(zip(new, rows, strict=True))

    def _make_room(self, rows: int, features: NDArray[np.float32]) -> None:
        """Make room for this many rows, and for these features."""
        while rows > len(self.known.mover):
            self.known = Known(*(_longer(table) for table in self.known))
        if self.known.marks.size and not _are_marks(features):
            self.known = _with_values(self.known, self._features)


def _as_words(is_in: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Rows of yes and no as rows of 64-bit words."""
    bits = np.packbits(is_in, axis=1, bitorder="little")
    return np.pad(bits, [(0, 0), (0, -bits.shape[1] % 8)]).view(np.uint64)


def _are_marks(features: NDArray[np.float32]) -> bool:
    return bool(((features == 0) | (features == 1)).all())


def _with_values(known: Known, features: int) -> Known:
    """The same positions, with room for features of any value."""
    marks = np.unpackbits(known.marks.view(np.uint8), axis=1, bitorder="little")
    values = np.zeros((len(marks), -(-features // 8) * 8), np.float32)
    values[:, :features] = marks[:, :features]
    return known._replace(marks=known.marks[:, :0], values=values.view(np.uint64))


def _longer(table: NDArray[Any]) -> NDArray[Any]:
    """The table with room for twice as many positions."""
    return np.concatenate([table, np.zeros_like(table)])
