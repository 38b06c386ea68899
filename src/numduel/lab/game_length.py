"""How many moves a game can take."""

from collections.abc import Hashable

from numduel.game import AnyGame

_MOVES_LOOKED_AT = 100_000  # about a second
_LONGEST_POSSIBLE = 1_000_000


def longest_play(game: AnyGame) -> int:
    """No game takes more moves than this.

    If the rule book does not say, its positions are looked through; if they are too many, the
    answer is a number that no game reaches.
    """
    most = game.most_moves()
    if most is not None:
        return most
    longest: dict[Hashable, int] = {}
    path, looked_at = [game.start()], 0
    while path:
        state = path[-1]
        key = game.essence(state)
        moves = game.legal_moves(state)
        afters = (game.after(state, move) for move in moves)
        further = {game.essence(after): after for after in afters}
        unknown = [after for essence, after in further.items() if essence not in longest]
        if unknown:
            path += unknown
        else:
            longest[key] = max((longest[essence] + 1 for essence in further), default=0)
            path.pop()
        looked_at += len(moves) + 1
        if looked_at > _MOVES_LOOKED_AT:
            return _LONGEST_POSSIBLE
    return longest[game.essence(game.start())]
