"""Distances of Divisor Duel by a search that knows who wins: `python -m bench distances`.

The first rows find the exact distance of every opening of 1..n: the positions that the search
tries, and seconds of processor time on one core. The last rows are the share of positions of random
play whose distance is known within the default budget: 250,000 positions, in at most half a second
compiled and five to ten seconds plain.
"""

import time
from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from types import ModuleType

from bench.rows import Distances
from numduel.games.divisor_duel import DivisorDuel
from numduel.theory import analyse, distances
from numduel.theory.compiling import choose_twin
from numduel.theory.distances import Bounds, Deepening, deepen
from numduel.theory.divisor import pair_up

_PLENTY = 10**8  # positions


def rows(short: bool = False) -> Iterator[Distances | str]:
    """The measurements one by one."""
    has_numba = find_spec("numba") is not None
    if not has_numba:
        yield "numba is not installed: nothing is compiled."
    for numbers in (20, 30) if short else (20, 30, 40, 50, 63, 75):
        yield _openings(numbers, has_numba)
    for numbers in (40,) if short else (40, 64, 100):
        known, asked = _share(numbers, 20 if short else 500)
        task = f"positions of random play on 1..{numbers}"
        note = f"{asked} positions that are not over"
        yield Distances(task, note, known=known / asked)


def _openings(numbers: int, has_numba: bool) -> Distances:
    task, compiled = f"all openings of 1..{numbers}", None
    if has_numba:
        twin = choose_twin(distances, lambda _: True, True)
        _search(12, twin)  # compiles
        _, compiled = _search(numbers, twin)
    positions, plain = _search(numbers, distances)
    return Distances(task, "", positions, plain, compiled)


def _search(numbers: int, work: ModuleType) -> tuple[int, float]:
    """How many positions the distances of all openings take, and how many seconds."""
    game = DivisorDuel(numbers)
    start, moves = game.start(), list(game.all_moves())
    begin = time.process_time()
    missable = pair_up(start.remaining).missable
    winning = [move in missable for move in moves]
    search = Deepening(moves, _PLENTY, work)
    found = [Bounds(1, 2 * numbers + 1) if wins else Bounds(2, 2 * numbers) for wins in winning]
    deepen(search, moves, winning, found)
    if any(low != high for low, high in found):
        raise AssertionError(f"not every distance of 1..{numbers} was found")
    return search.used, time.process_time() - begin


def _share(numbers: int, count: int) -> tuple[int, int]:
    """In how many positions of random play the distance is known, and how many were asked for."""
    game, random = DivisorDuel(numbers), Random(f"distances/{numbers}")
    known = asked = 0
    while asked < count:
        state = game.start()
        while asked < count and (moves := game.legal_moves(state)):
            asked += 1
            known += analyse(game, state).distance is not None
            state = game.after(state, random.choice(moves))
    return known, asked
