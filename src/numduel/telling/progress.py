"""What a learner has achieved: puzzles by theme, days in a row, lessons."""

from datetime import date
from typing import Any

from numduel.catalogue import find_game
from numduel.errors import UnknownGame
from numduel.study.lessons import Lesson, list_lessons
from numduel.study.progress import Progress
from numduel.words import begin_sentence, count


def progress_of(progress: Progress, today: date) -> dict[str, Any]:
    """A learner's progress as JSON."""
    right = sum(attempt.is_right for attempt in progress.attempts)
    return {
        "puzzles": {"asked": len(progress.attempts), "right": right},
        "themes": [
            {"game": game, "theme": theme, "asked": tries.asked, "right": tries.right}
            for (game, theme), tries in progress.by_theme().items()
        ],
        "days_in_a_row": progress.streak(today),
        "lessons": [
            {"lesson": lesson.key, "title": lesson.title, "done": done, "steps": len(lesson.steps)}
            for lesson, done in _lessons(progress)
        ],
    }


def tell_progress(progress: Progress, today: date) -> list[str]:
    """A learner's progress in lines; none if there is nothing to tell yet."""
    told = progress_of(progress, today)
    asked, lines = told["puzzles"]["asked"], []
    if asked:
        lines.append(f"{told['puzzles']['right']} of {count(asked, 'puzzle')} at the first try.")
    for theme in told["themes"]:
        name = f"{begin_sentence(theme['theme'])} ({_title(theme['game'])})"
        lines.append(f"  {name}: {theme['right']} of {theme['asked']}")
    if told["days_in_a_row"]:
        lines.append(tell_streak(told["days_in_a_row"]))
    for lesson in told["lessons"]:
        if lesson["done"]:
            lines.append(
                f"Lesson {lesson['title']}: {lesson['done']} of {count(lesson['steps'], 'step')}."
            )
    return lines


def tell_streak(days: int) -> str:
    """On how many days in a row the daily puzzle was solved."""
    if days == 1:
        return "You solved the daily puzzle: one day in a row."
    return f"You solved the daily puzzle {days} days in a row."


def _lessons(progress: Progress) -> list[tuple[Lesson, int]]:
    return [
        (lesson, sum(step in progress.lessons.get(lesson.key, ()) for step in _steps(lesson)))
        for lesson in list_lessons()
    ]


def _steps(lesson: Lesson) -> range:
    return range(1, len(lesson.steps) + 1)


def _title(slug: str) -> str:
    try:
        return find_game(slug).title
    except UnknownGame:  # of a package that is gone
        return slug
