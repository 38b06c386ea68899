"""What a learner has achieved."""

from datetime import date

import pytest

from numduel.study import PuzzleAttempt, find_lesson, read_progress, write_attempt, write_step

DAY = date(2026, 11, 16)


def solved_on(*days):
    return read_progress(
        write_attempt(PuzzleAttempt(str(day), "a-game", "pairing", True, date(2026, 11, day)))
        for day in days
    )


def test_what_is_written_is_read_again():
    attempts = [
        PuzzleAttempt("one", "a-game", "pairing", True),
        PuzzleAttempt("two", "a-game", "dead end", False, DAY),
    ]
    entries = [*map(write_attempt, attempts), write_step("a-game/a-lesson", 2)]
    progress = read_progress(entries)
    assert progress.attempts == attempts
    assert progress.lessons == {"a-game/a-lesson": {2}}


def test_only_what_was_right_is_solved():
    tries = [("one", False), ("two", True), ("one", True), ("three", False)]
    progress = read_progress(
        write_attempt(PuzzleAttempt(name, "a-game", "pairing", right)) for name, right in tries
    )
    assert progress.solved == {"one", "two"}


def test_tries_are_counted_by_game_and_theme():
    tries = [("a-game", "pairing", True), ("a-game", "dead end", False), ("b", "pairing", True)]
    progress = read_progress(
        write_attempt(PuzzleAttempt("one", game, theme, right))
        for game, theme, right in [*tries, tries[0]]
    )
    counts = {name: (found.right, found.asked) for name, found in progress.by_theme().items()}
    assert counts == {
        ("a-game", "pairing"): (2, 2),
        ("a-game", "dead end"): (0, 1),
        ("b", "pairing"): (1, 1),
    }


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ((), 0),
        ((16,), 1),
        ((14, 15, 16), 3),
        ((14, 15), 2),  # today's is still to come
        ((13, 14), 0),
        ((12, 13, 15, 16), 2),
        ((16, 16, 15), 2),
    ],
)
def test_days_in_a_row_end_today_or_yesterday(days, streak):
    assert solved_on(*days).streak(DAY) == streak


def test_of_a_daily_puzzle_only_the_first_try_counts():
    tries = [PuzzleAttempt("one", "a-game", "pairing", right, DAY) for right in (False, True)]
    assert read_progress(map(write_attempt, tries)).streak(DAY) == 0
    assert read_progress(map(write_attempt, reversed(tries))).streak(DAY) == 1


def test_a_daily_puzzle_that_was_not_found_breaks_the_row():
    entries = [
        write_attempt(PuzzleAttempt(str(day), "a-game", "pairing", day != 15, date(2026, 11, day)))
        for day in (14, 15, 16)
    ]
    assert read_progress(entries).streak(DAY) == 1


@pytest.mark.parametrize(
    "entry",
    [None, 7, [], {}, {"lesson": 3, "step": 1}, {"lesson": "a", "step": "1"}, {"puzzle": "one"}],
)
def test_what_is_no_entry_costs_nothing_else(entry):
    progress = read_progress([write_step("a", 1), entry, write_step("a", 2)])
    assert progress.lessons == {"a": {1, 2}}
    assert progress.attempts == []


def test_a_day_that_is_no_date_is_no_day():
    entry = write_attempt(PuzzleAttempt("one", "a-game", "pairing", True)) | {"daily": "tomorrow"}
    [attempt] = read_progress([entry]).attempts
    assert attempt.day is None


def test_a_step_that_a_lesson_has_no_more_does_not_count():
    lesson = find_lesson("divisor-duel/pairing")
    progress = read_progress(write_step(lesson.key, step) for step in (1, 3, 99))
    assert progress.steps_done(lesson) == {1, 3}
