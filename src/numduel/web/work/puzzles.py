"""Puzzles and lessons: positions, hints, and feedback on answers."""

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from time import thread_time
from typing import Any

from numduel.errors import IllegalMove, NumduelError, TooLarge
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study import (
    Difficulty,
    Lesson,
    Puzzle,
    Puzzles,
    UnknownLesson,
    asks_people,
    daily_puzzle,
    find_lesson,
    future_id,
    judge_step,
    lesson_of,
    match_of,
    nudge_of,
    puzzle_at,
    question,
    solved,
    solver_of,
)
from numduel.web.errors import NotFound
from numduel.web.forms import LessonShape, PuzzleShape
from numduel.web.matches.snapshot import position_of
from numduel.web.shapes import encode, encode_form
from numduel.web.work.background import BackgroundWork, asked
from numduel.web.work.positions import written_position

_MOST_PUZZLES = 10_001
_SECONDS = 4  # of processor time to find the next puzzle


async def find_puzzle(
    work: BackgroundWork,
    game: AnyGame,
    difficulty: Difficulty,
    theme: str | None,
    seed: int,
    number: int,
) -> bytes:
    """Return a puzzle of a seed's series as JSON; raise NotFound if there are fewer."""
    return await _study(work, _next, game, difficulty, theme, seed, number, _SECONDS)


def _next(
    game: AnyGame,
    difficulty: Difficulty,
    theme: str | None,
    seed: int,
    number: int,
    seconds: float,
) -> bytes:
    return _encode(_series_of(game, difficulty, theme, seed).find(number, seconds))


async def find_daily(work: BackgroundWork, day: date) -> bytes:
    """Return the puzzle of a day as JSON."""
    return await _study(work, _daily, day)


def _daily(day: date) -> bytes:
    return _encode(daily_puzzle(day))


async def find_at(work: BackgroundWork, name: str) -> bytes:
    """Return the puzzle at an address as JSON, or raise NotFound."""
    return await _study(work, _at, name)


def _at(name: str) -> bytes:
    match = _read_address(name)
    puzzle = None if match.outcome else puzzle_at(match.game, match.written_moves)
    if puzzle is None:
        raise NotFound("This position is not a puzzle: no choice matters there.")
    return _encode(puzzle)


async def _study(work: BackgroundWork, function: Callable[..., bytes], *about: Any) -> bytes:
    try:
        return await work.study(*asked(function, *about))
    except TooLarge:
        raise NotFound("No puzzle was found in time. Try again.") from None


def _encode(puzzle: Puzzle) -> bytes:
    match = match_of(puzzle)
    about = {
        "form": 1,
        "question": question(len(puzzle.answers)),
        "difficulty": puzzle.difficulty,
        "theme": puzzle.theme,
        "future": future_id(match.game, match.state),
    }
    return encode(PuzzleShape, position_of(match, solver_of(match)) | about)


async def find_hint(work: BackgroundWork, name: str, step: int) -> bytes:
    """Return one step of a hint as JSON."""
    return await work.answer(*asked(_hint, name, step))


def _hint(name: str, step: int) -> bytes:
    return encode_form(nudge_of(_read_address(name), step))


async def check_answer(work: BackgroundWork, name: str, move: str | None) -> bytes:
    """Return the feedback on an answer to a puzzle as JSON; None gives up."""
    return await work.answer(*asked(_answer, name, move))


def _answer(name: str, written: str | None) -> bytes:
    match = _read_address(name)
    move = None if written is None else match.game.read_move(written)
    rule = None if move is None else match.game.refusal(match.state, move)
    if match.outcome or rule:
        raise IllegalMove(rule or "The duel is over.", move, match.state)
    return encode_form(solved(match, move))


def _read_address(id: str) -> Match:
    """Return the match at a puzzle's address (the ID of its position), or raise NotFound."""
    try:
        return written_position(id).replayed()
    except NumduelError:
        raise NotFound("There is no such puzzle.") from None


async def find_steps(work: BackgroundWork, key: str) -> bytes:
    """Return a lesson with its positions as JSON, or raise NotFound."""
    return await work.answer(*asked(_steps, known_lesson(key).key))


def _steps(key: str) -> bytes:
    lesson = find_lesson(key)
    steps = []
    for number, step in enumerate(lesson.steps):
        match = lesson.match_at(number)
        steps.append({"ask": step.ask, "position": position_of(match, solver_of(match))})
    return encode(LessonShape, {"about": lesson_of(lesson), "steps": steps})


async def check_step(work: BackgroundWork, key: str, step: int, move: str | None) -> bytes:
    """Return the feedback on an answer to a step as JSON, or raise NotFound."""
    lesson = known_lesson(key)
    if step > len(lesson.steps):
        raise NotFound("The lesson has no such step.")
    return await work.answer(*asked(_judge, lesson.key, step, move))


def _judge(key: str, step: int, written: str | None) -> bytes:
    lesson, number = find_lesson(key), step - 1
    move = None
    if written is not None:
        match = lesson.match_at(number)
        move = match.game.read_move(written)
        rule = match.game.refusal(match.state, move)
        if rule:
            raise IllegalMove(rule, move, match.state)
    return encode_form(judge_step(lesson, number, move))


def known_lesson(key: str) -> Lesson:
    """Return the lesson with this key, or raise NotFound."""
    try:
        return find_lesson(key)
    except UnknownLesson:
        raise NotFound("There is no such lesson.") from None


class _TookTooLong(Exception):
    """Looking for the next puzzle took too long."""


class PuzzleSeries(Puzzles):
    """The puzzles of one game, difficulty, theme and seed, all different. It ends when finding the
    next one takes too long."""

    def __init__(self, game: AnyGame, difficulty: Difficulty, theme: str | None, seed: int) -> None:
        fair = asks_people(game)
        super().__init__(game, _MOST_PUZZLES, seed, difficulty, theme=theme, is_fair=fair)
        self._all: list[Puzzle] = []
        self._deadline = self._seconds = 0.0

    def find(self, number: int, seconds: float) -> Puzzle:
        """Return the puzzle with this index, or raise NotFound if there are fewer."""
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
    """Return the series of a seed, cached in the worker process."""
    return PuzzleSeries(game, difficulty, theme, seed)
