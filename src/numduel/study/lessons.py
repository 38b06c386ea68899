"""Lessons: a few positions to play, each with text before and after, then puzzles on the theme; and
a learner's progress in puzzles and lessons.

A lesson is data beside the rule book that it teaches. The lessons of the game in `my_game.py` are
in `my_game.lessons.toml`, in the same folder; docs/your-game.md says how to write one. Rule books
of other packages bring theirs in the same way.
"""

import tomllib
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cache
from typing import Any, NamedTuple

from numduel.catalogue import build_game, file_beside, find_game, list_games
from numduel.errors import NumduelError, UnknownGame
from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.study.address import title_of
from numduel.study.analysis import foregone_winner
from numduel.study.form import Form, OptionValues, Part
from numduel.study.offers import first_offer
from numduel.study.puzzles import (
    AnswerResult,
    Difficulty,
    Puzzle,
    Puzzles,
    confirm,
    refuse,
    rising_level,
    tell_share,
)
from numduel.theory import analyse, theory_of
from numduel.words import begin_sentence, count, listed, quote

PUZZLES = 3  # at the end of a lesson
_DRAWN = 12  # puzzles to choose the easiest from
_LAST = 1_000  # the place of a lesson without one


class UnknownLesson(NumduelError):
    """No lesson of that name."""


class Step(NamedTuple):
    """A position to play; moves are in their written form."""

    options: Mapping[str, Any]
    moves: tuple[str, ...]
    ask: str
    answers: tuple[str, ...]  # all the moves that win
    why: str  # shown after the right answer
    wrong: str  # shown after a wrong one, with its refutation; may be empty
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
        """The game and the name: identifies this lesson, also in URLs."""
        return f"{self.game.slug}/{self.name}"

    def match_at(self, number: int) -> Match:
        """Return the match of a step; steps count from 0."""
        step = self.steps[number]
        return Match.at(build_game(self.game, step.options), step.moves)

    def puzzles(self) -> list[Puzzle]:
        """Return puzzles on the theme, the easiest first."""
        found = Puzzles(build_game(self.game, self.options), _DRAWN, theme=self.theme)
        return sorted(found, key=lambda puzzle: puzzle.rating)


def list_lessons() -> list[Lesson]:
    """List the lessons of all games, in the order to take them. A file that cannot be read is
    skipped with a warning."""
    found: list[Lesson] = []
    for game_class in list_games():
        try:
            found += lessons_of(game_class)
        except NumduelError as fault:
            warnings.warn(f"The lessons of {game_class.title}: {fault}", stacklevel=2)
    return sorted(found, key=lambda lesson: lesson.place)


def find_lesson(name: str) -> Lesson:
    """Return the lesson with that key or name."""
    lessons = list_lessons()
    for lesson in lessons:
        if name in (lesson.key, lesson.name):
            return lesson
    known = listed(lesson.name for lesson in lessons)
    raise UnknownLesson(f"There is no lesson {quote(name)}. Choose from: {known}.")


@cache
def lessons_of(game_class: type[AnyGame]) -> tuple[Lesson, ...]:
    """Return the lessons beside a rule book; empty without such a file."""
    path = file_beside(game_class, ".lessons.toml")
    if path is None:
        return ()
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        return tuple(_read_lesson(game_class, lesson) for lesson in content["lesson"])
    except KeyError as missing:
        raise NumduelError(f"{path.name} lacks {missing}.") from None
    except (ValueError, TypeError, AttributeError) as fault:
        raise NumduelError(f"{path.name} is invalid: {fault}.") from None


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
    """Return the faults of a lesson: each step must expect exactly the winning moves, another move
    must lose, and there must be puzzles on the theme."""
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
            f"There are fewer than {PUZZLES} puzzles on {lesson.theme} for the end of {lesson.key}."
        )
    return faults


# Forms.


@dataclass(frozen=True)
class LessonGame(Part):
    """A game to apply a lesson in, with a seat that can win."""

    label: str
    """the text of a button"""
    game: str
    options: OptionValues
    seat: Player
    level: str


@dataclass(frozen=True, kw_only=True)
class LessonAbout(Form):
    """A lesson, with the theme and options of its final puzzles."""

    key: str
    """the game and the lesson's name"""
    game: str
    game_title: str
    title: str
    about: str
    theme: str
    options: OptionValues
    steps: int
    play: LessonGame
    """what to play after it"""
    next: str | None
    """the key of the lesson after it; null after the last"""
    next_title: str | None


