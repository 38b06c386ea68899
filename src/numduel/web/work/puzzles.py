"""Puzzles: positions in which one move wins, found one after the other."""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache, partial
from time import thread_time
from typing import Any

from numduel.catalogue import find_game
from numduel.errors import IllegalMove, TooLarge
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.difficulty import Difficulty
from numduel.study.puzzles import Puzzle, Puzzles
from numduel.telling import solved
from numduel.telling.puzzle import question
from numduel.web.errors import NotFound, TooBusy
from numduel.web.matches.position import position_of
from numduel.web.matches.sizes import game_of
from numduel.web.shapes import Shape, encode
from numduel.web.work.background import BackgroundWork
from numduel.web.work.kept import question_of

_MOST_PUZZLES = 10_001
LARGEST = 400  # moves that a game with puzzles may have
_SECONDS = 4  # of work, for looking for the next puzzle


async def find_puzzle(
    work: BackgroundWork,
    shape: type[Shape],
    game: AnyGame,
    difficulty: Difficulty,
    seed: int,
    number: int,
) -> bytes:
    """The puzzle at a place in the series of a seed as JSON, or NotFound if there are not so
    many."""
    asked = game, difficulty, seed, number
    task = partial(_encode_puzzle, shape, *asked, _SECONDS)
    try:
        return await work.study(question_of("puzzle", *asked), task)
    except TimeoutError:
        raise TooBusy("Looking for a puzzle: ask again.", 2) from None
    except TooLarge:
        raise NotFound("No puzzle was found in the time there is for one.") from None


async def check_answer(work: BackgroundWork, shape: type[Shape], name: str, move: str) -> bytes:
    """Whether a move solves the puzzle with that id, or TooBusy if that takes too long."""
    try:
        task = partial(_encode_answer, shape, name, move)
        return await work.analyse(question_of("answer", name, move), task)
    except (TimeoutError, TooLarge):
        raise TooBusy("Checking this answer takes a while: ask again.", 2) from None


def _encode_puzzle(
    shape: type[Shape],
    game: AnyGame,
    difficulty: Difficulty,
    seed: int,
    number: int,
    seconds: float,
) -> bytes:
    puzzle = _series_of(game, difficulty, seed).find(number, seconds)
    name = write_id(puzzle)
    about = {"id": name, "question": question(len(puzzle.answers))}
    return encode(shape, position_of(read_id(name)) | about)


def _encode_answer(shape: type[Shape], name: str, written: str) -> bytes:
    match = read_id(name)
    move = match.game.read_move(written)
    rule = match.game.refusal(match.state, move)
    if match.outcome or rule:
        raise IllegalMove(rule or "The duel is over.", move, match.state)
    told = solved(match, move)
    if not told["is_right"]:
        answer = solved(match, None)
        told = answer | {"text": f"{told['text']} {answer['text']}"}
    return encode(shape, told)


class _TookTooLong(Exception):
    """Looking for the next puzzle took too long."""


class PuzzleSeries(Puzzles):
    """The puzzles of one game, difficulty and seed, in order and all different. The series ends
    where puzzles are so rare that looking for the next one takes too long."""

    def __init__(self, game: AnyGame, difficulty: Difficulty, seed: int) -> None:
        super().__init__(game, _MOST_PUZZLES, seed, difficulty)
        self._all: list[Puzzle] = []
        self._deadline = self._seconds = 0.0

    def find(self, number: int, seconds: float) -> Puzzle:
        """The puzzle at a place, from 0, or NotFound if there are not so many."""
        self._seconds = seconds
        while len(self._all) <= number:
            self._deadline = thread_time() + seconds
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
            self.shortage = f"No other puzzle was found in {self._seconds:g} seconds."
            raise _TookTooLong
        return super()._consider(moves)


@lru_cache(maxsize=64)
def _series_of(game: AnyGame, difficulty: Difficulty, seed: int) -> PuzzleSeries:
    """The series of a seed, in the worker process; it goes on where it was left."""
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
        match = Match(game_of(find_game(slug), options, LARGEST))
        for move in moves.split():
            match.play(move)
    except (ValueError, TypeError, AttributeError, RecursionError, binascii.Error):
        raise NotFound("There is no such puzzle.") from None
    return match
