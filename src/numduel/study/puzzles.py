"""Puzzles: positions in which one way to play wins, usually one move, and all others lose.

A puzzle is a position: the game, its options and the moves so far. Its id is a hash of these, so
anybody who has them can make the same puzzle again. Positions with the same future (of equal
essence) are the same puzzle. Moves that come to the same, such as two odd numbers where only the
parity counts, are one way to play. A position in which every move wins is not a puzzle.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.difficulty import Difficulty, is_worth_thought, level_of, rate
from numduel.study.look_ahead import moves_to_look_ahead
from numduel.study.random_games import random_moves, states_along
from numduel.theory import Analysis, analyse
from numduel.theory.themes import kind_of, lack_of_puzzles, share_kept, theme_of

_BARREN = 200  # draws without a new puzzle, after which all kinds of position are listed
_HOPELESS = 5_000  # draws without a new puzzle, after which it is given up
_MOST_EFFORT = 20_000_000  # to list all kinds of position: moves tried times the game's size
_LARGEST_SMALL = 20  # different moves; up to here a search finds every distance quickly
_SHORT_SEARCH = 20_000


@dataclass(frozen=True)
class Puzzle:
    """A position with its winning moves; moves are in their written form."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    moves: tuple[str, ...]
    legal: tuple[str, ...]
    answers: tuple[str, ...]
    distance: int | None  # moves until the win with best play, where that is known
    sight: int | None  # moves to look ahead to be sure; None: more than four
    rating: int  # how difficult it is, from 0 to 100, measured
    difficulty: Difficulty  # the level that follows from the rating
    theme: str
    words: tuple[str, ...]  # the position as the rule book tells it

    @property
    def chance(self) -> float:
        """How often a guess among the legal moves is right."""
        return len(self.answers) / len(self.legal)


class Puzzles(Iterator[Puzzle]):
    """Puzzles, one after another. If there are fewer than asked for, `shortage` says why."""

    def __init__(
        self,
        game: AnyGame,
        count: int,
        seed: int = 0,
        difficulty: Difficulty | None = None,
        winning_moves: int = 1,
        theme: str | None = None,
    ) -> None:
        self.game = game
        self.count = count
        self.seed = seed
        self.difficulty = difficulty
        self.winning_moves = winning_moves
        self.theme = theme
        self.found = 0
        self.shortage: str | None = None
        self._seen: set[Any] = set()
        self._unknown = 0
        self._left_out = 0  # so that no simple habit finds the answers
        self._mattering = 0  # positions in which one move wins and another loses
        self._stream = self._find()

    def __next__(self) -> Puzzle:
        if self.found >= self.count:
            raise StopIteration
        puzzle = next(self._stream)
        self.found += 1
        return puzzle

    def _find(self) -> Iterator[Puzzle]:
        """Draw positions from random games; when that gets rare, look through what is left."""
        self.shortage = lack_of_puzzles(self.game)
        if self.shortage is not None:
            return
        random = Random(f"{self.seed}/draw")
        barren = 0
        while barren < _HOPELESS:
            puzzle = self._search(random_moves(self.game, random), random)
            if puzzle is not None:
                barren = 0
                yield puzzle
                continue
            barren += 1
            kinds = _list_origins(self.game) if barren == _BARREN else None
            if kinds is not None:
                yield from self._look_through(kinds)
                self.shortage = self._tell_all()
                return
        where = f"{_HOPELESS:,} positions of random games"
        if self.found:
            self.shortage = f"Found {self._counted()}; {where} had no other."
        else:
            self.shortage = f"Found {self._counted()} in {where}."

    def _tell_all(self) -> str:
        """How many puzzles there are, where every kind of position was looked at."""
        told = f"There {'is' if self.found == 1 else 'are'} {self._counted()}"
        if self._unknown:
            return f"{told}, and {self._unknown:,} positions that nobody can judge."
        if not self._mattering:
            return f"{told}: the game is decided before the first move, and no choice matters."
        if self._left_out and self.difficulty is None:
            left_out = f"{self._left_out:,} more were left out"
            return f"{told}; {left_out}, so that no simple habit finds the answers."
        return f"{told}."

    def _search(self, moves: Sequence[Any], random: Random) -> Puzzle | None:
        """A puzzle at some point of a game, behind the positions that nobody can judge."""
        first = 0
        while first < len(moves):
            unknown = self._unknown
            length = random.randrange(first, len(moves))
            puzzle = self._consider(moves[:length])
            if self._unknown == unknown:
                return puzzle
            first = length + 1
        return None

    def _look_through(self, kinds: Sequence["_Origin"]) -> Iterator[Puzzle]:
        places = list(range(len(kinds)))
        Random(f"{self.seed}/rest").shuffle(places)
        for place in places:
            puzzle = self._consider(_moves_to(kinds, place))
            if puzzle is not None:
                yield puzzle

    def _consider(self, moves: Sequence[Any]) -> Puzzle | None:
        state = states_along(self.game, moves)[-1]
        kind = self.game.essence(state)
        if kind in self._seen:
            return None
        self._seen.add(kind)
        analysis = _judge(self.game, state)
        self._unknown += analysis.winner is None
        self._mattering += analysis.matters
        answers = _winning(analysis, state)
        ways = {kind_of(self.game, state, answer) for answer in answers}
        if not analysis.matters or len(ways) != self.winning_moves:
            return None
        if self.theme not in (None, theme_of(self.game, state, answers).name):
            return None
        is_deep = is_worth_thought(self.game, state, answers)
        if not is_deep and self.difficulty not in (None, "easy"):
            return None
        if is_deep and Random(repr(kind)).random() >= share_kept(self.game, state, answers):
            self._left_out += 1
            return None
        puzzle = _describe(self.game, moves, state, analysis)
        return puzzle if self.difficulty in (None, puzzle.difficulty) else None

    def _counted(self) -> str:
        kind = f"{self.difficulty} puzzle" if self.difficulty else "puzzle"
        puzzles = f"{self.found or 'no'} {kind}{'' if self.found == 1 else 's'}"
        puzzles += f" on {self.theme}" if self.theme else ""
        many = self.winning_moves
        return puzzles if many == 1 else f"{puzzles} with {many} ways to win"


