"""A batch of any game: positions are explored as they are met, and remembered."""

import numpy as np
from numpy.typing import NDArray

from numduel.errors import TooLarge
from numduel.game import AnyGame
from numduel.lab.batched import explored_kernels
from numduel.lab.batched.batch import Batch, Finished
from numduel.lab.batched.bits import BLOCK, HOLD, SPREAD
from numduel.lab.batched.explored_kernels import ILLEGAL, UNKNOWN, ExploredGames
from numduel.lab.batched.positions import Positions

MOST_POSITIONS = 1 << 20
MOST_BYTES = 1 << 29
_BYTES_OF_A_STATE = 400  # about what Python needs for a state and its place in a dictionary


class ExploredBatch(Batch):
    """Games of any duel.

    Known positions are looked up in arrays; the rule book is asked about new ones. When too many
    are known, all are forgotten except those that the games are in.
    """

    def __init__(
        self,
        game: AnyGame,
        size: int,
        seed: int = 0,
        keep_final: bool = False,
        most_positions: int = MOST_POSITIONS,
    ) -> None:
        super().__init__(game, size, seed, keep_final)
        needed = 2 * size + 1  # the start, where each game stands, and where it goes
        row = 5 * self.actions + 4 * self.features + _BYTES_OF_A_STATE
        self._most = min(max(most_positions, needed), MOST_BYTES // row)
        if self._most < needed:
            raise TooLarge(
                f"A batch of {size} games of {game.title} with {game.options} needs more than"
                f" {MOST_BYTES >> 20} MB: take fewer games or a smaller duel."
            )
        self._positions = Positions(game)
        self._games = ExploredGames(
            place=np.zeros(size, np.int32),
            to_move=self.to_move,
            masks=np.zeros((size, -(-self.actions // 8)), np.uint64),
            observations=np.zeros((size, -(-self.features // 8) * 4), np.uint64),
            rewards=self.rewards,
            terminated=self.terminated,
        )
        self._show()
        self._restart()

    def _kept(self) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
        return self._games.masks, self._games.observations.view(np.float32)

    def _restart(self) -> None:
        self._games.place[:] = 0
        self.to_move[:] = self._positions.known.mover[0]
        explored_kernels.show(self._games, self._positions.known, SPREAD)

    def _restart_where(self, where: NDArray[np.bool_]) -> None:
        self._games.place[where] = 0
        self.to_move[where] = self._positions.known.mover[0]
        explored_kernels.show(self._games, self._positions.known, SPREAD)

    def _choose(self, chosen: NDArray[np.int64]) -> None:
        at = self._seed, self._draws
        explored_kernels.choose(self._games, self._positions.known, SPREAD, *at, chosen)

    def _play(self, actions: NDArray[np.int64]) -> bool:
        worst = explored_kernels.look(self._games, self._positions.known, actions)
        if worst == ILLEGAL:
            return False
        if worst == UNKNOWN:
            self._explore(actions)
        before = self._games.place.copy() if self.final_observations.size else None
        explored_kernels.play(self._games, self._positions.known, SPREAD, actions)
        if before is not None:
            self._keep_final(before, actions)
        return True

    def _keep_final(self, before: NDArray[np.int32], actions: NDArray[np.int64]) -> None:
        """Ask the rule book how the games that have ended look at their end."""
        moves, ended = self.game.all_moves(), np.flatnonzero(self.terminated)
        for place in ended.tolist():
            state = self._positions.states[before[place]]
            end = self.game.after(state, moves[int(actions[place])])
            self.final_observations[place] = self.game.features(end)

    def _roll(self, first: int, steps: int) -> Finished:
        draws = self._seed, first, steps
        played = np.zeros(-(-self.size // BLOCK), np.int64)
        one = two = 0
        self._is_torn = True
        while True:
            won, lost = explored_kernels.roll(
                self._games, self._positions.known, SPREAD, draws, self._chosen, played
            )
            one, two = one + won, two + lost
            if (played == steps).all():
                self._is_torn = False
                return Finished(one, two)
            self._explore(self._chosen)

    def _explore(self, actions: NDArray[np.int64]) -> None:
        """Find out where these actions lead."""
        if len(self._positions) + self.size > self._most:
            self._forget()
        places = self._games.place
        unknown = actions != HOLD
        unknown[unknown] = self._positions.known.after[places[unknown], actions[unknown]] == UNKNOWN
        steps = np.unique(places[unknown] * np.int64(self.actions) + actions[unknown])
        self._positions.explore(*divmod(steps, self.actions))

    def _forget(self) -> None:
        occupied, where = np.unique(self._games.place, return_inverse=True)
        positions = Positions(self.game)
        places = positions.places_of(self._positions.states[place] for place in occupied)
        games = self._games._replace(place=np.array(places, np.int32)[where])
        self._positions, self._games = positions, games
