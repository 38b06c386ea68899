"""Finds puzzles: draws positions from random games, and looks at many of them at once.

If a position cannot be judged, a later one is drawn from the same game. But that is known only
after looking at the position. So positions are drawn ahead as if all could be judged; after one
that cannot, the later draws are dropped and made again. The same seed gives the same puzzles in
the same order, however many positions are looked at together.
"""

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from functools import lru_cache, partial
from random import Random
from typing import Any, NamedTuple

from numduel.game import AnyGame
from numduel.study.learning.difficulty import Difficulty
from numduel.study.learning.puzzles import LookedAt, Puzzle, Wanted, look_at_all
from numduel.study.random_games import random_moves, states_along
from numduel.theory import lack_of_puzzles
from numduel.workers import HERE, Workers, in_order

_BARREN = 200  # draws without a new puzzle, after which all kinds of position are listed
_HOPELESS = 5_000  # draws without a new puzzle, after which it is given up
_MOST_EFFORT = 20_000_000  # to list all kinds of position: moves tried times the game's size
_TOGETHER = 32  # positions in a task for another process, where most are no puzzles


class _Draw(NamedTuple):
    """A position of a random game."""

    moves: Sequence[Any]  # of the whole game
    length: int  # how many of them lead to the position
    kind: Any  # positions of one kind are one puzzle
    is_new: bool  # as far as is known when it is drawn
    afterwards: Any  # the state of the random numbers after this draw


