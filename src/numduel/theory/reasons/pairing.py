"""The reason in Divisor Duel: the pairing with which every number can be answered.

Take a move u, and pairs of numbers that remain after it: of two partners one divides the other, and
no number has two. The pairs prove the move if, whatever the opponent takes now and later, its
partner is there to answer with. They need not pair numbers that cannot come up.

When does the answer fail? The opponent takes x, which has no partner, after u, a, a', b, b', …
with partners a–a', b–b', …: a path from u to x on which every second step is a pair. In the graph
of the paired numbers, u and one vertex more, which stands for all that have no partner and is
joined to whatever one of them is joined to, that is a path from the one unpaired vertex to the
other along which all pairs could be exchanged for one pair more. There is such a path exactly if
the pairs are no maximum pairing of that graph (C. Berge, 1957).
"""

import re

from numduel.games.divisor_duel import DivisorDuel, DivisorState, relatives
from numduel.pool import numbers_in, pool_of
from numduel.theory.graphs.matching import graph_of, maximum_matching
from numduel.theory.graphs.pairing import pair_around
from numduel.theory.reasons.form import NUMBER, OVER, ReasonForm, form_of, is_over, statements

_PAIR = re.compile(rf"{NUMBER}\s*(?:[-→:=/]|\bwith\b)\s*{NUMBER}", re.IGNORECASE)
_WITHOUT_PARTNER = 0  # the vertex that stands for all numbers without one


class PairingForm(ReasonForm):
    asks = (
        "Prove that your move wins by a pairing of numbers that remain after it. Of two partners"
        " one must divide the other, and no number may be in two pairs. Whatever your opponent"
        " takes, now and later, you must be able to answer it with its partner. Numbers that cannot"
        " come up need no partner. Write the pairs in one line; if nothing can be taken after your"
        f" move, write {OVER}."
    )
    pattern = "NUMBER-NUMBER, NUMBER-NUMBER"

    def write(self, game: DivisorDuel, state: DivisorState, move: int) -> str:
        after = game.after(state, move)
        if game.outcome(after) is not None:
            return OVER
        reach = game.reach(after)
        pairs = pair_around(game.reach(state), move)
        near = [pair for pair in pairs if reach >> pair[0] & 1]  # and so is its partner
        return ", ".join(f"{low}-{high}" for low, high in near)

    def fault(self, game: DivisorDuel, state: DivisorState, move: int, reason: str) -> str | None:
        told = [] if is_over(reason) else statements(reason, _PAIR)
        if told is None:
            return "The reason is not a list of pairs."
        after = game.after(state, move)
        pairs = {tuple(sorted(map(int, each.groups()))) for each in told}
        paired: set[int] = set()
        for low, high in sorted(pairs):
            for number in (low, high):
                if number > game.numbers or not after.remaining >> number & 1:
                    return f"{number} does not remain after {move}."
                if number in paired:
                    return f"{number} is in two pairs."
                paired.add(number)
            if low == high or high % low:
                return f"Neither of {low} and {high} divides the other."
        if _runs_out(game, after, move, paired):
            return "Your opponent can come to a number that has no partner."
        return None


def _runs_out(game: DivisorDuel, after: DivisorState, move: int, paired: set[int]) -> bool:
    """Whether the opponent can come to a number that has no partner."""
    mates, vertices = pool_of(paired), [move, _WITHOUT_PARTNER, *paired]
    alone, edges = after.remaining & ~mates, []
    for number in (move, *paired):
        near = relatives(number, game.numbers)
        edges += [(number, other) for other in numbers_in(near & mates)]
        if near & alone:
            edges.append((_WITHOUT_PARTNER, number))
    return maximum_matching(graph_of(edges, vertices)).size > len(paired) // 2


@form_of.register(DivisorDuel)
def _(_game: DivisorDuel) -> ReasonForm:
    return PairingForm()
