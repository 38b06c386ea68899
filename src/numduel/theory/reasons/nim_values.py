"""The reason in Grundy's Game: what each heap is worth, and what is left over of them all.

A move is proved if all that is said is true, every heap on the table and both parts of the split
have their worth named (1 and 2, which are worth 0, may be left out), what is left over before the
move is named, and by these worths nothing is left over after it. See `grundy.py` for why that wins.
"""

import re
from collections.abc import Iterable
from functools import reduce
from operator import xor

from numduel.games.grundys_game import GrundysGame, HeapsState, Split
from numduel.theory.grundy import strengths
from numduel.theory.reasons.form import EQUALS, NUMBER, ReasonForm, form_of, statements

_WORTH = re.compile(rf"{NUMBER}{EQUALS}{NUMBER}|left(?:[\s-]*over)?{EQUALS}{NUMBER}", re.IGNORECASE)


class NimValuesForm(ReasonForm):
    asks = (
        "Prove that your move wins by what heaps are worth. A heap that cannot be split is worth 0."
        " Any other heap is worth the smallest number, from 0 on, that none of its splits is worth;"
        " a split is worth the exclusive or of its two parts. Name the worth of every heap on the"
        " table now and of both parts of your split (heaps of 1 and 2 may be left out), and what is"
        " left over now: the exclusive or of all heaps on the table. Write all of it in one line."
    )
    pattern = "HEAP=WORTH, HEAP=WORTH, left=WORTH"

    def write(self, game: GrundysGame, state: HeapsState, move: Split) -> str:
        worth = strengths(state.heaps[0])
        heaps = dict.fromkeys((*state.heaps, move.larger, move.smaller))
        named = ", ".join(f"{heap}={worth[heap]}" for heap in heaps if heap > 2)
        return f"{named}, left={_together(worth[heap] for heap in state.heaps)}"

    def fault(self, game: GrundysGame, state: HeapsState, move: Split, reason: str) -> str | None:
        told = statements(reason, _WORTH)
        if not told:
            return "The reason is not a list of heaps with their worths."
        worth, largest = strengths(state.heaps[0]), state.heaps[0]
        left = _together(worth[heap] for heap in state.heaps)
        named, lefts = {1, 2}, []
        for heap, value, rest in (each.groups() for each in told):
            if rest is not None:
                lefts.append(int(rest))
            elif not 1 <= int(heap) <= largest:
                return f"There is no heap of {heap}."
            elif worth[int(heap)] != int(value):
                return f"A heap of {heap} is not worth {value}."
            else:
                named.add(int(heap))
        missing = [heap for heap in (*state.heaps, move.larger, move.smaller) if heap not in named]
        if missing:
            return f"The worth of {missing[0]} is not named."
        if not lefts or any(rest != left for rest in lefts):
            return "What is left over now is not named, or is something else."
        if _together(worth[heap] for heap in game.after(state, move).heaps):
            return "Something is left over after your move."
        return None


def _together(worths: Iterable[int]) -> int:
    return reduce(xor, worths, 0)


@form_of.register(GrundysGame)
def _(_game: GrundysGame) -> ReasonForm:
    return NimValuesForm()
