"""What a learner has achieved: puzzles by theme, days in a row, lessons."""

from datetime import date

from numduel.catalogue import find_game
from numduel.errors import UnknownGame
from numduel.study.learning.lessons import list_lessons
from numduel.study.learning.progress import Progress
from numduel.words import begin_sentence, count


def tell_progress(progress: Progress, today: date) -> list[str]:
    """A learner's progress in lines; none if there is nothing to tell yet."""
    asked, lines = len(progress.attempts), []
    if asked:
        right = sum(attempt.is_right for attempt in progress.attempts)
        lines.append(f"{right} of {count(asked, 'puzzle')} at the first try.")
    for (game, theme), tries in progress.by_theme().items():
        lines.append(f"  {begin_sentence(theme)} ({_title(game)}): {tries.right} of {tries.asked}")
    if days := progress.streak(today):
        lines.append(tell_streak(days))
    for lesson in list_lessons():
        if done := progress.steps_done(lesson):
            steps = count(len(lesson.steps), "step")
            lines.append(f"Lesson {lesson.title}: {len(done)} of {steps}.")
    return lines


def tell_streak(days: int) -> str:
    """On how many days in a row the daily puzzle was solved."""
    if days == 1:
        return "You solved the daily puzzle: one day in a row."
    return f"You solved the daily puzzle {days} days in a row."


def _title(slug: str) -> str:
    try:
        return find_game(slug).title
    except UnknownGame:  # of a package that is gone
        return slug
