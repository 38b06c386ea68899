"""Lessons: a few positions to play, each with words before and after, then puzzles of the theme.

A lesson is data beside the rule book that it teaches. The lessons of the game in `my_game.py` are
in `my_game.lessons.toml`, in the same folder; docs/lessons.md says how to write one. Nothing here
knows a game, so a rule book of another package brings its lessons in the same way.
"""

import tomllib
import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from numduel.catalogue import build_game, file_beside, list_games
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.learning.finding import Puzzles
from numduel.study.learning.puzzles import Puzzle
from numduel.theory import analyse
from numduel.words import listed, quote

PUZZLES = 3  # at the end of a lesson
_DRAWN = 12  # puzzles, of which the easiest come first
_LAST = 1_000  # the place of a lesson that names none


class UnknownLesson(NumduelError):
    """There is no lesson of that name."""


class Step(NamedTuple):
    """A position to play in a lesson; moves are in their written form."""

    options: Mapping[str, Any]
    moves: tuple[str, ...]
    ask: str
    answers: tuple[str, ...]  # all the moves that win
    why: str  # told after the right answer
    wrong: str  # told after a wrong one, with what beats it; may be empty
    pairs: tuple[tuple[int, int], ...]  # drawn on a board after the right answer, if any


class Lesson(NamedTuple):
    """One lesson of a game."""

    game: type[AnyGame]
    name: str
    title: str
    about: str
    theme: str  # of the puzzles at its end
    options: Mapping[str, Any]  # of these puzzles
    steps: tuple[Step, ...]
    place: int  # among the lessons of all games

    @property
    def key(self) -> str:
        """The game and the name: one word for this lesson, in addresses too."""
        return f"{self.game.slug}/{self.name}"

    def match_at(self, number: int) -> Match:
        """The match in which a step is asked; steps count from 0."""
        step = self.steps[number]
        return Match.at(build_game(self.game, step.options), step.moves)

    def puzzles(self) -> list[Puzzle]:
        """Puzzles of the theme, the easiest first."""
        found = Puzzles(build_game(self.game, self.options), _DRAWN, theme=self.theme)
        return sorted(found, key=lambda puzzle: puzzle.rating)


def list_lessons() -> list[Lesson]:
    """The lessons of all games, in the order in which to take them. A file that cannot be read is
    left out with a warning."""
    found: list[Lesson] = []
    for game_class in list_games():
        try:
            found += lessons_of(game_class)
        except NumduelError as fault:
            warnings.warn(f"The lessons of {game_class.title}: {fault}", stacklevel=2)
    return sorted(found, key=lambda lesson: lesson.place)


def find_lesson(name: str) -> Lesson:
    """The lesson of that key, or of that name alone."""
    lessons = list_lessons()
    for lesson in lessons:
        if name in (lesson.key, lesson.name):
            return lesson
    known = listed(lesson.name for lesson in lessons)
    raise UnknownLesson(f"There is no lesson {quote(name)}. There is: {known}.")


@cache
def lessons_of(game_class: type[AnyGame]) -> tuple[Lesson, ...]:
    """The lessons beside a rule book, none if it has no such file."""
    path = file_beside(game_class, ".lessons.toml")
    if path is None:
        return ()
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        return tuple(_read_lesson(game_class, lesson) for lesson in content["lesson"])
    except KeyError as missing:
        raise NumduelError(f"{path.name} lacks {missing}.") from None
    except (ValueError, TypeError, AttributeError) as fault:
        raise NumduelError(f"{path.name} is not as it should be: {fault}.") from None


def _read_lesson(game_class: type[AnyGame], told: Mapping[str, Any]) -> Lesson:
    puzzles = told["puzzles"]
    return Lesson(
        game_class,
        told["name"],
        told["title"],
        told["about"],
        puzzles["theme"],
        puzzles.get("options", {}),
        tuple(_read_step(step) for step in told["step"]),
        told.get("place", _LAST),
    )


def _read_step(told: Mapping[str, Any]) -> Step:
    return Step(
        told.get("options", {}),
        tuple(told.get("moves", "").split()),
        told["ask"],
        tuple(told["answers"].split()),
        told["why"],
        told.get("wrong", ""),
        tuple((one, two) for one, two in told.get("pairs", ())),
    )


def faults_of(lesson: Lesson) -> list[str]:
    """What is wrong with a lesson, in sentences: each step must expect exactly the moves that win,
    another move must lose, and there must be puzzles of the theme."""
    faults = []
    for number, step in enumerate(lesson.steps):
        where = f"Step {number + 1} of {lesson.key}"
        try:
            match = lesson.match_at(number)
        except NumduelError as fault:
            faults.append(f"{where}: {fault}")
            continue
        game, state = match.game, match.state
        analysis = analyse(game, state)
        winning = {*map(game.write_move, analysis.moves_won_by(state.to_move))}
        if winning != set(step.answers):
            told = f"{listed(step.answers)}, but {listed(sorted(winning)) or 'nothing'} wins"
            faults.append(f"{where} expects {told}.")
        if len(winning) == len(analysis.choices):
            faults.append(f"{where} asks nothing: every move wins.")
    if len(lesson.puzzles()) < PUZZLES:
        faults.append(
            f"There are not {PUZZLES} puzzles on {lesson.theme} for the end of {lesson.key}."
        )
    return faults
