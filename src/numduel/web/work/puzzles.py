"""Puzzles: positions in which one move wins, found one after the other."""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache
from time import thread_time
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.errors import BadOption
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.difficulty import Difficulty
from numduel.study.puzzles import Puzzle, Puzzles
from numduel.web.errors import NotFound, TooBusy
from numduel.web.work.background import BackgroundWork

_MOST_PUZZLES = 10_001
_LARGEST = 400  # moves that a game with puzzles may have
_SECONDS = 4  # of work, for looking for the next puzzle


async def find_puzzle(
    work: BackgroundWork, game: AnyGame, difficulty: Difficulty, seed: int, number: int
) -> Puzzle:
    """The puzzle at a place in the series of a seed, or NotFound if there are not so many."""
    series = _series_of(game, difficulty, seed)
    key = ("puzzle", game, difficulty, seed, number)
    try:
        return await work.study(key, lambda: series.find(number))
    except TimeoutError:
        raise TooBusy("Looking for a puzzle: ask again.", 2) from None


class _TookTooLong(Exception):
    """Looking for the next puzzle took too long."""


class PuzzleSeries(Puzzles):
    """The puzzles of one game, difficulty and seed, in order and all different. The series ends
    where puzzles are so rare that looking for the next one takes too long."""

    def __init__(self, game: AnyGame, difficulty: Difficulty, seed: int) -> None:
        super().__init__(game, _MOST_PUZZLES, seed, difficulty)
        self._all: list[Puzzle] = []
        self._deadline = 0.0

    def find(self, number: int) -> Puzzle:
        """The puzzle at a place, from 0, or NotFound if there are not so many."""
        while len(self._all) <= number:
            self._deadline = thread_time() + _SECONDS
            try:
                puzzle = next(self, None)
            except _TookTooLong:
                puzzle = None
            if puzzle is None:
                raise NotFound(self.shortage or "There are no more puzzles.")
            self._all.append(puzzle)
        return self._all[number]

    def _consider(self, moves: Sequence[Any]) -> Puzzle | None:
        if thread_time() > self._deadline:
            self.shortage = f"No other puzzle was found in {_SECONDS} seconds."
            raise _TookTooLong
        return super()._consider(moves)


@lru_cache(maxsize=64)
def _series_of(game: AnyGame, difficulty: Difficulty, seed: int) -> PuzzleSeries:
    """The series of a seed; it goes on where it was left."""
    if len(game.all_moves()) > _LARGEST:
        raise BadOption(f"Puzzles are for games with at most {_LARGEST} different moves.")
    return PuzzleSeries(game, difficulty, seed)


def write_id(puzzle: Puzzle) -> str:
    """A puzzle's position as one word: the server need not remember the puzzle to check an
    answer."""
    position = json.dumps([puzzle.game, puzzle.options, " ".join(puzzle.moves)])
    return urlsafe_b64encode(position.encode()).decode()


def read_id(text: str) -> Match:
    """The position that a puzzle's id stands for, or NotFound."""
    try:
        slug, options, moves = json.loads(urlsafe_b64decode(text))
        match = Match(build_game(find_game(slug), options))
        for move in moves.split():
            match.play(move)
    except (ValueError, TypeError, AttributeError, RecursionError, binascii.Error):
        raise NotFound("There is no such puzzle.") from None
    return match
