"""The reason in Parity Duel and Even/Odd Match: how many numbers are left of each kind, and how
many moves the duel lasts from now on. Whoever makes the last move wins, so that must be odd.

How long the duel lasts with best play after either kind of number is the theorem of `parity.py`.
"""

import re

from numduel.games.parity_duel import ParityDuel, ParityState
from numduel.pool import odd_numbers
from numduel.theory.parity import counts_after
from numduel.theory.reasons.form import EQUALS, NUMBER, ReasonForm, form_of, statements

_COUNT = re.compile(rf"(odd|even|lasts){EQUALS}{NUMBER}", re.IGNORECASE)


class CountsForm(ReasonForm):
    asks = (
        "Prove that your move wins by counting. Write in one line how many odd and how many even"
        " numbers are left now, before your move, and how many moves the duel lasts, your move"
        " included, if you make it and both play their best from then on: whoever wins hurries, and"
        " whoever loses delays."
    )
    pattern = "odd=COUNT, even=COUNT, lasts=COUNT"

    def write(self, game: ParityDuel, state: ParityState, move: int) -> str:
        return ", ".join(f"{name}={many}" for name, many in _truth(game, state, move).items())

    def fault(self, game: ParityDuel, state: ParityState, move: int, reason: str) -> str | None:
        told = statements(reason, _COUNT)
        if not told:
            return "The reason is not the counts that were asked for."
        truth = _truth(game, state, move)
        for each in told:
            name, many = each[1].casefold(), int(each[2])
            if many != truth[name]:
                return f"{name} is not {many}."
        missing = truth.keys() - {each[1].casefold() for each in told}
        if missing:
            return f"{min(missing)} is not named."
        return None if truth["lasts"] % 2 else "After your move your opponent moves last."


def _truth(game: ParityDuel, state: ParityState, move: int) -> dict[str, int]:
    odd = (state.remaining & odd_numbers(game.numbers)).bit_count()
    even = state.remaining.bit_count() - odd
    return {"odd": odd, "even": even, "lasts": 1 + counts_after(game, state)[move % 2].moves_left}


@form_of.register(ParityDuel)
def _(_game: ParityDuel) -> ReasonForm:
    return CountsForm()
