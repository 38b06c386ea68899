"""Puzzles: positions in which one way to play wins, usually one move, and all others lose.

A puzzle is a position: the game, its options and the moves so far. Its id is a hash of these, so
anybody who has them can make the same puzzle again. Positions with the same future (of equal
canonical key) are the same puzzle. Moves that come to the same, such as two odd numbers where only
the parity counts, are one way to play. A position in which every move wins is not a puzzle.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.learning.difficulty import Difficulty, is_worth_thought, level_of, rate
from numduel.study.learning.look_ahead import moves_to_look_ahead
from numduel.study.random_games import states_along
from numduel.theory import Analysis, analyse, kind_of, share_kept, theme_of

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
    look_ahead: int | None  # moves to look ahead to be sure; None: more than four
    rating: int  # how difficult it is, from 0 to 100, measured
    difficulty: Difficulty  # the level that follows from the rating
    theme: str
    words: tuple[str, ...]  # the position as the rule book tells it

    @property
    def chance(self) -> float:
        """How often a guess among the legal moves is right."""
        return len(self.answers) / len(self.legal)


class Wanted(NamedTuple):
    """Which puzzles are looked for."""

    game: AnyGame
    difficulty: Difficulty | None
    winning_moves: int
    theme: str | None


class LookedAt(NamedTuple):
    """What was seen at a position."""

    is_unknown: bool  # nobody can judge it
    matters: bool  # one move wins and another loses
    is_left_out: bool  # because a simple habit finds the answers of too many like it
    puzzle: Puzzle | None


def look_at_all(wanted: Wanted, positions: Sequence[Sequence[Any]]) -> list[LookedAt]:
    """Look at the positions after these moves. This may run in another process."""
    return [_look_at(wanted, moves) for moves in positions]


def _look_at(wanted: Wanted, moves: Sequence[Any]) -> LookedAt:
    game = wanted.game
    state = states_along(game, moves)[-1]
    analysis = _judge(game, state)
    answers = analysis.moves_won_by(state.to_move)
    ways = {kind_of(game, state, answer) for answer in answers}
    seen = LookedAt(analysis.winner is None, analysis.matters, False, None)
    if not analysis.matters or len(ways) != wanted.winning_moves:
        return seen
    if wanted.theme not in (None, theme_of(game, state, answers).name):
        return seen
    is_deep = is_worth_thought(game, state, answers)
    if not is_deep and wanted.difficulty not in (None, "easy"):
        return seen
    luck = Random(repr(game.canonical(state))).random()
    if is_deep and luck >= share_kept(game, state, answers):
        return seen._replace(is_left_out=True)
    puzzle = _describe(game, moves, state, analysis)
    is_wanted = wanted.difficulty in (None, puzzle.difficulty)
    return seen._replace(puzzle=puzzle) if is_wanted else seen


def puzzle_at(game: AnyGame, moves: Sequence[str]) -> Puzzle | None:
    """The position after these written moves as a puzzle, or None if it is not a puzzle."""
    match = Match.at(game, moves)
    analysis = _judge(game, match.state)
    if not analysis.matters:
        return None
    return _describe(game, match.moves, match.state, analysis)


def future_id(game: AnyGame, state: Any) -> str:
    """Letters and digits that stand for what can still happen. Puzzles with the same future are
    one puzzle, whatever was played before."""
    future = [game.slug, game.rules_version, game.options, repr(game.canonical(state))]
    return _hash(future)


def puzzle_id(game: AnyGame, moves: Sequence[str]) -> str:
    """Twelve letters and digits that stand for a game, its options and the moves so far."""
    position = [game.slug, game.rules_version, game.options, list(moves)]
    return _hash(position)


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def _judge(game: AnyGame, state: Any) -> Analysis:
    """Who wins, without distances if a theorem knows: they take longer, and most positions are no
    puzzles."""
    analysis = analyse(game, state, budget=0)
    return _measure(game, state) if analysis.winner is None else analysis


def _measure(game: AnyGame, state: Any) -> Analysis:
    """Who wins, and how far away the end is. A large game is not searched for long."""
    is_large = len(game.all_moves()) > _LARGEST_SMALL
    return analyse(game, state, _SHORT_SEARCH) if is_large else analyse(game, state)


def _describe(game: AnyGame, moves: Sequence[Any], state: Any, analysis: Analysis) -> Puzzle:
    written = tuple(map(game.write_move, moves))
    name, answers = puzzle_id(game, written), analysis.moves_won_by(state.to_move)
    known = _measure(game, state)
    distance = known.distance or known.at_least
    rating = rate(game, state, tuple(answers), distance, name)
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
        tuple(str(line) for line in game.words.board(state) if str(line)),
    )
