"""Many games at once, in NumPy arrays.

If the state of a game is a pool of numbers and little else, its rules are turned into a few small
tables (`pool_table.py`) and played by compiled code (`pool_batch.py`). Any other game is explored
while it is played, and its positions are remembered (`explored_batch.py`). Both give the same
arrays. In both cases the rules come from the rule book, where they are written once.
"""

from typing import Any

from numduel.game import AnyGame
from numduel.lab.batched.batch import Batch
from numduel.lab.batched.explored_batch import ExploredBatch
from numduel.lab.batched.pool_batch import PoolBatch
from numduel.lab.batched.pool_table import derive_table
from numduel.lab.observations import playable_game

__all__ = ["Batch", "ExploredBatch", "PoolBatch", "derive_table", "make_batch"]


def make_batch(
    game: str | AnyGame,
    size: int,
    seed: int = 0,
    *,
    explore: bool = False,
    keep_final: bool = False,
    **options: Any,
) -> Batch:
    """A batch of a game: from tables if the game allows it, unless `explore` asks otherwise."""
    playable = playable_game(game, options)
    table = None if explore else derive_table(playable)
    if table is None:
        return ExploredBatch(playable, size, seed, keep_final)
    return PoolBatch(playable, table, size, seed, keep_final)
