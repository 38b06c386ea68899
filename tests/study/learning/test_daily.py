"""The puzzle of a day."""

import subprocess
import sys
from datetime import date, timedelta
from functools import cache

from numduel.study import daily_puzzle

DAY = date(2026, 11, 16)
ASK = "from datetime import date; from numduel.study.learning.daily import daily_puzzle as d;"
PRINT = "print(*[d(date(2026, 11, day)).id for day in (16, 17, 18)])"


@cache
def puzzle_later(days):
    """The puzzle of so many days later."""
    return daily_puzzle(DAY + timedelta(days=days))


def test_it_is_a_function_of_the_date_alone():
    here = [puzzle_later(days).id for days in range(3)]
    elsewhere = subprocess.run(
        [sys.executable, "-c", ASK + PRINT],
        env={"PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        check=True,
    )
    assert elsewhere.stdout.decode().split() == here
    assert len(set(here)) == 3


def test_it_is_never_an_easy_one_and_comes_from_several_games():
    week = [puzzle_later(days) for days in range(7)]
    assert "easy" not in {puzzle.difficulty for puzzle in week}
    assert len({puzzle.game for puzzle in week}) > 1
    assert len({puzzle.id for puzzle in week}) == 7
