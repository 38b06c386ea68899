"""Grundy's Game: every heap is worth a heap of Nim, and whoever faces heaps that cancel out loses.

Call the *strength* of a heap the smallest number from 0 on that is not the strength of one of its
splits; a split is as strong as its two parts together, and heaps together are as strong as the
exclusive or of their strengths (write each as a sum of different powers of two, and strike out
every power that occurs an even number of times).

Theorem (P. M. Grundy, R. P. Sprague): the player to move loses exactly if the heaps together have
strength 0.

For suppose they do. A split changes the strength of its heap, for a heap's strength is not among
those of its splits; so the whole is no longer 0. Suppose they do not, but have strength s, whose
highest power of two stands in the strength g of some heap. Then g exclusive-or s is less than g,
so by the choice of g some split of that heap is exactly that strong, and makes the whole 0. The
player who leaves 0 behind can therefore do so every time, and at the end, when no heap can be
split, the strength is 0: it is the opponent who is stuck. ∎

The strengths of 1, 2, 3, … are 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, …; nobody knows whether they
ever repeat. They are below 256 up to a heap of 30,000, so a byte holds each, and all splits of a
heap are combined at once, as one long number.

How far away the end is, only search can tell, from one heap up to 44. A search that knows who wins
and deepens, as in `graphs/deepening.py`, was tried and looks at nearly every position there is:
1,876 of 1,881 from 30, 21,626 of 21,998 from 44. Every four more make about twice as many.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, reduce
from math import comb, inf, prod
from operator import xor
from threading import Lock
from typing import Any

from numduel.errors import TooLarge
from numduel.games.grundys_game import GrundysGame, HeapsState, Split, splittable
from numduel.theory.search import solver_of
from numduel.theory.verdict import (
    Analysis,
    Argument,
    Value,
    argue,
    first_best,
    judge,
    weigh,
)
from numduel.words import listed

_LARGEST_COUNTED = 60  # larger heaps fall apart in far too many ways to search
_MOVES_A_POSITION = 10  # roughly, where a search is just within its budget

_strengths = bytearray(3)  # of 0 (no heap at all), 1 and 2
_lock = Lock()


def strengths(largest: int) -> bytearray:
    """The strength of each heap, at least up to `largest`; the place is the size."""
    with _lock:
        for heap in range(len(_strengths), largest + 1):
            count = (heap - 1) // 2
            smaller = int.from_bytes(_strengths[1 : count + 1], "big")
            larger = int.from_bytes(_strengths[heap - 1 : heap - count - 1 : -1], "big")
            splits = (smaller ^ larger).to_bytes(count, "big")
            strength = 0
            while strength in splits:
                strength += 1
            _strengths.append(strength)
    return _strengths


def winning_splits(state: HeapsState) -> list[Split]:
    """List the splits that make the heaps cancel out, ascending."""
    strength_of = strengths(state.heaps[0])
    together = _together(state.heaps)
    return [
        Split(heap, larger)
        for heap in reversed(splittable(state.heaps))
        for larger in range(heap // 2 + 1, heap)
        if strength_of[larger] ^ strength_of[heap - larger] == together ^ strength_of[heap]
    ]


@judge.register(GrundysGame)
def judge_grundy(game: GrundysGame, state: HeapsState, budget: int) -> Analysis:
    """Who wins by strength, and how fast by search where that is small enough."""
    moves = game.legal_moves(state)
    winning = {*winning_splits(state)}
    distances: list[int | None]
    try:
        distances, unknown = _distances(game, state, moves, budget), None
    except TooLarge as reason:
        distances, unknown = [None] * len(moves), str(reason)
    values = [Value(move in winning, far) for move, far in zip(moves, distances, strict=True)]
    is_quick = len(moves) ** 2 <= budget  # to count the replies to every move
    return weigh(
        state.to_move,
        moves,
        values,
        (lambda move: len(winning_splits(game.after(state, move)))) if is_quick else None,
        unknown,
    )


@argue.register(GrundysGame)
def argue_grundy(
    game: GrundysGame, state: HeapsState, budget: int, _moves: tuple[Any, ...]
) -> Argument:
    """How strong each heap is, and whether they cancel out."""
    analysis = judge(game, state, budget)
    reply = first_best(analysis)
    split = f"{reply.heap} into {reply.larger} and {reply.smaller}"
    if game.outcome(game.after(state, reply)):
        reason = f"Split {split}: then no heap can be split, and your opponent has lost."
        return Argument((reason,), reply=reply)
    heaps = [heap for heap in state.heaps if heap > 2]
    told = [
        "Every heap has a worth. A heap of 1 or 2 is worth 0; any other heap is worth the smallest"
        " number, from 0 on, that none of its splits is worth.",
        "Put worths together as sums of 1, 2, 4, 8 and so on, and let two of a kind cancel.",
        f"Here {_tell_worths(heaps)}: {_cancel(heaps)}.",
    ]
    if _together(heaps):
        told += [
            f"Split {split}: {_tell_worths([reply.larger, reply.smaller])}. Then nothing is left"
            " over.",
            "Whatever your opponent splits then leaves something over, and you can always split so"
            " that nothing is, until no heap can be split.",
        ]
    else:
        told.append(
            "Whatever you split leaves something over, and your opponent can always split so that"
            " nothing is, until no heap can be split."
        )
    return Argument(tuple(told), reply=reply)


def _tell_worths(heaps: Sequence[int]) -> str:
    """What each heap is worth, as a sum where that is needed."""
    return listed(
        f"{heap} is worth {worth}{f' ({_sum(_powers(worth))})' if worth & worth - 1 else ''}"
        for heap in heaps
        for worth in [_strengths[heap]]
    )


def _cancel(heaps: Sequence[int]) -> str:
    """Which parts of the worths of heaps cancel, and what is left over."""
    parts = Counter(power for heap in heaps for power in _powers(_strengths[heap]))
    twice = [f"{power} cancels {power}" for power in sorted(parts) if parts[power] > 1]
    left = _powers(_together(heaps))
    rest = f"{_sum(left) if left else 'nothing'} is left over"
    return f"{listed(twice)}, and {rest}" if twice else rest


def _sum(powers: Sequence[int]) -> str:
    return " + ".join(map(str, powers))


def _powers(worth: int) -> list[int]:
    """A worth as the powers of two that make it up, largest first."""
    return [1 << place for place in reversed(range(worth.bit_length())) if worth >> place & 1]


def _together(heaps: Iterable[int]) -> int:
    """The strength of all heaps together."""
    return reduce(xor, (_strengths[heap] for heap in heaps))


def _distances(
    game: GrundysGame, state: HeapsState, moves: Sequence[Split], budget: int
) -> list[int | None]:
    """How far away the end is with each move, or TooLarge."""
    solver = solver_of(game, budget)
    if _positions(state) * _MOVES_A_POSITION > budget:
        raise TooLarge(f"The rest of the game may well have more than {budget:,} moves to try.")
    solver.value(state)
    return [solver.value(game.after(state, move)).before().distance for move in moves]


def _positions(state: HeapsState) -> float:
    """A rough lower bound for the number of positions that can still come up."""
    heaps = Counter(heap for heap in state.heaps if heap > 2)
    if max(heaps) > _LARGEST_COUNTED:
        return inf
    apart = prod(comb(_falls(heap, heap) + many - 1, many) for heap, many in heaps.items())
    total = sum(heaps.elements())
    return min(apart, _falls(total, total)) if total <= _LARGEST_COUNTED else apart


@cache
def _falls(total: int, largest: int) -> int:
    """In how many ways heaps of 3 to `largest` make at most `total`."""
    return 1 + sum(_falls(total - heap, heap) for heap in range(3, min(total, largest) + 1))
