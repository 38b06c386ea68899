"""The puzzle of a day: the same for everybody, because only the date decides it."""

from datetime import date
from itertools import chain
from random import Random

from numduel.catalogue import our_games, preset_games
from numduel.study.learning.finding import Puzzles
from numduel.study.learning.puzzles import Puzzle

_DRAWN = 8  # puzzles of a setting, before it is given up for this day


def daily_puzzle(day: date) -> Puzzle:
    """The puzzle of a date, which is not an easy one.

    Rule books of other packages do not take part, for not everybody has them.
    """
    settings = [game for book in our_games() for game in preset_games(book, "puzzles")]
    Random(f"daily/{day.isoformat()}").shuffle(settings)
    drawn = chain.from_iterable(Puzzles(game, _DRAWN, day.toordinal()) for game in settings)
    return next(puzzle for puzzle in drawn if puzzle.difficulty != "easy")