def make_puzzles(
    game: AnyGame,
    count: int,
    seed: int = 0,
    difficulty: Difficulty | None = None,
    winning_moves: int = 1,
    theme: str | None = None,
) -> Puzzles:
    """Puzzles with that many ways to win, all different, and the same for the same seed."""
    return Puzzles(game, count, seed, difficulty, winning_moves, theme)


def puzzle_at(game: AnyGame, moves: Sequence[str]) -> Puzzle | None:
    """The position after these written moves as a puzzle, or None if it is not a puzzle."""
    match = Match(game)
    for move in moves:
        match.play(move)
    analysis = _judge(game, match.state)
    if not analysis.matters:
        return None
    return _describe(game, match.moves, match.state, analysis)


def future_id(game: AnyGame, state: Any) -> str:
    """Letters and digits that stand for what can still happen. Puzzles with the same future are
    one puzzle, whatever was played before."""
    future = [game.slug, game.rules_version, game.options, repr(game.essence(state))]
    return _hash(future)


def puzzle_id(game: AnyGame, moves: Sequence[str]) -> str:
    """Twelve letters and digits that stand for a game, its options and the moves so far."""
    position = [game.slug, game.rules_version, game.options, list(moves)]
    return _hash(position)


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def _judge(game: AnyGame, state: Any) -> Analysis:
    """Who wins. A large game is searched only if no theorem answers, and then not for long."""
    if not _is_large(game):
        return analyse(game, state)
    analysis = analyse(game, state, budget=0)
    return analyse(game, state, _SHORT_SEARCH) if analysis.winner is None else analysis


def _is_large(game: AnyGame) -> bool:
    return len(game.all_moves()) > _LARGEST_SMALL


def _winning(analysis: Analysis, state: Any) -> list[Any]:
    return [choice.move for choice in analysis.choices if choice.winner is state.to_move]


def _describe(game: AnyGame, moves: Sequence[Any], state: Any, analysis: Analysis) -> Puzzle:
    written = tuple(map(game.write_move, moves))
    name, answers = puzzle_id(game, written), _winning(analysis, state)
    known = analyse(game, state, _SHORT_SEARCH) if _is_large(game) else analysis
    rating = rate(game, state, answers, known, name)
    return Puzzle(
        name,
        game.slug,
        game.rules_version,
        game.options,
        written,
        tuple(game.write_move(choice.move) for choice in analysis.choices),
        tuple(map(game.write_move, answers)),
        known.distance,
        moves_to_look_ahead(game, state, analysis),
        rating,
        level_of(rating, is_worth_thought(game, state, answers)),
        theme_of(game, state, answers).name,
        tuple(str(line) for line in game.words.board(game, state) if str(line)),
    )


_Origin = tuple[int, Any]  # where a kind of position was first reached from, and by which move


@lru_cache(maxsize=2)
def _list_origins(game: AnyGame) -> list[_Origin] | None:
    """Where every kind of position is first reached from, the start first. None if there are too
    many to list."""
    kinds: list[_Origin] = [(0, None)]
    states: list[Any] = [game.start()]
    known = {game.essence(states[0])}
    left = _MOST_EFFORT
    for place, state in enumerate(states):
        legal = game.legal_moves(state)
        left -= len(legal) * len(game.all_moves())
        if left < 0:
            return None
        for move in legal:
            following = game.after(state, move)
            kind = game.essence(following)
            if kind not in known:
                known.add(kind)
                states.append(following)
                kinds.append((place, move))
    return kinds


def _moves_to(kinds: Sequence[_Origin], place: int) -> list[Any]:
    moves = []
    while place:
        place, move = kinds[place]
        moves.append(move)
    return moves[::-1]
