"""How difficult a puzzle is: a rating from 0 to 100, and the level that follows from it.

The rating is measured. Nine tenths of it are the share of tries in which players miss the answer:
a guesser, whose share is known exactly, and our players `easy`, `medium` and `hard`. One tenth is
how far away the win is. The players draw from a seed that belongs to the puzzle, so the rating
is the same whenever it is measured again.

The level is cut from the rating. A puzzle with fewer than four moves, or whose answer is given away
by something that needs no thought, is easy whatever its rating: a guess is often right.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Literal, get_args

from numduel.game import AnyGame
from numduel.players import PLAYERS
from numduel.theory import give_away

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

TRIES = {"easy": 16, "medium": 12, "hard": 8}  # a stronger player takes longer
FEWEST_MOVES = 4  # of a puzzle that is not easy
MEDIUM, HARD = 40, 70  # the lowest ratings of these levels

_FAR = 20  # moves; a win farther away counts as if it were this far
_WORTH_OF_FAR = 10


@lru_cache(maxsize=4_096)  # a search for another level meets the same positions
def rate(
    game: AnyGame, state: Any, answers: tuple[Any, ...], distance: int | None, seed: str
) -> int:
    """The rating of the position in which these moves win: 0 is easiest, 100 most difficult.

    `distance` is how many moves away the win is, or a lower bound; None if neither is known.
    """
    missed = [1 - len(answers) / len(game.legal_moves(state))]
    for name, tries in TRIES.items():
        chosen = (
            PLAYERS[name](game, state, Random(f"{seed}/{name}/{attempt}"))
            for attempt in range(tries)
        )
        missed.append(sum(move not in answers for move in chosen) / tries)
    far = min(distance or _FAR, _FAR) / _FAR
    return round((100 - _WORTH_OF_FAR) * sum(missed) / len(missed) + _WORTH_OF_FAR * far)


def is_worth_thought(game: AnyGame, state: Any, answers: Sequence[Any]) -> bool:
    """Whether there are enough moves to choose from, and nothing gives the answer away."""
    if len(game.legal_moves(state)) < FEWEST_MOVES:
        return False
    return give_away(game, state, answers) is None


def level_of(rating: int, worth_thought: bool) -> Difficulty:
    """The level of a puzzle with this rating."""
    if not worth_thought or rating < MEDIUM:
        return "easy"
    return "medium" if rating < HARD else "hard"
