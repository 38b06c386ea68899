"""Lessons: a list of them, their positions, and what is said about an answer."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from numduel.study import LessonAbout, LessonResult, lesson_of, list_lessons
from numduel.web.http.answers import LessonShape
from numduel.web.http.dependencies import TheWork, answer_when_found, problems
from numduel.web.http.requests import GameSlug, LessonRequest
from numduel.web.work.puzzles import check_step, find_steps

_LessonKey = Annotated[str, Path(max_length=80)]
router = APIRouter(prefix="/api/lessons", tags=["lessons"])


@router.get("", response_model=list[LessonAbout])
async def show_lessons() -> list[LessonAbout]:
    """The lessons of all games, in the order in which to take them."""
    return [lesson_of(lesson) for lesson in list_lessons()]


@router.get("/{game}/{name}", response_model=LessonShape, responses=problems(404))
async def show_lesson(
    request: Request, work: TheWork, game: GameSlug, name: _LessonKey
) -> Response:
    """A lesson with its positions."""
    return await answer_when_found(request, find_steps(work, LessonShape, f"{game}/{name}"))


@router.post("/answer", response_model=LessonResult, responses=problems(404))
async def answer_step(request: Request, work: TheWork, wanted: LessonRequest) -> Response:
    """Whether a move is right in a step, and why; `null` gives up, and then the answer says what
    wins."""
    checking = check_step(work, wanted.lesson, wanted.step, wanted.move)
    return await answer_when_found(request, checking)
