"""Puzzles as a sequence: the same seed gives the same ones on any machine, however many are asked
for."""

from collections.abc import Sequence
from threading import Lock
from typing import Any, overload

from numduel.catalogue import list_games, preset_games, take_game
from numduel.errors import BadOption, NumduelError
from numduel.game import AnyGame
from numduel.study import DIFFICULTIES, Difficulty, Puzzle, Puzzles, puzzle_at

COUNT = 100  # puzzles, unless somebody wants more or fewer


class PuzzleList(Sequence[Puzzle]):
    """The puzzles of one seed. Each is made when it is first asked for, with those before it.

    The first hundred of a thousand are the same as a hundred. There may be fewer than `count`:
    `shortage` then says why. It can be pickled, and several threads may use it.
    """

    def __init__(
        self,
        game: AnyGame,
        seed: int,
        count: int = COUNT,
        difficulty: Difficulty | None = None,
        winning_moves: int = 1,
    ) -> None:
        _check(count, "count", 0)
        _check(winning_moves, "winning_moves", 1)
        if difficulty not in (None, *DIFFICULTIES):
            raise BadOption(f"difficulty must be {', '.join(DIFFICULTIES)} or None.")
        self._settings = (game, seed, count, difficulty, winning_moves)
        self._stream = Puzzles(game, count, seed, difficulty, winning_moves)
        self._made: list[Puzzle] = []
        self._lock = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return PuzzleList, self._settings

    def __len__(self) -> int:
        """How many there are. All of them are made to find out."""
        self._make(self._stream.count)
        return len(self._made)

    @overload
    def __getitem__(self, place: int) -> Puzzle: ...
    @overload
    def __getitem__(self, place: slice) -> list[Puzzle]: ...
    def __getitem__(self, place: int | slice) -> Puzzle | list[Puzzle]:
        if isinstance(place, slice):
            ends = (place.start, place.stop, place.step)
            is_simple = all(end is None or end >= 0 for end in ends) and place.stop is not None
            self._make(place.stop if is_simple else self._stream.count)
            return self._made[: self._stream.count][place]
        self._make(self._stream.count if place < 0 else place + 1)
        try:
            return self._made[place]
        except IndexError:
            raise IndexError(self.shortage or f"There are {len(self._made)} puzzles.") from None

    @property
    def shortage(self) -> str | None:
        """Why there are fewer puzzles than asked for, as a sentence; None until that is known."""
        return self._stream.shortage

    def _make(self, wanted: int) -> None:
        with self._lock:
            while len(self._made) < wanted:
                puzzle = next(self._stream, None)
                if puzzle is None:
                    return
                self._made.append(puzzle)


def puzzles(
    game: str | AnyGame,
    seed: int = 0,
    *,
    count: int = COUNT,
    difficulty: Difficulty | None = None,
    winning_moves: int = 1,
    **options: Any,
) -> PuzzleList:
    """Different puzzles of a game, which is given itself or by its name and options.

    `difficulty` leaves out all others; `winning_moves` is how many ways to win a puzzle has.
    """
    return PuzzleList(take_game(game, options), seed, count, difficulty, winning_moves)


def puzzle_games() -> list[AnyGame]:
    """The games of the catalogue at every setting that is declared to have plenty of puzzles."""
    return [game for book in list_games() for game in preset_games(book, "puzzles")]


def puzzle(game: str | AnyGame, moves: Sequence[str], **options: Any) -> Puzzle:
    """The position after these written moves as a puzzle; NumduelError if it is not a puzzle."""
    found = puzzle_at(take_game(game, options), moves)
    if found is None:
        raise NumduelError("This is no puzzle: it needs a move known to win and one known to lose.")
    return found


def _check(value: object, name: str, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise BadOption(f"{name} must be a whole number from {least} on, not {value!r}.")
