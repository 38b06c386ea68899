"""Reviews and puzzles as JSON: what `study/` knows, worked out beside the event loop."""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache
from time import thread_time
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.errors import BadOption
from numduel.game import AnyGame, Outcome
from numduel.match import Match
from numduel.study.audit import audit
from numduel.study.puzzles import Difficulty, Puzzle, Puzzles
from numduel.study.review import review
from numduel.telling.audit import figures_in_words, judgement
from numduel.telling.review import sentences
from numduel.web.problems import Problem

_MOST_PUZZLES = 10_001
_LARGEST = 400  # moves that a game with puzzles may have
_AUDITED = 30  # games between players of each level
_SECONDS = 4  # of work, for looking for the next puzzle


def tell_review(game: AnyGame, moves: tuple[Any, ...], ended: Outcome | None) -> dict[str, Any]:
    """A match move by move, against the truth."""
    reviewed = review(game, moves, ended)
    return {
        "moves": [
            {
                "ply": step.ply,
                "player": int(step.player),
                "move": step.move,
                "winner_before": _number(step.winner_before),
                "winner_after": _number(step.winner_after),
                "distance_before": step.distance_before,
                "distance_after": step.distance_after,
                "is_mistake": step.is_mistake,
                "better": list(step.better),
            }
            for step in reviewed.moves
        ],
        "mattered": reviewed.mattered,
        "summary": sentences(reviewed),
        "values": [_number(winner) for winner in reviewed.winners],
    }


def tell_facts(game: AnyGame) -> dict[str, Any]:
    """What an audit finds: is it a good game, and the figures."""
    told = audit(game, games=_AUDITED)
    figures = [{"label": label, "figure": figure} for label, figure in figures_in_words(told)]
    return {"judgement": judgement(told), "figures": figures}


class _Tired(Exception):
    """It takes too long."""


class Series(Puzzles):
    """The puzzles of one game, difficulty and seed, in order and none twice. Where they are so
    rare that looking for the next one takes too long, there are no more."""

    def __init__(self, game: AnyGame, difficulty: Difficulty, seed: int) -> None:
        super().__init__(game, _MOST_PUZZLES, seed, difficulty)
        self._all: list[Puzzle] = []
        self._deadline = 0.0

    def find(self, number: int) -> Puzzle:
        """The puzzle at a place, from 0; Problem if there are not so many."""
        while len(self._all) <= number:
            self._deadline = thread_time() + _SECONDS
            try:
                puzzle = next(self, None)
            except _Tired:
                puzzle = None
            if puzzle is None:
                raise Problem(404, self.shortage or "There are no more puzzles.")
            self._all.append(puzzle)
        return self._all[number]

    def _consider(self, moves: Sequence[Any]) -> Puzzle | None:
        if thread_time() > self._deadline:
            self.shortage = f"No other puzzle was found in {_SECONDS} seconds."
            raise _Tired
        return super()._consider(moves)


@lru_cache(maxsize=64)
def series_of(game: AnyGame, difficulty: Difficulty, seed: int) -> Series:
    """The series of a seed; it goes on where it was left."""
    if len(game.all_moves()) > _LARGEST:
        raise BadOption(f"Puzzles are for games with at most {_LARGEST} different moves.")
    return Series(game, difficulty, seed)


def write_id(puzzle: Puzzle) -> str:
    """A puzzle's position as one word, so that its answer needs no memory of it."""
    position = json.dumps([puzzle.game, puzzle.options, " ".join(puzzle.moves)])
    return urlsafe_b64encode(position.encode()).decode()


def read_id(text: str) -> Match:
    """The position that a puzzle's id stands for."""
    try:
        slug, options, moves = json.loads(urlsafe_b64decode(text))
        game = build_game(find_game(slug), options)
        match = Match(game)
        for move in moves.split():
            match.play(move)
    except (ValueError, TypeError, AttributeError, RecursionError, binascii.Error):
        raise Problem(404, "There is no such puzzle.") from None
    return match


def _number(player: int | None) -> int | None:
    return None if player is None else int(player)
