"""Starting positions and rewards for learners."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, Literal, get_args

from numduel.errors import BadOption
from numduel.game import AnyGame, Player
from numduel.study import Puzzles
from numduel.study.audit import random_moves, state_after

Begin = Literal["usual", "random", "rated"]
Reward = Literal["outcome", "regret"]

_PUZZLES, _LOOKED_AT = 100, 500  # puzzles to begin at, and those to choose them from


@dataclass(frozen=True)
class Starts:
    """Where games begin: as `usual`, after a `random` number of random moves, `plies` at least and
    at most, or at `rated` puzzles with one way to win and these ratings.

    With `mover` that player is to move at a rated start.
    """

    game: AnyGame
    begin: Begin = "usual"
    plies: tuple[int, int] = (0, 11)
    ratings: tuple[int, int] = (0, 100)
    mover: Player | None = None

    def __post_init__(self) -> None:
        check(self.begin, "begin", get_args(Begin))
        for name in ("plies", "ratings"):
            given = getattr(self, name)
            is_range = isinstance(given, (tuple, list)) and [*map(type, given)] == [int, int]
            if not is_range or not 0 <= given[0] <= given[1]:
                raise BadOption(f"{name} must be two whole numbers, as in (0, 11), not {given!r}.")
            object.__setattr__(self, name, tuple(given))
        if self.begin == "rated":
            self._puzzles()

    def draw(self, random: Random) -> tuple[Any, ...]:
        """Return random opening moves, which never end the game."""
        if self.begin == "usual":
            return ()
        if self.begin == "rated":
            return random.choice(self._puzzles())
        moves, plies = random_moves(self.game, random), random.randint(*self.plies)
        return tuple(moves[: min(plies, len(moves) - 1)])

    def _puzzles(self) -> list[tuple[Any, ...]]:
        found = [
            moves
            for moves in _rated(self.game, *self.ratings)
            if self.mover in (None, state_after(self.game, moves).to_move)
        ]
        if not found:
            low, high = self.ratings
            who = f" with {self.mover} to move" if self.mover else ""
            raise BadOption(
                f"{self.game.title} with {self.game.options} has no puzzles{who} rated from"
                f" {low} to {high} among the first {_LOOKED_AT}."
            )
        return found


@lru_cache(maxsize=32)
def _rated(game: AnyGame, low: int, high: int) -> list[tuple[Any, ...]]:
    """Return the moves to puzzles with these ratings, always the same ones."""
    wanted = (puzzle for puzzle in Puzzles(game, _LOOKED_AT) if low <= puzzle.rating <= high)
    return [tuple(map(game.read_move, puzzle.moves)) for puzzle in islice(wanted, _PUZZLES)]


def check(value: Any, name: str, allowed: tuple[str, ...]) -> Any:
    """Return a setting; BadOption if it is not one of these."""
    if value not in allowed:
        names = ", ".join(f'"{name}"' for name in allowed[:-1])
        raise BadOption(f'{name} must be {names} or "{allowed[-1]}", not {value!r}.')
    return value


def check_reward(reward: Any) -> Reward:
    """Return the kind of reward; BadOption if it is unknown."""
    return check(reward, "reward", get_args(Reward))  # type: ignore[no-any-return]
