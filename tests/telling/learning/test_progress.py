"""A learner's progress, told."""

from datetime import date

from numduel.study import PuzzleAttempt, read_progress, tell_progress, write_attempt, write_step

DAY = date(2026, 11, 16)
PROGRESS = read_progress(
    [
        write_attempt(PuzzleAttempt("one", "divisor-duel", "pairing", True, DAY)),
        write_attempt(PuzzleAttempt("two", "divisor-duel", "pairing", False)),
        write_attempt(PuzzleAttempt("three", "a-game-that-is-gone", "luck", True)),
        write_step("divisor-duel/pairing", 1),
        write_step("divisor-duel/pairing", 3),
        write_step("divisor-duel/pairing", 99),
    ]
)


def test_it_is_told_by_theme_with_days_in_a_row_and_lessons():
    assert tell_progress(PROGRESS, DAY) == [
        "2 of 3 puzzles at the first try.",
        "  Pairing (Divisor Duel): 1 of 2",
        "  Luck (a-game-that-is-gone): 1 of 1",
        "You solved the daily puzzle: one day in a row.",
        "Lesson Pairing: 2 of 4 steps.",
    ]


def test_whoever_has_done_nothing_is_told_nothing():
    assert tell_progress(read_progress([]), DAY) == []
