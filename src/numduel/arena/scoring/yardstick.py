"""What a game is like whoever plays it: how long it usually is, and whether a choice can matter.

Both are taken from the same random games, so they are the same in every run."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from statistics import median

from numduel.arena.results.verdicts import verdicts_of
from numduel.game import AnyGame
from numduel.match import Match

RANDOM_GAMES = 50


@lru_cache(maxsize=256)
def usual_length(game: AnyGame) -> float:
    """How many moves a random game has, in the middle."""
    return median(len(match.moves) for match in _random_games(game))


@lru_cache(maxsize=256)
def can_matter(game: AnyGame) -> bool:
    """Whether some position of the random games has both winning and losing moves."""
    for match in _random_games(game):
        state = game.start()
        for move in match.moves:
            truth = verdicts_of(game, state)
            if truth.count_won(1) and truth.count_won(2):
                return True
            state = game.after(state, move)
    return False


def _random_games(game: AnyGame) -> Iterator[Match]:
    random = Random(0)
    for _ in range(RANDOM_GAMES):
        match = Match(game)
        while match.outcome is None:
            match.play(random.choice(game.legal_moves(match.state)))
        yield match
