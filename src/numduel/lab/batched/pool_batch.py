"""A batch of a pool game, played by compiled code from its tables."""

import numpy as np
from numpy.typing import NDArray

from numduel.game import AnyGame
from numduel.lab.batched import pool_kernels
from numduel.lab.batched.batch import Batch, Finished
from numduel.lab.batched.bits import SPREAD
from numduel.lab.batched.pool_kernels import PoolGames, RuleTable


class PoolBatch(Batch):
    """Games of a duel whose rules are a table."""

    def __init__(
        self,
        game: AnyGame,
        table: RuleTable,
        size: int,
        seed: int = 0,
        keep_final: bool = False,
    ) -> None:
        super().__init__(game, size, seed, keep_final)
        self._table = table
        self._games = PoolGames(
            remaining=np.zeros((size, len(table.everything)), np.uint64),
            context=np.zeros(size, np.int32),
            to_move=self.to_move,
            masks=np.zeros((size, -(-self.actions // 8)), np.uint64),
            observations=np.zeros((size, len(table.opening)), np.float32),
            rewards=self.rewards,
            terminated=self.terminated,
            final=self.final_observations,
        )
        self._show()
        self._restart()
        self._opening_mask = self._games.masks[0].copy()

    def _kept(self) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
        return self._games.masks, self._games.observations

    def _restart(self) -> None:
        pool_kernels.restart(self._games, self._table, SPREAD)

    def _restart_where(self, where: NDArray[np.bool_]) -> None:
        games, table = self._games, self._table
        games.remaining[where], games.context[where] = table.everything, 0
        games.to_move[where] = table.mover[0]
        games.observations[where], games.masks[where] = table.opening, self._opening_mask

    def _choose(self, chosen: NDArray[np.int64]) -> None:
        pool_kernels.choose(self._games, self._table, SPREAD, self._seed, self._draws, chosen)

    def _play(self, actions: NDArray[np.int64]) -> bool:
        return pool_kernels.play(self._games, self._table, SPREAD, actions)

    def _roll(self, first: int, steps: int) -> Finished:
        draws = self._seed, first, steps
        finished, won = pool_kernels.roll(self._games, self._table, SPREAD, draws, self._chosen)
        return Finished(won, finished - won)
