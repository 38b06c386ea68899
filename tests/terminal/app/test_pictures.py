"""Pictures of the app, compared with those in __snapshots__. After a wanted change:
`.venv/bin/python -m pytest tests/terminal/app/test_pictures.py --snapshot-update`."""

from datetime import date

import pytest

from numduel.catalogue import load_game
from numduel.match import Match, Seat
from numduel.study import find_lesson
from numduel.terminal.app import home
from numduel.terminal.app.app import NumduelApp
from numduel.terminal.app.game import GameScreen
from numduel.terminal.app.learning import LessonScreen, PuzzleScreen
from numduel.terminal.app.looking_back import ReviewScreen

from .conftest import Sitting

SMALL, LARGE = (80, 24), (120, 40)
BOOK = "6 3 9 18 2 12 4 8 16 1 7 14"


class Monday(date):
    @classmethod
    def today(cls):
        return cls(2026, 11, 16)


def game(slug, moves="", screen=GameScreen, **options):
    match = Match(load_game(slug, **options), (Seat(), Seat("easy")), seed=1)
    for move in moves.split():
        match.play(move)
    return lambda _app: screen(match)


@pytest.fixture
def same_picture(snap_compare, monkeypatch):
    """same_picture(begin, size, keys): the screen looks as it did."""
    monkeypatch.setattr(home, "date", Monday)

    def compare(begin=None, size=SMALL, keys=(), theme="dark"):
        app = NumduelApp(begin, pace=0)

        async def look(pilot):
            app.theme = theme
            me = Sitting(app, pilot)
            await me.settle()
            await me.press(*keys)

        return snap_compare(app, terminal_size=size, run_before=look)

    return compare


def test_picture_of_home(same_picture):
    assert same_picture()


def test_picture_of_reasons_with_their_pairs(same_picture):
    assert same_picture(game("divisor-duel", "6 3"), keys=["w"])


def test_picture_of_the_end(same_picture):
    assert same_picture(game("divisor-duel", "6 1"), keys=["19", "enter"])


def test_picture_of_rows(same_picture):
    assert same_picture(game("sequence-builder", "1 2 3 5"), keys=["b"])


def test_picture_of_a_lesson(same_picture):
    assert same_picture(lambda _app: LessonScreen(find_lesson("pairing")))


def test_picture_of_heaps_in_light(same_picture):
    assert same_picture(game("grundys-game", "16:10 6:4"), keys=["left"], theme="light")


def test_picture_of_a_review_on_a_large_screen(same_picture):
    assert same_picture(game("divisor-duel", BOOK, ReviewScreen), size=LARGE)


def test_picture_of_a_hundred_numbers_on_a_large_screen(same_picture):
    assert same_picture(game("divisor-duel", "6 3", numbers=100), size=LARGE)


def test_picture_of_a_puzzle(same_picture):
    assert same_picture(lambda _app: PuzzleScreen.daily(Monday.today()))