def lesson_of(lesson: Lesson) -> LessonAbout:
    """Return the form of a lesson, without its positions."""
    following = _lesson_after(lesson)
    return LessonAbout(
        key=lesson.key,
        game=lesson.game.slug,
        game_title=lesson.game.title,
        title=lesson.title,
        about=lesson.about,
        theme=lesson.theme,
        options=dict(lesson.options),
        steps=len(lesson.steps),
        play=_game_after(lesson),
        next=following.key if following else None,
        next_title=following.title if following else None,
    )


def _lesson_after(lesson: Lesson) -> Lesson | None:
    lessons = list_lessons()
    keys = [each.key for each in lessons]
    later = lessons[keys.index(lesson.key) + 1 :] if lesson.key in keys else []
    return later[0] if later else None


def _game_after(lesson: Lesson) -> LessonGame:
    """Return the game of a lesson's puzzles or, if no choice matters in it, the first offer."""
    game, offer = build_game(lesson.game, lesson.options), first_offer(lesson.game)
    if foregone_winner(game):
        game = offer.game
    seat = theory_of(game).winner(game.start()) or Player.ONE
    label = f"Now play it: {title_of(game)}"
    return LessonGame(label, game.slug, game.changed_options, seat, offer.level)


def judge_step(lesson: Lesson, number: int, move: Any) -> AnswerResult:
    """Return the feedback on an answer to a step; steps count from 0. For a wrong move it is the
    refutation. `move` is None if the player gives up."""
    step, match = lesson.steps[number], lesson.match_at(number)
    game, state = match.game, match.state
    answers = [game.read_move(answer) for answer in step.answers]
    if move is not None and move not in answers:
        told = refuse(game, state, move)
        return replace(told, text=" ".join(filter(None, [told.text, step.wrong])))
    told = confirm(game, state, analyse(game, state), answers, move)
    return replace(told, why=step.why, pairs=step.pairs)


# A learner's progress. The terminal or the browser keeps the entries of a learner as JSON
# objects, oldest first.


class PuzzleAttempt(NamedTuple):
    """The first answer to a puzzle, and whether it was right without help."""

    puzzle: str  # its `future_id`
    game: str
    theme: str
    is_right: bool
    day: date | None = None  # of a daily puzzle


@dataclass
class Tries:
    """The number of puzzles answered, and of right answers."""

    asked: int = 0
    right: int = 0


@dataclass
class Progress:
    """A learner's progress."""

    attempts: list[PuzzleAttempt] = field(default_factory=list)
    lessons: dict[str, set[int]] = field(default_factory=dict)  # solved steps

    @property
    def solved(self) -> set[str]:
        """The puzzles not to ask again."""
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
        """Return on how many days in a row the daily puzzle was solved, up to today or, if today's
        is not solved yet, up to yesterday."""
        day = today if today in self.days else today - timedelta(days=1)
        length = 0
        while day - timedelta(days=length) in self.days:
            length += 1
        return length

    @property
    def level(self) -> Difficulty:
        """The level of the next puzzle; daily puzzles do not count."""
        return rising_level(attempt.is_right for attempt in self.attempts if not attempt.day)

    def share(self, day: date) -> str | None:
        """Return a line to share the result of the daily puzzle; None without an answer."""
        if day not in {attempt.day for attempt in self.attempts}:
            return None
        return tell_share(day, day in self.days, self.streak(day))

    def steps_done(self, lesson: Lesson) -> set[int]:
        """Return the solved steps of a lesson, without those that no longer exist."""
        return self.lessons.get(lesson.key, set()) & {*range(1, len(lesson.steps) + 1)}

    def by_theme(self) -> dict[tuple[str, str], Tries]:
        """Return the tries for each game and theme, in order of first appearance."""
        tries: dict[tuple[str, str], Tries] = {}
        for attempt in self.attempts:
            counted = tries.setdefault((attempt.game, attempt.theme), Tries())
            counted.asked += 1
            counted.right += attempt.is_right
        return tries


def write_attempt(attempt: PuzzleAttempt) -> dict[str, Any]:
    """Return an attempt as an entry."""
    day = {"daily": attempt.day.isoformat()} if attempt.day else {}
    return {
        "puzzle": attempt.puzzle,
        "game": attempt.game,
        "theme": attempt.theme,
        "right": attempt.is_right,
        **day,
    }


def write_step(lesson: str, step: int) -> dict[str, Any]:
    """Return a solved step of a lesson as an entry."""
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


def tell_progress(progress: Progress, today: date) -> list[str]:
    """Return the lines of a learner's progress; empty if there is none."""
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
    """Return the streak of daily puzzles as a sentence."""
    if days == 1:
        return "You solved the daily puzzle: one day in a row."
    return f"You solved the daily puzzle {days} days in a row."


def _title(slug: str) -> str:
    try:
        return find_game(slug).title
    except UnknownGame:  # of a missing package
        return slug
