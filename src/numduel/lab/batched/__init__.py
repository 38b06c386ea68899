"""Many games at once, in NumPy arrays.

A game whose state is a pool of numbers and little else becomes a few small tables, made by asking
the game (`pool_table.py`), and is played by compiled code (`pool_batch.py`). Any other game is
explored as it is played, and what was seen is remembered (`explored_batch.py`). Both give the
same arrays: the rules are written once, in the game.
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
    game: str | AnyGame, size: int, seed: int = 0, *, explore: bool = False, **options: Any
) -> Batch:
    """A batch of a game, the quickest that its shape allows unless it is to be explored."""
    playable = playable_game(game, options)
    table = None if explore else derive_table(playable)
    if table is None:
        return ExploredBatch(playable, size, seed)
    return PoolBatch(playable, table, size, seed)
