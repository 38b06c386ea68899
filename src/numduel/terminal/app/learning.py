"""Lessons and puzzles in the app: find a winning move on the board of its game."""

import secrets
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.reactive import reactive
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from numduel.catalogue import build_game, list_games
from numduel.errors import IllegalMove
from numduel.match import Match
from numduel.study import (
    Lesson,
    Nudge,
    Puzzle,
    PuzzleAttempt,
    consequence_of,
    daily_puzzle,
    first_offer,
    future_id,
    headline,
    judge_step,
    list_lessons,
    match_of,
    nudges,
    question,
    solved,
    solver_of,
    tell_streak,
    title_of,
    write_attempt,
    write_step,
)
from numduel.study.lessons import PUZZLES
from numduel.terminal.app.boards import Shown
from numduel.terminal.app.game import GameScreen, seats_of
from numduel.terminal.app.table import ListScreen, TableScreen, rules_reader
from numduel.terminal.plain import Mixed
from numduel.terminal.saved import LearningFile
from numduel.words import count


class QuestionScreen(TableScreen):
    """A position with a winning move to find. A wrong answer is played out on the board and costs
    nothing; hints come in steps."""

    BINDINGS = [
        Binding("h", "hint", "Hint"),
        Binding("w", "give_up", "Answer"),
        Binding("n", "on", "Next"),
        Binding("enter", "on", show=False),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("escape", "leave", "Back", key_display="Esc"),
    ]

    asked = ""
    is_open = reactive(False, bindings=True)  # whether an answer is awaited

    def __init__(self) -> None:
        super().__init__()
        self.learning = LearningFile(self.notify)
        self.hints = 0
        self.is_first = True  # whether no answer was given yet
        self.was_told = False
        self.moves_ahead: list[str] = []  # of a wrong answer that is being played out

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key is enabled; None shows it dim."""
        if action in ("hint", "give_up"):
            return self.is_open or None
        return not self.is_open or None if action == "on" else True

    def ask(self, match: Match) -> None:
        """Ask for the winning move at this position."""
        self.match, self.hints, self.is_first, self.was_told = match, 0, True, False
        self.is_open, self.moves_ahead = True, []
        self.tell_all()
        self.show_board(Shown(match, may_play=True))
        self.board.focus()

    def tell_all(self) -> None:
        self.write_headline(self.asked, None if self.match.outcome else self.match.state.to_move)
        self.write_moves(self.match)
        self.show_board(self.board.shown)

    def shown(self) -> Shown:
        return Shown(self.match)

    def choose(self, move: Any) -> None:
        """Judge an answer; None gives up."""
        match = self.match
        if move is not None:
            try:
                match.judge(move)
            except IllegalMove as illegal:
                self.refuse(illegal.rule)
                return
        self.is_open = False
        self.show_board(Shown(match))
        self.tell("…")
        self.work_out(lambda: self.judge(move), lambda told: self.judged(move, told), self._place)

    def _place(self) -> Any:
        return self.match.id, self.hints

    def judge(self, move: Any) -> Any:
        """Return the feedback on an answer."""
        raise NotImplementedError

    def judged(self, move: Any, told: Any) -> None:
        """Tell whether an answer is right."""
        raise NotImplementedError

    def confirm(self, move: Any, answer: str, pairs: Sequence[Any], *said: str) -> None:
        """Show the right move on the board, with the pairs that explain it."""
        match = self.match
        shown = match.until(match.ply)
        shown.play(match.game.read_move(answer) if move is None else move)
        self.tell_all()
        self.show_board(Shown(shown, pairs=pairs))
        self.write_moves(shown)
        self.write_headline(
            "Press Enter to go on." if move is None else "Right! Press Enter to go on."
        )
        self.tell(*said)
        self.set_focus(None)

    def play_out(self, move: Any, text: str) -> None:
        """Show on the board what beats a wrong answer, then ask again."""
        match = self.match
        self.write_headline("No. This is what follows:")
        self.tell(text)

        def show(line: Sequence[str]) -> None:
            self.moves_ahead = [*line]
            self.shown_line = match.until(match.ply)
            self._show_next()

        self.work_out(lambda: consequence_of(match, move).line, show, self._place)

    def _show_next(self) -> None:
        if self.is_open or not self.is_attached:
            return
        if self.moves_ahead:
            self.shown_line.play(self.moves_ahead.pop(0))
            self.show_board(Shown(self.shown_line))
            self.write_moves(self.shown_line)
            self.set_timer(max(self.here.pace * 1.5, 0.01), self._show_next)
            return
        self.set_timer(max(self.here.pace * 2, 0.01), self._ask_again)

    def _ask_again(self) -> None:
        if self.is_open or not self.is_attached:
            return
        self.is_open = True
        self.show_board(Shown(self.match, may_play=True))
        self.write_moves(self.match)
        self.write_headline(f"Try again. {self.asked}", self.match.state.to_move)
        self.board.focus()

    def action_hint(self) -> None:
        """Give one more step of the hint: the theme, then where to look, then the move."""
        step = self.hints

        def told(steps: Sequence[Nudge]) -> None:
            if not steps:
                return
            self.hints = min(step + 1, len(steps))
            self.was_told = self.hints == len(steps)
            nudge = steps[self.hints - 1]
            self.show_board(Shown(self.match, may_play=True, looked_at=nudge.moves))
            self.tell(nudge.text, heading=f"Hint {self.hints} of {len(steps)}")

        self.work_out(lambda: nudges(self.match), told, self._place)

    def action_give_up(self) -> None:
        self.was_told = True
        self.choose(None)

    def action_on(self) -> None:
        """Go on to the next question; while a wrong answer is played out, try again at once."""
        if self.moves_ahead:
            self.moves_ahead = []
            self._ask_again()
        else:
            self.go_on()

    def go_on(self) -> None:
        """Ask the next question."""
        raise NotImplementedError

    def action_rules(self) -> None:
        self.app.push_screen(rules_reader(self.match.game))

    def action_leave(self) -> None:
        self.app.pop_screen()


class PuzzleScreen(QuestionScreen):
    """Puzzles, one after another."""

    def __init__(
        self,
        draw: Callable[[], Puzzle | None],
        day: date | None = None,
        many: int | None = None,
        then: Callable[[], None] | None = None,
    ) -> None:
        """`draw` returns the next puzzle, `many` is how many are asked, and `then` is called
        afterwards."""
        super().__init__()
        self.draw, self.day, self.many, self.then = draw, day, many, then
        self.number = self.right = 0
        self.puzzle: Puzzle | None = None
        self.match = Match(list_games()[0]())

    @classmethod
    def daily(cls, day: date) -> "PuzzleScreen":
        """Return a screen with the puzzle of a day."""
        return cls(lambda: daily_puzzle(day), day, many=1)

    @classmethod
    def mixed(cls, app: Any) -> "PuzzleScreen":
        """Return a screen with puzzles of all games, which get harder as the solver improves."""
        draw = Mixed(LearningFile(app.notify))
        return cls(lambda: next(draw, None))

    def open(self) -> None:
        super().open()
        self.next_puzzle()

    def tell_all(self) -> None:
        if self.puzzle is not None:
            super().tell_all()
            day = self.day
            name = f"Puzzle {self.number}" if day is None else f"Puzzle of {day.day} {day:%b}"
            right = f" · {self.right} right" if day is None else ""
            about = f"{name}: {title_of(self.match.game)}"
            self.write_title(about, f"{self.puzzle.difficulty}{right}")

    def next_puzzle(self) -> None:
        self.is_open = False
        self.write_headline("Looking for a puzzle …")
        self.tell()
        self.work_out(self.draw, self.set_puzzle, lambda: self.number)

    def set_puzzle(self, puzzle: Puzzle | None) -> None:
        if puzzle is None:
            self.write_headline("No other puzzle was found. Esc goes back.")
            return
        self.number += 1
        self.puzzle = puzzle
        self.asked = question(len(puzzle.answers))
        self.ask(match_of(puzzle))
        if self.day is not None and self.day in self.learning.read().days:
            self.tell("You have solved this one already.")
        else:
            self.tell(self.match.game.summary, headline(self.match, solver_of(self.match)))

    def judge(self, move: Any) -> Any:
        return solved(self.match, move)

    def judged(self, move: Any, told: Any) -> None:
        puzzle, match = self.puzzle, self.match
        assert puzzle is not None
        if self.is_first:
            self.is_first = False
            is_right = told.is_right and not self.was_told
            self.right += is_right
            future = future_id(match.game, match.state)
            attempt = PuzzleAttempt(future, match.game.slug, puzzle.theme, is_right, self.day)
            self.learning.add(write_attempt(attempt))
        if told.truth is None:
            self.play_out(move, told.text)
            return
        said = [told.text]
        if self.day is not None:
            progress = self.learning.read()
            if days := progress.streak(self.day):
                said.append(tell_streak(days))
            if share := progress.share(self.day):
                said.append(f"To share: {share}")
        reasons = "\n".join(told.truth.why.sentences)
        self.confirm(move, told.answers[0], told.truth.why.pairs, *said, reasons)

    def go_on(self) -> None:
        if self.number == self.many:
            self.app.pop_screen()
            if self.then is not None:
                self.then()
        elif self.puzzle is not None:
            self.next_puzzle()


class LearnScreen(ListScreen):
    """The lessons, in the order in which to take them."""

    title_shown = "Learn: how to win, and why"

    def on_screen_resume(self) -> None:
        self.tell_all()

    def tell_all(self) -> None:
        progress = LearningFile(self.notify).read()
        self.lessons = list_lessons()
        rows, first = [], None
        for place, lesson in enumerate(self.lessons):
            done, steps = len(progress.steps_done(lesson)), len(lesson.steps)
            if first is None and done < steps:
                first = place
            far = "✓ done" if done == steps else f"{done} of {count(steps, 'step')}"
            row = Text(f"{lesson.title}", "bold", no_wrap=True, overflow="ellipsis")
            row.append(f"  {lesson.game.title}, {far}", "not bold dim")
            row.append(f"\n  {lesson.about}", "not bold")
            rows.append(Option(row))
        entries = self.query_one(OptionList)
        entries.set_options(rows)
        entries.highlighted = first or 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.app.push_screen(LessonScreen(self.lessons[event.option_index]))


class LessonScreen(QuestionScreen):
    """One lesson: positions to play, puzzles on its theme, then the game itself."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self.lesson = lesson
        done = self.learning.read().steps_done(lesson)
        numbers = range(len(lesson.steps))
        self.number = next((number for number in numbers if number + 1 not in done), 0)
        self.match = lesson.match_at(self.number)
        self.is_over = False

    def compose_below(self) -> ComposeResult:
        yield OptionList(id="next", markup=False)

    def open(self) -> None:
        super().open()
        self.query_one("#next").display = False
        self.step()

    def step(self) -> None:
        """Ask the current step."""
        step = self.lesson.steps[self.number]
        self.asked = "Find the move that wins."
        self.ask(self.lesson.match_at(self.number))
        self.tell(step.ask)

    def tell_all(self) -> None:
        super().tell_all()
        steps = len(self.lesson.steps)
        about = f"{self.lesson.title} · {self.lesson.game.title}"
        self.write_title(about, f"step {self.number + 1} of {steps}")

    def judge(self, move: Any) -> Any:
        return judge_step(self.lesson, self.number, move)

    def judged(self, move: Any, told: Any) -> None:
        if not told.why:
            self.play_out(move, told.text)
            return
        self.learning.add(write_step(self.lesson.key, self.number + 1))
        self.confirm(move, told.answers[0], told.pairs, told.text, told.why)

    def go_on(self) -> None:
        if self.number + 1 < len(self.lesson.steps):
            self.number += 1
            self.step()
        elif not self.is_over:
            self.finish()

    def finish(self) -> None:
        """Offer what comes after the lesson."""
        self.is_over = True
        self.write_headline("That was the lesson.")
        self.tell("What next?")
        choices = self.query_one("#next", OptionList)
        choices.display = True
        choices.add_option(Option(f"{PUZZLES} puzzles on the same theme", "puzzles"))
        choices.add_option(Option(f"Now play {self.lesson.game.title}", "play"))
        following = self.following()
        if following is not None:
            choices.add_option(Option(f"Next lesson: {following.title}", "next"))
        choices.add_option(Option("Back", "back"))
        choices.highlighted = 0
        choices.focus()

    def following(self) -> Lesson | None:
        """Return the next lesson that is not done."""
        progress = self.learning.read()
        lessons = list_lessons()
        place = [each.key for each in lessons].index(self.lesson.key)
        ahead = [*lessons[place + 1 :], *lessons[:place]]
        waiting = (each for each in ahead if len(progress.steps_done(each)) < len(each.steps))
        return next(waiting, None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen, lesson = event.option_id, self.lesson
        if chosen == "puzzles":
            found = lesson.puzzles()
            stream = iter(found)
            self.app.push_screen(PuzzleScreen(lambda: next(stream, None), many=PUZZLES))
        elif chosen == "play":
            offer = first_offer(lesson.game)
            game = build_game(lesson.game, lesson.options) if lesson.options else offer.game
            seats = seats_of(offer.seat, offer.level)
            self.app.switch_screen(GameScreen(Match(game, seats, secrets.randbits(32))))
        elif chosen == "next" and (following := self.following()) is not None:
            self.app.switch_screen(LessonScreen(following))
        else:
            self.app.pop_screen()
