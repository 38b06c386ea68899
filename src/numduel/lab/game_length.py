"""How many moves a game can take."""

from numduel.errors import TooLarge
from numduel.game import AnyGame
from numduel.study.audit import list_positions, measure

_MOVES_LOOKED_AT = 100_000  # about a second
_LONGEST_POSSIBLE = 1_000_000


def longest_play(game: AnyGame) -> int:
    """An upper bound for the number of moves in a game. If the rule book does not say, its
    positions are searched. If there are too many, the result is a number that no game reaches."""
    most = game.most_moves()
    if most is not None:
        return most
    try:
        return measure(list_positions(game, _MOVES_LOOKED_AT)).longest
    except TooLarge:
        return _LONGEST_POSSIBLE
