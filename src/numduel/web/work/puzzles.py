"""Puzzles: positions in which one move wins, found one after the other."""

from collections.abc import Callable
from datetime import date
from functools import lru_cache, partial
from time import thread_time

from numduel.errors import IllegalMove, TooLarge
from numduel.game import AnyGame
from numduel.study import (
    Difficulty,
    Puzzle,
    Puzzles,
    daily_puzzle,
    future_id,
    match_of,
    nudge_of,
    puzzle_at,
    question,
    solved,
)
from numduel.web.errors import NotFound
from numduel.web.matches.position import position_of
from numduel.web.shapes import Shape, encode, encode_form
from numduel.web.work.answer_cache import question_of
from numduel.web.work.background import BackgroundWork
from numduel.web.work.puzzle_addresses import read_address

_MOST_PUZZLES = 10_001
_SECONDS = 4  # of work, for looking for the next puzzle


async def find_puzzle(
    work: BackgroundWork,
    shape: type[Shape],
    game: AnyGame,
    difficulty: Difficulty,
    theme: str | None,
    seed: int,
    number: int,
) -> bytes:
    """The puzzle at a place in the series of a seed, as JSON. NotFound if there are fewer
    puzzles."""
    asked = game, difficulty, theme, seed, number
    task = partial(_encode_next, shape, *asked, _SECONDS)
    return await _study(work, question_of("puzzle", *asked), task)


async def find_daily(work: BackgroundWork, shape: type[Shape], day: date) -> bytes:
    """The puzzle of a day as JSON."""
    return await _study(work, question_of("daily", day), partial(_encode_daily, shape, day))


async def find_at(work: BackgroundWork, shape: type[Shape], name: str) -> bytes:
    """The puzzle at that address as JSON, or NotFound if there is none."""
    return await _study(work, question_of("id", name), partial(_encode_at, shape, name))


async def _study(work: BackgroundWork, asked: bytes, task: Callable[[], bytes]) -> bytes:
    try:
        return await work.study(asked, task)
    except TooLarge:
        raise NotFound("No puzzle was found in the time there is for one.") from None


async def find_hint(work: BackgroundWork, name: str, step: int) -> bytes:
    """One step of a hint as JSON."""
    return await work.answer(question_of("hint", name, step), partial(_encode_hint, name, step))


async def check_answer(work: BackgroundWork, name: str, move: str | None) -> bytes:
    """What is said about an answer to the puzzle at that address, as JSON; None gives up."""
    task = partial(_encode_answer, name, move)
    return await work.answer(question_of("answer", name, move), task)


def _encode_next(
    shape: type[Shape],
    game: AnyGame,
    difficulty: Difficulty,
    theme: str | None,
    seed: int,
    number: int,
    seconds: float,
) -> bytes:
    return _encode(shape, _series_of(game, difficulty, theme, seed).find(number, seconds))


def _encode_daily(shape: type[Shape], day: date) -> bytes:
    return _encode(shape, daily_puzzle(day))


def _encode_at(shape: type[Shape], name: str) -> bytes:
    match = read_address(name)
    puzzle = None if match.outcome else puzzle_at(match.game, match.written_moves)
    if puzzle is None:
        raise NotFound("This position is not a puzzle: no choice matters there.")
    return _encode(shape, puzzle)


def _encode(shape: type[Shape], puzzle: Puzzle) -> bytes:
    match = match_of(puzzle)
    about = {
        "form": 1,
        "question": question(len(puzzle.answers)),
        "difficulty": puzzle.difficulty,
        "theme": puzzle.theme,
        "future": future_id(match.game, match.state),
    }
    return encode(shape, position_of(match) | about)


def _encode_hint(name: str, step: int) -> bytes:
    return encode_form(nudge_of(read_address(name), step))


def _encode_answer(name: str, written: str | None) -> bytes:
    match = read_address(name)
    move = None if written is None else match.game.read_move(written)
    rule = None if move is None else match.game.refusal(match.state, move)
    if match.outcome or rule:
        raise IllegalMove(rule or "The duel is over.", move, match.state)
    return encode_form(solved(match, move))


class _TookTooLong(Exception):
    """Looking for the next puzzle took too long."""


class PuzzleSeries(Puzzles):
    """The puzzles of one game, difficulty, theme and seed, in order and all different. The series
    ends when puzzles become so rare that finding the next one takes too long."""

    def __init__(self, game: AnyGame, difficulty: Difficulty, theme: str | None, seed: int) -> None:
        super().__init__(game, _MOST_PUZZLES, seed, difficulty, theme=theme)
        self._all: list[Puzzle] = []
        self._deadline = self._seconds = 0.0

    def find(self, number: int, seconds: float) -> Puzzle:
        """The puzzle at a place, counted from 0. NotFound if there are fewer puzzles."""
        self._seconds = seconds
        while len(self._all) <= number:
            self._deadline = thread_time() + seconds
            try:
                puzzle = next(self, None)
            except _TookTooLong:
                puzzle = None
            if puzzle is None:
                raise NotFound(self.shortage or "There are no more puzzles.")
            self._all.append(puzzle)
        return self._all[number]

    def _look_on(self) -> None:
        if thread_time() > self._deadline:
            self.shortage = f"No other puzzle was found in {self._seconds:g} seconds."
            raise _TookTooLong


@lru_cache(maxsize=64)
def _series_of(game: AnyGame, difficulty: Difficulty, theme: str | None, seed: int) -> PuzzleSeries:
    """The series of a seed, kept in the worker process, so that it goes on where it stopped."""
    return PuzzleSeries(game, difficulty, theme, seed)
