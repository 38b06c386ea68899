"""A lesson: what it is about, and what the player is told after an answer."""

from typing import Any

from numduel.study.learning.lessons import Lesson
from numduel.telling.learning.puzzle import tell_answer
from numduel.telling.truth import FORM


def lesson_of(lesson: Lesson) -> dict[str, Any]:
    """A lesson as JSON, without its positions."""
    return {
        "form": FORM,
        "key": lesson.key,
        "game": lesson.game.slug,
        "game_title": lesson.game.title,
        "title": lesson.title,
        "about": lesson.about,
        "theme": lesson.theme,
        "options": dict(lesson.options),
        "steps": len(lesson.steps),
    }


def judge_step(lesson: Lesson, number: int, move: Any) -> dict[str, Any]:
    """What the player is told after an answer to a step, as JSON; steps count from 0. After a wrong
    move, it is what beats that move. `move` is None if the player gives up."""
    step, match = lesson.steps[number], lesson.match_at(number)
    game, state = match.game, match.state
    answers = [game.read_move(answer) for answer in step.answers]
    told = tell_answer(game, state, answers, move)
    if move is not None and not told["is_right"]:
        text = " ".join(filter(None, [told["text"], step.wrong]))
        return told | {"text": text, "why": "", "pairs": []}
    return told | {"why": step.why, "pairs": [list(pair) for pair in step.pairs]}