class Puzzles(Iterator[Puzzle]):
    """Puzzles with this many ways to win, one after another. All are different, and the same seed
    gives the same ones. If there are fewer than asked for, `shortage` says why."""

    def __init__(
        self,
        game: AnyGame,
        count: int,
        seed: int = 0,
        difficulty: Difficulty | None = None,
        winning_moves: int = 1,
        theme: str | None = None,
        workers: Workers = HERE,
    ) -> None:
        self.game = game
        self.wanted = Wanted(game, difficulty, winning_moves, theme)
        self.count = count
        self.seed = seed
        self.workers = workers
        self.found = 0
        self.shortage: str | None = None
        self._together = 1 if workers is HERE else _TOGETHER
        self._seen: set[Any] = set()
        self._unknown = 0
        self._left_out = 0
        self._mattering = 0
        self._stream = self._find()

    def __next__(self) -> Puzzle:
        if self.found >= self.count:
            self._stream.close()
            raise StopIteration
        puzzle = next(self._stream)
        self.found += 1
        return puzzle

    def _find(self) -> Generator[Puzzle, None, None]:
        """Draw positions from random games. When new puzzles get rare, look through all that is
        left."""
        self.shortage = lack_of_puzzles(self.game)
        if self.shortage is not None:
            return
        barren = 0
        with closing(self._search()) as searched:
            while barren < _HOPELESS:
                puzzle = next(searched)
                if puzzle is not None:
                    barren = 0
                    yield puzzle
                    continue
                barren += 1
                kinds = _list_origins(self.game) if barren == _BARREN else None
                if kinds is not None:
                    searched.close()
                    yield from self._look_through(kinds)
                    self.shortage = self._tell_all()
                    return
        where = f"{_HOPELESS:,} positions of random games"
        if self.found:
            self.shortage = f"Found {self._counted()}; {where} had no other."
        else:
            self.shortage = f"Found {self._counted()} in {where}."

    def _tell_all(self) -> str:
        """How many puzzles there are, after every kind of position was looked at."""
        told = f"There {'is' if self.found == 1 else 'are'} {self._counted()}"
        if self._unknown:
            return f"{told}, and {self._unknown:,} positions that nobody can judge."
        if not self._mattering:
            return f"{told}: the game is decided before the first move, and no choice matters."
        if self._left_out and self.wanted.difficulty is None:
            left_out = f"{self._left_out:,} more were left out"
            return f"{told}; {left_out}, so that no simple habit finds the answers."
        return f"{told}."

    def _search(self) -> Generator[Puzzle | None, None, None]:
        """Look at positions of random games, one after another. Yields a puzzle, or None if a
        position has none. Positions that cannot be judged are passed over."""
        random = Random(f"{self.seed}/draw")
        ahead: deque[tuple[list[_Draw], Future[list[LookedAt]]]] = deque()
        draws: list[_Draw] = []
        try:
            while True:
                while len(ahead) < self.workers.ahead:
                    draws += [self._draw(random) for _ in range(self._together - len(draws))]
                    ahead.append((draws, self._ask(draws)))
                    draws = []
                drawn, future = ahead.popleft()
                seen = self.workers.result(future)
                looks = iter(seen)
                for draw in drawn:
                    look = self._take(draw.kind, next(looks)) if draw.is_new else None
                    if look is None or not look.is_unknown:
                        yield None if look is None else look.puzzle
                        continue
                    self.workers.drop(one for _, one in ahead)
                    ahead.clear()
                    random.setstate(draw.afterwards)
                    if draw.length + 1 < len(draw.moves):
                        draws = [self._draw(random, draw.moves, draw.length + 1)]
                    else:
                        yield None
                    break
        finally:
            self.workers.drop(one for _, one in ahead)

    def _draw(self, random: Random, moves: Sequence[Any] = (), first: int = 0) -> _Draw:
        """Draw a position from a new random game, or a later one from this game."""
        moves = moves or random_moves(self.game, random)
        if not moves:
            return _Draw(moves, 0, None, False, None)
        length = random.randrange(first, len(moves))
        kind = self.game.canonical(states_along(self.game, moves[:length])[-1])
        return _Draw(moves, length, kind, kind not in self._seen, random.getstate())

    def _ask(self, draws: Sequence[_Draw]) -> Future[list[LookedAt]]:
        self._look_on()
        positions = [draw.moves[: draw.length] for draw in draws if draw.is_new]
        return self.workers.submit(look_at_all, self.wanted, positions)

    def _look_on(self) -> None:
        """Called before positions are looked at. A subclass may raise here to end the search."""

    def _take(self, kind: Any, look: LookedAt) -> LookedAt | None:
        """Count what was seen at a position, unless one of its kind was there before."""
        if kind in self._seen:
            return None
        self._seen.add(kind)
        self._unknown += look.is_unknown
        self._mattering += look.matters
        self._left_out += look.is_left_out
        return look

    def _look_through(self, origins: Sequence["_Origin"]) -> Iterator[Puzzle]:
        places = list(range(len(origins)))
        Random(f"{self.seed}/rest").shuffle(places)
        kinds: deque[Any] = deque()

        def positions() -> Iterator[list[Sequence[Any]]]:
            together: list[Sequence[Any]] = []
            for place in places:
                self._look_on()
                moves = _moves_to(origins, place)
                kind = self.game.canonical(states_along(self.game, moves)[-1])
                if kind not in self._seen:
                    kinds.append(kind)
                    together.append(moves)
                if len(together) == self._together:
                    yield together
                    together = []
            yield together

        for looks in in_order(self.workers, partial(look_at_all, self.wanted), positions()):
            for look in looks:
                taken = self._take(kinds.popleft(), look)
                if taken is not None and taken.puzzle is not None:
                    yield taken.puzzle

    def _counted(self) -> str:
        _, difficulty, ways, theme = self.wanted
        kind = f"{difficulty} puzzle" if difficulty else "puzzle"
        puzzles = f"{self.found or 'no'} {kind}{'' if self.found == 1 else 's'}"
        puzzles += f" on {theme}" if theme else ""
        return puzzles if ways == 1 else f"{puzzles} with {ways} ways to win"


_Origin = tuple[int, Any]  # where a kind of position was first reached from, and by which move


@lru_cache(maxsize=2)
def _list_origins(game: AnyGame) -> list[_Origin] | None:
    """Where every kind of position is first reached from, the start first. None if there are too
    many to list."""
    kinds: list[_Origin] = [(0, None)]
    states: list[Any] = [game.start()]
    legal = [game.legal_moves(states[0])]
    known = {game.canonical(states[0])}
    left = _MOST_EFFORT - len(legal[0]) * len(game.all_moves())
    for place, state in enumerate(states):
        if left < 0:
            return None
        for move in legal[place]:
            following = game.after(state, move)
            kind = game.canonical(following)
            if kind not in known:
                known.add(kind)
                kinds.append((place, move))
                states.append(following)
                # Its moves are counted now, so that it is known early if there are too many.
                legal.append(game.legal_moves(following))
                left -= len(legal[-1]) * len(game.all_moves())
    return kinds


def _moves_to(kinds: Sequence[_Origin], place: int) -> list[Any]:
    moves = []
    while place:
        place, move = kinds[place]
        moves.append(move)
    return moves[::-1]
