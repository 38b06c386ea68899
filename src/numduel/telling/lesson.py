"""A lesson: what it is about, and what is said to an answer in it."""

from typing import Any

from numduel.study.lessons import Lesson
from numduel.telling.puzzle import refusal, tell_answers
from numduel.words import listed


def lesson_of(lesson: Lesson) -> dict[str, Any]:
    """A lesson as JSON, without its positions."""
    return {
        "key": lesson.key,
        "game": lesson.game.slug,
        "game_title": lesson.game.title,
        "title": lesson.title,
        "about": lesson.about,
        "theme": lesson.theme,
        "options": dict(lesson.options),
        "steps": len(lesson.steps),
    }


def judge(lesson: Lesson, number: int, move: Any) -> dict[str, Any]:
    """What is said to an answer to a step, as JSON; steps count from 0. A wrong answer is told
    what beats it. `move` is None if whoever was asked gives up."""
    step, match = lesson.steps[number], lesson.match_at(number)
    game, state = match.game, match.state
    answers = [game.read_move(answer) for answer in step.answers]
    if move is not None and move not in answers:
        told = [refusal(game, state, move), step.wrong]
        text = " ".join(filter(None, told))
        return {"is_right": False, "text": text, "why": "", "answers": [], "pairs": []}
    others = [game.words.name_move(game, state, other) for other in answers if other != move]
    if move is None:
        text = tell_answers(game, state, answers)
    else:
        text = f"Right: {game.words.name_move(game, state, move)} wins."
        if others:
            text = f"{text[:-1]}, and so {'does' if len(others) == 1 else 'do'} {listed(others)}."
    return {
        "is_right": move is not None,
        "text": text,
        "why": step.why,
        "answers": list(step.answers),
        "pairs": [list(pair) for pair in step.pairs],
    }
