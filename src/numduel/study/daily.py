"""The puzzle of a day: the same for everybody, because nothing but the date decides it."""

from datetime import date
from itertools import chain
from random import Random

from numduel.catalogue import build_game, our_games
from numduel.game import presets_of
from numduel.study.puzzles import Puzzle, make_puzzles

_DRAWN = 8  # puzzles of a setting, before it is given up for this day


def daily_puzzle(day: date) -> Puzzle:
    """The puzzle of a date, which is not an easy one.

    Rule books of other packages do not take part, for not everybody has them.
    """
    settings = [
        build_game(game_class, preset.options)
        for game_class in our_games()
        for preset in presets_of(game_class, "puzzles")
    ]
    Random(f"daily/{day.isoformat()}").shuffle(settings)
    drawn = chain.from_iterable(make_puzzles(game, _DRAWN, day.toordinal()) for game in settings)
    return next(puzzle for puzzle in drawn if puzzle.difficulty != "easy")
