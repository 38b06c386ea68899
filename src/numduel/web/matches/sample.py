"""A short game of each duel, for the small boards on the home page that play by themselves."""

from functools import cache
from random import Random
from typing import Any

from numduel.game import AnyGame
from numduel.match import Match

_TRIES, _MOST_MOVES = 30, 12


@cache
def sample_of(game_class: type[AnyGame]) -> list[dict[str, Any]]:
    """The positions of a game played at random, the longest of a few; the same every time."""
    game = game_class()
    games = [_play(game, Random(f"{game.slug}/{seed}")) for seed in range(_TRIES)]
    return max(games, key=len)


def _play(game: AnyGame, chance: Random) -> list[dict[str, Any]]:
    match = Match(game)
    positions = [_position_of(match)]
    while match.outcome is None and len(positions) <= _MOST_MOVES:
        match.play(chance.choice(game.legal_moves(match.state)))
        positions.append(_position_of(match))
    return positions


def _position_of(match: Match) -> dict[str, Any]:
    game, state = match.game, match.state
    legal = [] if match.outcome else game.legal_moves(state)
    return {
        "view": game.view(state),
        "legal": [game.write_move(move) for move in legal],
        "to_move": None if match.outcome else int(state.to_move),
        "last": match.written_moves[-1] if match.moves else None,
    }
