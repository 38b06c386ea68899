"""A learner's solved puzzles, their themes, and finished lesson steps.

The terminal or the browser keeps the entries of a learner as JSON objects, oldest first. They are
read here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, NamedTuple

from numduel.study.learning.lessons import Lesson


class PuzzleAttempt(NamedTuple):
    """The first answer to a puzzle, and whether it was right without being told the move."""

    puzzle: str  # its `future_id`
    game: str
    theme: str
    is_right: bool
    day: date | None = None  # of a daily puzzle


@dataclass
class Tries:
    """How many puzzles were answered, and how many of them rightly."""

    asked: int = 0
    right: int = 0


@dataclass
class Progress:
    """All that is known of one learner."""

    attempts: list[PuzzleAttempt] = field(default_factory=list)
    lessons: dict[str, set[int]] = field(default_factory=dict)  # the steps that were solved

    @property
    def solved(self) -> set[str]:
        """The puzzles that need not be asked again."""
        return {attempt.puzzle for attempt in self.attempts if attempt.is_right}

    @property
    def days(self) -> set[date]:
        """The dates whose puzzle was solved at the first try."""
        first: dict[date, bool] = {}
        for attempt in self.attempts:
            if attempt.day:
                first.setdefault(attempt.day, attempt.is_right)
        return {day for day, is_right in first.items() if is_right}

    def streak(self, today: date) -> int:
        """On how many days in a row the daily puzzle was solved, up to today. If today's is not
        solved yet, up to yesterday."""
        day = today if today in self.days else today - timedelta(days=1)
        length = 0
        while day - timedelta(days=length) in self.days:
            length += 1
        return length

    def steps_done(self, lesson: Lesson) -> set[int]:
        """The solved steps of a lesson. A step that the lesson no longer has does not count."""
        return self.lessons.get(lesson.key, set()) & {*range(1, len(lesson.steps) + 1)}

    def by_theme(self) -> dict[tuple[str, str], Tries]:
        """The tries for each game and theme, in the order in which they were first met."""
        tries: dict[tuple[str, str], Tries] = {}
        for attempt in self.attempts:
            counted = tries.setdefault((attempt.game, attempt.theme), Tries())
            counted.asked += 1
            counted.right += attempt.is_right
        return tries


def write_attempt(attempt: PuzzleAttempt) -> dict[str, Any]:
    """An attempt as an entry."""
    day = {"daily": attempt.day.isoformat()} if attempt.day else {}
    return {
        "puzzle": attempt.puzzle,
        "game": attempt.game,
        "theme": attempt.theme,
        "right": attempt.is_right,
        **day,
    }


def write_step(lesson: str, step: int) -> dict[str, Any]:
    """A solved step of a lesson as an entry."""
    return {"lesson": lesson, "step": step}


def read_progress(entries: Iterable[Any]) -> Progress:
    """Read a learner's entries. Anything else is skipped, so a damaged line costs only one
    answer."""
    progress = Progress()
    for entry in entries:
        match entry:
            case {"lesson": str(lesson), "step": int(step)}:
                progress.lessons.setdefault(lesson, set()).add(step)
            case {
                "puzzle": str(name),
                "game": str(game),
                "theme": str(theme),
                "right": bool(right),
            }:
                day = _read_day(entry.get("daily"))
                progress.attempts.append(PuzzleAttempt(name, game, theme, right, day))
    return progress


def _read_day(text: Any) -> date | None:
    try:
        return date.fromisoformat(text)
    except (TypeError, ValueError):
        return None
