"""What work on a match or a position costs, known before it is done.

The figures are measured: replaying a move takes 8 µs in a game of 1,000 numbers, and a snapshot
0.3 to 0.8 ms.
"""

from math import ceil

from numduel.game import AnyGame
from numduel.web.matches.log import MatchLog
from numduel.web.matches.sizes import size_of

MILLISECONDS = 2.5  # of work that are worth one request: about what an ordinary move takes
_QUICK = 3.0  # milliseconds for which the event loop may be kept


def replay_cost(game: AnyGame, moves: int) -> float:
    """How many milliseconds it takes to replay this many moves and to describe the position."""
    size = size_of(game)
    return moves * (6 + size / 400) / 1000 + snapshot_cost(size, moves)


def snapshot_cost(size: int, moves: int) -> float:
    """How many milliseconds it takes to describe a position."""
    return 0.3 + size / 5_000 + moves / 4_000


def change_cost(log: MatchLog, listeners: int) -> float:
    """How many milliseconds it takes to show a change in a match to all who listen."""
    kinds_of_viewers = min(3, 1 + listeners)
    kilobytes = (5 * log.size + 22 * log.ply) / 1_000
    sending = listeners * (0.05 + kilobytes / 1_000)
    return kinds_of_viewers * snapshot_cost(log.size, log.ply) + sending


def is_quick(game: AnyGame, moves: int) -> bool:
    """Whether this many moves can be replayed in the event loop."""
    return replay_cost(game, moves) <= _QUICK


def price(milliseconds: float) -> int:
    """How many extra requests some work counts as."""
    return max(0, ceil(milliseconds / MILLISECONDS) - 1)
