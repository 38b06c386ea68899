"""Grundy's Game: every heap is a heap of Nim, and a player who faces nim-sum 0 loses.

The *nim-value* of a heap is the smallest number from 0 on that is not the nim-value of one of its
splits. The nim-value of a split, as of heaps in general, is the exclusive or of those of its parts
(write each as a sum of different powers of two, and strike out every power that occurs an even
number of times).

Theorem (P. M. Grundy, R. P. Sprague): the player to move loses exactly if the heaps together have
nim-value 0.

Proof. Suppose they do. A split changes the nim-value of its heap, which is not among those of its
splits; so the whole is no longer 0. Suppose they do not, but have nim-value s, whose highest power
of two stands in the nim-value g of some heap. Then g exclusive-or s is less than g, so by the
choice of g some split of that heap has exactly that nim-value, and makes the whole 0. The player
who leaves 0 behind can therefore do so every time, and at the end, when no heap can be split, the
nim-value is 0: it is the opponent who is stuck. ∎

The nim-values of 1, 2, 3, … are 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, …; nobody knows whether they
ever repeat. They are below 256 up to a heap of 30,000, so a byte holds each, and all splits of a
heap are combined at once, as one long number.

The distance of the end takes a search, feasible from one heap up to 44. The search of
`distances.py` would visit nearly all positions: 1,876 of 1,881 from 30, 21,626 of 21,998 from 44.
Every four more double their number.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, reduce
from math import comb, inf, prod
from operator import xor
from threading import Lock
from typing import Any

from numduel.errors import BadCertificate, TooLarge
from numduel.games.grundys_game import GrundysGame, HeapsState, Split, splittable
from numduel.theory.base import (
    LEAVE_NO_CHOICE,
    Analysis,
    Argument,
    Region,
    Theme,
    Theory,
    first_best,
    is_odd_one_out,
    weigh,
)
from numduel.theory.reasons import EQUALS, NUMBER, read_statements
from numduel.theory.search import Value, solver_of
from numduel.words import listed

_LARGEST_COUNTED = 60  # larger heaps have far too many partitions to search
_WORTH = re.compile(rf"{NUMBER}{EQUALS}{NUMBER}|left(?:[\s-]*over)?{EQUALS}{NUMBER}", re.IGNORECASE)
_MOVES_A_POSITION = 10  # roughly, in a search just within its budget

_values = bytearray(3)  # nim-values of heaps of 0, 1 and 2
_lock = Lock()


def nim_values(largest: int) -> bytearray:
    """Return the nim-value of each heap size, at least up to `largest`."""
    with _lock:
        for heap in range(len(_values), largest + 1):
            count = (heap - 1) // 2
            smaller = int.from_bytes(_values[1 : count + 1], "big")
            larger = int.from_bytes(_values[heap - 1 : heap - count - 1 : -1], "big")
            splits = (smaller ^ larger).to_bytes(count, "big")
            value = 0
            while value in splits:
                value += 1
            _values.append(value)
    return _values


def winning_splits(state: HeapsState) -> list[Split]:
    """List the splits that make the nim-sum 0, ascending."""
    value_of = nim_values(state.heaps[0])
    together = _together(state.heaps)
    return [
        Split(heap, larger)
        for heap in reversed(splittable(state.heaps))
        for larger in range(heap // 2 + 1, heap)
        if value_of[larger] ^ value_of[heap - larger] == together ^ value_of[heap]
    ]


class GrundyTheory(Theory[GrundysGame], of=GrundysGame):
    """The winner by nim-values, and the distance by search if that is small enough."""

    asks = (
        "Prove that your move wins by what heaps are worth. A heap that cannot be split is worth 0."
        " Any other heap is worth the smallest number, from 0 on, that none of its splits is worth;"
        " a split is worth the exclusive or of its two parts. Name the worth of every heap on the"
        " table now and of both parts of your split (heaps of 1 and 2 may be left out), and what is"
        " left over now: the exclusive or of all heaps on the table. Write all of it in one line."
    )
    pattern = "HEAP=WORTH, HEAP=WORTH, left=WORTH"

    bench = tuple({"start": start} for start in (20, 30, 45, 70, 100, 150, 200))

    def judge(self, state: HeapsState, budget: int) -> Analysis:
        moves = self.game.legal_moves(state)
        winning = {*winning_splits(state)}
        distances: list[int | None]
        try:
            distances, unknown = self._distances(state, moves, budget), None
        except TooLarge as reason:
            distances, unknown = [None] * len(moves), str(reason)
        values = [Value(move in winning, far) for move, far in zip(moves, distances, strict=True)]
        is_quick = len(moves) ** 2 <= budget  # to count the replies to every move
        return weigh(
            state.to_move,
            moves,
            values,
            (lambda move: len(winning_splits(self.game.after(state, move)))) if is_quick else None,
            unknown,
        )

    def winning_moves(self, state: HeapsState) -> list[Split]:
        return winning_splits(state)

    def _distances(
        self, state: HeapsState, moves: Sequence[Split], budget: int
    ) -> list[int | None]:
        """Return the distance of the end with each move; TooLarge if unknown."""
        solver = solver_of(self.game, budget)
        if _positions(state) * _MOVES_A_POSITION > budget:
            raise TooLarge(f"The rest of the game may well have more than {budget:,} moves to try.")
        solver.value(state)
        return [solver.value(self.game.after(state, move)).before().distance for move in moves]

    def argue(self, state: HeapsState, budget: int, moves: tuple[Any, ...]) -> Argument:
        analysis = self.judge(state, budget)
        reply = first_best(analysis)
        if analysis.winner is not state.to_move and _are_two_by_two(state.heaps):
            reason = "The heaps are equal two by two: your opponent copies whatever you split."
            return Argument((reason,), reply=reply)
        if analysis.winner is state.to_move:
            copying = (
                move
                for move in analysis.best_moves
                if _are_two_by_two(self.game.after(state, move).heaps)
            )
            reply = next(copying, reply)
        split = f"{reply.heap} into {reply.larger} and {reply.smaller}"
        after = self.game.after(state, reply)
        if self.game.outcome(after):
            reason = f"Split {split}: then no heap can be split, and your opponent has lost."
            return Argument((reason,), reply=reply)
        if _are_two_by_two(after.heaps):
            copying_wins = (
                f"Split {split}: then the heaps are equal two by two.",
                "Whatever your opponent splits, split the equal heap in the same way.",
            )
            return Argument(copying_wins, reply=reply)
        heaps = [heap for heap in state.heaps if heap > 2]
        told = [
            "Every heap has a value. A heap of 1 or 2 is worth 0; any other heap is worth the"
            " smallest number, from 0 on, that none of its splits is worth.",
            "Put values together as sums of 1, 2, 4, 8 and so on, and let two of a kind cancel.",
            f"Here {_tell_values(heaps)}: {_cancel(heaps)}.",
        ]
        if _together(heaps):
            told += [
                f"Split {split}: {_tell_values([reply.larger, reply.smaller])}. Then nothing is"
                " left over.",
                "Whatever your opponent splits then leaves something over, and you can always split"
                " so that nothing is, until no heap can be split.",
            ]
        else:
            told.append(
                "Whatever you split leaves something over, and your opponent can always split so"
                " that nothing is, until no heap can be split."
            )
        return Argument(tuple(told), reply=reply)

    def prove(self, state: HeapsState, reply: Split | None) -> dict[str, Any]:
        values = nim_values(state.heaps[0])
        parts = () if reply is None else (reply.larger, reply.smaller)
        heaps = dict.fromkeys(heap for heap in (*state.heaps, *parts) if heap > 2)
        named = [[heap, values[heap]] for heap in heaps]
        return {"kind": "nim-values", "values": named, "left": _together(state.heaps)}

    def write_reason(self, state: HeapsState, move: Split) -> str:
        reason = self.prove(state, move)
        named = ", ".join(f"{heap}={value}" for heap, value in reason["values"])
        return f"{named}, left={reason['left']}"

    def read_reason(self, state: HeapsState, move: Split, text: str) -> dict[str, Any]:
        values, lefts = [], set()
        for heap, value, left in read_statements(text, _WORTH, "a list of heaps with their values"):
            if left is None:
                values.append([int(heap), int(value)])
            else:
                lefts.add(int(left))
        if len(lefts) != 1:
            raise BadCertificate("What is left over now is not named once.")
        return {"kind": "nim-values", "values": values, "left": lefts.pop()}

    def give_away(self, state: HeapsState, answers: Sequence[Split]) -> str | None:
        moves = self.game.legal_moves(state)
        if is_odd_one_out(moves, answers, lambda move: move.heap):
            return f"it is the only split of {answers[0].heap}"
        return super().give_away(state, answers)

    def theme(self, state: HeapsState, answers: Sequence[Split]) -> Theme:
        answer = answers[0]
        after = self.game.after(state, answer)
        if all(heap <= 2 for heap in after.heaps):
            text = "No heap is left that can be split."
            return Theme("last split", text, "Leave no heap that can be split.")
        if _are_two_by_two(after.heaps):
            text = "The heaps are equal two by two: copy what your opponent does."
            return Theme("copying", text, "Leave heaps that are equal two by two.")
        if self.is_forced(state, answer):
            text = "After the right split your opponent has no choice."
            return Theme("forced chain", text, LEAVE_NO_CHOICE)
        return Theme(
            "heap sums",
            "The values of the heaps cancel out after the right split.",
            "Find the value of each heap, and leave values that cancel out.",
        )

    def regions(self, state: HeapsState) -> Sequence[Region]:
        splits: dict[int, list[Split]] = {}
        for split in self.game.legal_moves(state):
            splits.setdefault(split.heap, []).append(split)
        return [Region(f"a split of {heap}", tuple(moves)) for heap, moves in splits.items()]


def _are_two_by_two(heaps: Iterable[int]) -> bool:
    """Return whether the splittable heaps form equal pairs, so that one can copy."""
    return all(many % 2 == 0 for many in Counter(heap for heap in heaps if heap > 2).values())


def _tell_values(heaps: Sequence[int]) -> str:
    """Return the value of each heap as a sentence, as a sum of powers of two where needed."""
    return listed(
        f"{heap} is worth {worth}{f' ({_sum(_powers(worth))})' if worth & worth - 1 else ''}"
        for heap in heaps
        for worth in [_values[heap]]
    )


def _cancel(heaps: Sequence[int]) -> str:
    """Return which parts of the heaps' values cancel, and what is left over, as text."""
    parts = Counter(power for heap in heaps for power in _powers(_values[heap]))
    twice = [f"{power} cancels {power}" for power in sorted(parts) if parts[power] > 1]
    left = _powers(_together(heaps))
    rest = f"{_sum(left) if left else 'nothing'} is left over"
    return f"{listed(twice)}, and {rest}" if twice else rest


def _sum(powers: Sequence[int]) -> str:
    return " + ".join(map(str, powers))


def _powers(worth: int) -> list[int]:
    """Return a value as a sum of powers of two, largest first."""
    return [1 << place for place in reversed(range(worth.bit_length())) if worth >> place & 1]


def _together(heaps: Iterable[int]) -> int:
    """Return the nim-sum of the heaps."""
    return reduce(xor, (_values[heap] for heap in heaps))


def _positions(state: HeapsState) -> float:
    """Return a rough lower bound for the number of positions that can follow."""
    heaps = Counter(heap for heap in state.heaps if heap > 2)
    if max(heaps) > _LARGEST_COUNTED:
        return inf
    apart = prod(comb(_falls(heap, heap) + many - 1, many) for heap, many in heaps.items())
    total = sum(heaps.elements())
    return min(apart, _falls(total, total)) if total <= _LARGEST_COUNTED else apart


@cache
def _falls(total: int, largest: int) -> int:
    """Return the number of multisets of heaps of 3 to `largest` with a sum of at most `total`."""
    return 1 + sum(_falls(total - heap, heap) for heap in range(3, min(total, largest) + 1))
