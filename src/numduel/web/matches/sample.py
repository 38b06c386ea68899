"""A short game of each duel, for the small boards on the home page that play by themselves."""

from functools import cache
from random import Random
from typing import Any

from numduel.game import AnyGame
from numduel.match import Match
from numduel.web.shapes import PlayerNumber, Shape

_TRIES, _MOST_MOVES = 30, 12


class SamplePosition(Shape):
    """What a small board needs to know."""

    view: dict[str, Any]
    legal: list[str]
    to_move: PlayerNumber | None
    last: str | None


@cache
def sample_of(game_class: type[AnyGame]) -> list[SamplePosition]:
    """The positions of a game played at random, the longest of a few; the same every time."""
    game = game_class()
    games = [_play(game, Random(f"{game.slug}/{seed}")) for seed in range(_TRIES)]
    match = Match(game)
    sample = [_position_of(match)]
    for move in max(games, key=len):
        match.play(move)
        sample.append(_position_of(match))
    return sample


def _play(game: AnyGame, random: Random) -> tuple[Any, ...]:
    match = Match(game)
    while match.outcome is None and len(match.moves) < _MOST_MOVES:
        match.play(random.choice(game.legal_moves(match.state)))
    return match.moves


def _position_of(match: Match) -> SamplePosition:
    game, state, moves = match.game, match.state, match.written_moves
    legal = [] if match.outcome else game.legal_moves(state)
    return SamplePosition.model_validate(
        {
            "view": game.view(state),
            "legal": [game.write_move(move) for move in legal],
            "to_move": None if match.outcome else int(state.to_move),
            "last": moves[-1] if moves else None,
        }
    )
