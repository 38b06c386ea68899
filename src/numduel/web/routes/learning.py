"""Puzzles and lessons: their positions, hints, and feedback on answers."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from numduel.study import (
    AnswerResult,
    Difficulty,
    LessonAbout,
    Nudge,
    lesson_of,
    list_lessons,
    rising_level,
    tell_share,
)
from numduel.web.dependencies import TheWork, WrittenOptions, answer_when_found, problems, read_game
from numduel.web.forms import (
    Day,
    GameSlug,
    LessonRequest,
    LessonShape,
    PuzzleRequest,
    PuzzleShape,
    ShareShape,
)
from numduel.web.work.puzzles import (
    check_answer,
    check_step,
    find_at,
    find_daily,
    find_hint,
    find_puzzle,
    find_steps,
)

puzzles = APIRouter(prefix="/api/puzzles", tags=["puzzles"])


@puzzles.get("/next", response_model=PuzzleShape, responses=problems(404))
async def show_puzzle(
    request: Request,
    work: TheWork,
    game: GameSlug,
    options: WrittenOptions = "{}",
    difficulty: Annotated[Difficulty | None, Query(description="by default from `answers`")] = None,
    answers: Annotated[
        str,
        Query(
            pattern=r"^[01]*$",
            max_length=2_000,
            description="a visitor's first answers, the oldest first: 1 right, 0 wrong. They"
            " choose the difficulty where none is named",
        ),
    ] = "",
    theme: Annotated[str | None, Query(max_length=80, description="only of this theme")] = None,
    seed: Annotated[int, Query(ge=0, le=2**53)] = 0,
    number: Annotated[int, Query(ge=0, le=1_000, description="its place in the series")] = 0,
) -> Response:
    """Return a position in which one move wins. Those of one seed are all different."""
    wanted = read_game(game, options)
    level = difficulty or rising_level(answer == "1" for answer in answers)
    finding = find_puzzle(work, wanted, level, theme, seed, number)
    return await answer_when_found(request, finding)


@puzzles.get("/daily", response_model=PuzzleShape, responses=problems(404))
async def show_daily(
    request: Request,
    work: TheWork,
    day: Annotated[Day, Query(alias="date", examples=["2026-11-16"])],
) -> Response:
    """Return the puzzle of a day, the same for everybody."""
    return await answer_when_found(request, find_daily(work, day))


@puzzles.get("/share", response_model=ShareShape, responses=problems())
async def show_share(
    day: Annotated[Day, Query(alias="date", examples=["2026-11-16"])],
    right: Annotated[bool, Query(description="whether the first answer was right")],
    days: Annotated[int, Query(ge=0, le=100_000, description="streak including this day")] = 0,
) -> ShareShape:
    """Return a line to share the result of a daily puzzle, without the answer."""
    return ShareShape(text=tell_share(day, right, days))


PuzzleAddress = Annotated[str, Query(max_length=4_000, description="the ID of the position")]


@puzzles.get("/at", response_model=PuzzleShape, responses=problems(404))
async def show_puzzle_at(request: Request, work: TheWork, address: PuzzleAddress) -> Response:
    """Return the puzzle at an address."""
    return await answer_when_found(request, find_at(work, address))


@puzzles.get("/hint", response_model=Nudge, responses=problems(404))
async def show_hint(
    request: Request,
    work: TheWork,
    address: PuzzleAddress,
    step: Annotated[int, Query(ge=1, le=3)] = 1,
) -> Response:
    """Return one step of a hint: the theme, then where to look, then the move."""
    return await answer_when_found(request, find_hint(work, address, step))


@puzzles.post("/answer", response_model=AnswerResult, responses=problems(403, 404))
async def answer_puzzle(request: Request, work: TheWork, wanted: PuzzleRequest) -> Response:
    """Return whether a move wins, and why; if it loses, what beats it. A `null` move gives up, and
    the answer says what wins."""
    checking = check_answer(work, wanted.address, wanted.move)
    return await answer_when_found(request, checking)


_LessonKey = Annotated[str, Path(max_length=80)]
lessons = APIRouter(prefix="/api/lessons", tags=["lessons"])


@lessons.get("", response_model=list[LessonAbout])
async def show_lessons() -> list[LessonAbout]:
    """Return the lessons of all games, in the order in which to take them."""
    return [lesson_of(lesson) for lesson in list_lessons()]


@lessons.get("/{game}/{name}", response_model=LessonShape, responses=problems(404))
async def show_lesson(
    request: Request, work: TheWork, game: GameSlug, name: _LessonKey
) -> Response:
    """Return a lesson with its positions."""
    return await answer_when_found(request, find_steps(work, f"{game}/{name}"))


@lessons.post("/answer", response_model=AnswerResult, responses=problems(404))
async def answer_step(request: Request, work: TheWork, wanted: LessonRequest) -> Response:
    """Return whether a move is right in a step, and why. A `null` move gives up, and the answer
    says what wins."""
    checking = check_step(work, wanted.lesson, wanted.step, wanted.move)
    return await answer_when_found(request, checking)
