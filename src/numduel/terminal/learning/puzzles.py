"""Solving puzzles at the keyboard: find the winning move, in one position after another."""

import secrets
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from random import Random

from numduel.catalogue import list_games
from numduel.study import (
    Puzzle,
    PuzzleAttempt,
    Puzzles,
    daily_puzzle,
    future_id,
    match_of,
    puzzle_settings,
    question,
    solved,
    tell_streak,
    title_of,
    write_attempt,
)
from numduel.terminal.learning.questions import QuestionPrompt
from numduel.terminal.line_input import InputEnded, Left
from numduel.terminal.saved.learning import LearningFile
from numduel.terminal.screen import Screen

USUAL_COUNT = 5


def solve_puzzles(screen: Screen) -> None:
    """Ask puzzles of several games. They are new to the player."""
    known = LearningFile(screen).read().solved
    ask_puzzles(screen, _mixed(secrets.randbits(32), USUAL_COUNT, known))


def solve_daily(screen: Screen, day: date) -> None:
    """Ask the puzzle of a day, and tell for how many days in a row it was solved."""
    learning = LearningFile(screen)
    if day in learning.read().days:
        screen.notice("You have solved this one already.")
    with screen.thinking():
        puzzle = daily_puzzle(day)
    ask_puzzles(screen, [puzzle], day)
    days = learning.read().streak(day)
    if days:
        screen.notice(tell_streak(days))


def ask_puzzles(screen: Screen, stream: Iterable[Puzzle], day: date | None = None) -> None:
    """Ask puzzles until they or the answers end, then tell how many were found at the first try.
    `day` is that of a daily puzzle."""
    learning = LearningFile(screen)
    attempts: list[PuzzleAttempt] = []
    try:
        for number, puzzle in enumerate(stream, start=1):
            title = f"Puzzle {number}" if day is None else f"Puzzle of {day.day} {day:%B %Y}"
            for attempt in PuzzlePrompt(screen, puzzle, title).solve(day):
                learning.add(write_attempt(attempt))
                attempts.append(attempt)
    except Left:
        pass
    except InputEnded:
        screen.end_row()
    if attempts:
        right = sum(attempt.is_right for attempt in attempts)
        screen.notice(f"You found {right} of {len(attempts)} at the first try.")


def unsolved(stream: Iterable[Puzzle], known: set[str]) -> Iterator[Puzzle]:
    """The puzzles of a stream that were not solved before."""
    for puzzle in stream:
        match = match_of(puzzle)
        if future_id(match.game, match.state) not in known:
            yield puzzle


def _mixed(seed: int, count: int, known: set[str]) -> Iterator[Puzzle]:
    """Puzzles of all games in turn, at the settings that are meant for puzzles."""
    streams = [
        unsolved(Puzzles(game, count + len(known), seed, is_fair=True), known)
        for game_class in list_games()
        for game in puzzle_settings(game_class)
    ]
    Random(f"{seed}/games").shuffle(streams)

    def take_turns() -> Iterator[Puzzle]:
        while streams:
            stream = streams.pop(0)
            found = next(stream, None)
            if found is not None:
                streams.append(stream)
                yield found

    return islice(take_turns(), count)


class PuzzlePrompt(QuestionPrompt):
    """Asks for the winning move of one puzzle."""

    def __init__(self, screen: Screen, puzzle: Puzzle, title: str) -> None:
        super().__init__(screen, match_of(puzzle))
        self.puzzle = puzzle
        self.title = title

    def solve(self, day: date | None) -> Iterator[PuzzleAttempt]:
        """Ask until the player finds the winning move or gives up, and explain it. Yields one
        attempt, right after the first answer."""
        asked = question(len(self.puzzle.answers))
        self.screen.tell(f"{self.title}: {title_of(self.game)}, {self.puzzle.difficulty}. {asked}")
        self.show_board()
        is_first = True
        while True:
            chosen = self.ask_answer()
            with self.screen.thinking():
                told = solved(self.match, chosen)
            if is_first:
                future = future_id(self.game, self.match.state)
                is_right = told.is_right and not self.was_told
                yield PuzzleAttempt(future, self.game.slug, self.puzzle.theme, is_right, day)
            self.screen.tell(told.text)
            if told.truth:
                break
            self.encourage(is_first)
            is_first = False
        for sentence in (*told.truth.why.sentences, ""):
            self.screen.tell(sentence)
