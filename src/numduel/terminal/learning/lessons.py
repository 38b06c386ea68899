"""Lessons at the keyboard: a few positions to play, then puzzles of the theme."""

from itertools import islice

from numduel.study import Lesson, Progress, judge_step, list_lessons, write_step
from numduel.study.lessons import PUZZLES
from numduel.terminal.choosing import choose_one
from numduel.terminal.learning.puzzles import ask_puzzles, unsolved
from numduel.terminal.learning.questions import QuestionPrompt
from numduel.terminal.line_input import InputEnded, Left
from numduel.terminal.saved.learning import LearningFile
from numduel.terminal.screen import Screen
from numduel.words import count


def learn(screen: Screen, lesson: Lesson | None = None) -> None:
    """Take a lesson, or choose one first. It goes on where it was left."""
    learning = LearningFile(screen)
    progress = learning.read()
    chosen = lesson or _choose(screen, progress)
    screen.tell(f"{chosen.title}. {chosen.about}")
    screen.tell(f"The game is {chosen.game.title}: enter rules to read its rules.")
    screen.tell("")
    try:
        for number in _waiting(chosen, progress):
            LessonPrompt(screen, chosen, number).teach()
            learning.add(write_step(chosen.key, number + 1))
    except InputEnded as ended:
        if not isinstance(ended, Left):
            screen.end_row()
        told = "learn goes on where you were."
        screen.notice(f"In the menu, {told}" if screen.has_menu else f"Goodbye. numduel {told}")
        return
    screen.tell(f"That was the lesson. Now {PUZZLES} puzzles on the same theme.")
    screen.tell("")
    ask_puzzles(screen, islice(unsolved(chosen.puzzles(), learning.read().solved), PUZZLES))
    _tell_next(screen, learning.read())


def _choose(screen: Screen, progress: Progress) -> Lesson:
    lessons = list_lessons()
    answers = [
        (lesson.title, f"{lesson.game.title}, {_how_far(lesson, progress)}", lesson)
        for lesson in lessons
    ]
    first = next(
        (place for place, each in enumerate(lessons, 1) if not _is_done(each, progress)), 1
    )
    return choose_one(screen, "Which lesson", answers, usual=first)


def _waiting(lesson: Lesson, progress: Progress) -> list[int]:
    """The steps from the first unsolved one on; all steps if all are solved."""
    done = progress.steps_done(lesson)
    numbers = range(len(lesson.steps))
    first = next((number for number in numbers if number + 1 not in done), 0)
    return list(numbers[first:])


def _is_done(lesson: Lesson, progress: Progress) -> bool:
    return len(progress.steps_done(lesson)) == len(lesson.steps)


def _how_far(lesson: Lesson, progress: Progress) -> str:
    done, steps = len(progress.steps_done(lesson)), len(lesson.steps)
    if done == steps:
        return "done"
    return f"{done} of {count(steps, 'step')}" if done else count(steps, "step")


def _tell_next(screen: Screen, progress: Progress) -> None:
    waiting = [lesson for lesson in list_lessons() if not _is_done(lesson, progress)]
    if waiting:
        screen.notice(f"numduel learn goes on with the next lesson: {waiting[0].title}.")
    else:
        screen.notice("You have taken all lessons. numduel puzzle has more to solve.")


class LessonPrompt(QuestionPrompt):
    """Asks for the winning move in one step of a lesson."""

    def __init__(self, screen: Screen, lesson: Lesson, number: int) -> None:
        super().__init__(screen, lesson.match_at(number))
        self.lesson = lesson
        self.number = number

    def teach(self) -> None:
        """Ask until the answer is found or given up; every answer is explained."""
        lesson, step = self.lesson, self.lesson.steps[self.number]
        self.screen.tell(f"Step {self.number + 1} of {len(lesson.steps)}. {step.ask}")
        self.screen.tell("")
        self.show_board()
        is_first = True
        while True:
            chosen = self.ask_answer()
            with self.screen.thinking():
                told = judge_step(lesson, self.number, chosen)
            self.screen.tell(told.text)
            if told.why:
                break
            self.encourage(is_first)
            is_first = False
        self.screen.tell(told.why)
        self.screen.tell("")
