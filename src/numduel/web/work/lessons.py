"""Lessons: their positions, and what is said about an answer."""

from functools import partial

from numduel.errors import IllegalMove
from numduel.study import Lesson, UnknownLesson, find_lesson, judge_step, lesson_of
from numduel.web.errors import NotFound
from numduel.web.matches.position import position_of
from numduel.web.shapes import Shape, encode, encode_form
from numduel.web.work.answer_cache import question_of
from numduel.web.work.background import BackgroundWork


async def find_steps(work: BackgroundWork, shape: type[Shape], key: str) -> bytes:
    """A lesson with its positions as JSON, or NotFound."""
    lesson = known_lesson(key)
    task = partial(_encode_lesson, shape, lesson.key)
    return await work.answer(question_of("lesson", key), task)


async def check_step(work: BackgroundWork, key: str, step: int, move: str | None) -> bytes:
    """What is said about an answer to a step, as JSON; NotFound if there is no such step."""
    lesson = known_lesson(key)
    if step > len(lesson.steps):
        raise NotFound("The lesson has no such step.")
    task = partial(_encode_judgement, lesson.key, step, move)
    return await work.answer(question_of("step", key, step, move), task)


def known_lesson(key: str) -> Lesson:
    """The lesson of that key, or NotFound."""
    try:
        return find_lesson(key)
    except UnknownLesson:
        raise NotFound("There is no such lesson.") from None


def _encode_lesson(shape: type[Shape], key: str) -> bytes:
    lesson = find_lesson(key)
    steps = []
    for number, step in enumerate(lesson.steps):
        steps.append({"ask": step.ask, "position": position_of(lesson.match_at(number))})
    return encode(shape, {"about": lesson_of(lesson), "steps": steps})


def _encode_judgement(key: str, step: int, written: str | None) -> bytes:
    lesson, number = find_lesson(key), step - 1
    move = None
    if written is not None:
        match = lesson.match_at(number)
        move = match.game.read_move(written)
        rule = match.game.refusal(match.state, move)
        if rule:
            raise IllegalMove(rule, move, match.state)
    return encode_form(judge_step(lesson, number, move))
