"""Parity Duel and Even/Odd Match: counting both kinds of numbers tells who runs out.

Let `due` be how many numbers are left of the kind that is due, `other` how many of the other
kind, `mine` the jokers of the player to move and `theirs` those of the opponent. Unless jokers
are played, the player to move takes from the one kind and the opponent from the other, to the end.

Theorem: with best play the duel lasts exactly this many moves more:

    2 × due   + min(other − due, 2 × mine, 2 × theirs + 1)       if due ≤ other
    2 × other + min(due − other, 2 × theirs + 1, 2 × mine + 2)   if due > other

and the player to move wins exactly if that is odd, because they then make the last move. Every move
keeps this length, with one exception: a joker on the scarcer kind (of which fewer are left than of
the kind that is due) can throw a win away, and never helps.

In words: the players alternate until the scarcer kind is used up, and only the other kind remains.
If it is due, one is taken as usual. From then on it is never due, because it was taken last: only
jokers take it, alternately, and the first player without a joker, or without a number, loses.

Proof, by induction on how many numbers are left. With nothing to take, the formula gives 0. Else
write L(due, other, mine, theirs) for it. A number of the kind that is due leaves the opponent with
(other, due − 1, theirs, mine), a joker with (due, other − 1, theirs, mine − 1). Put these into the
formula and add the move itself:

- a number that is due:   1 + L(other, due − 1, theirs, mine) = L, in both cases of the formula;
- a joker, due ≤ other:   1 + L(due, other − 1, theirs, mine − 1) = L as well;
- a joker, due > other:   2 × other + min(due − other, 2 × theirs + 1, 2 × mine − 2).

So each of the first two changes nothing, and one of them exists unless the duel is over. The third
differs from L only if its last term is the least, and then it is even and smaller than L: a loss,
and no later one than before. Hence L is the value. ∎

On the opening either kind may be taken, as if it were due, so L is compared for both. Without
jokers: the player who opens wins exactly if the kinds are not equally many, with the larger one.
"""

import re
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from numduel.errors import BadCertificate
from numduel.game import Player
from numduel.games.parity_duel import ParityDuel, ParityState
from numduel.pool import odd_numbers, parity_of
from numduel.theory.base import Analysis, Argument, Theme, Theory, weigh
from numduel.theory.reasons import EQUALS, NUMBER, read_statements
from numduel.theory.search import Value
from numduel.words import count

_COUNT = re.compile(rf"(odd|even|lasts){EQUALS}{NUMBER}", re.IGNORECASE)

_EVEN, _ODD = 0, 1


class ParityCounts(NamedTuple):
    """The numbers left of the kind that is due and of the other, and the jokers of the player to
    move and of the opponent."""

    due: int
    other: int
    mine: int
    theirs: int

    @property
    def moves_left(self) -> int:
        """The length of best play: the theorem."""
        if self.due <= self.other:
            return 2 * self.due + min(self.other - self.due, 2 * self.mine, 2 * self.theirs + 1)
        return 2 * self.other + min(self.due - self.other, 2 * self.theirs + 1, 2 * self.mine + 2)

    @property
    def value(self) -> Value:
        """The value to the player to move."""
        return Value(self.moves_left % 2 == 1, self.moves_left)

    def after_due(self) -> "ParityCounts":
        """Return the counts after a number of the kind that is due."""
        return ParityCounts(self.other, self.due - 1, self.theirs, self.mine)

    def after_joker(self) -> "ParityCounts":
        """Return the counts after a number of the other kind."""
        return ParityCounts(self.due, self.other - 1, self.theirs, self.mine - 1)

    def winning_replies(self) -> int:
        """The number of winning moves of the player to move."""
        replies = 0
        if self.after_due().moves_left % 2 == 0:
            replies += self.due
        if self.mine and self.after_joker().moves_left % 2 == 0:
            replies += self.other
        return replies


def counts_after(game: ParityDuel, state: ParityState) -> dict[int, ParityCounts]:
    """Return the counts after a move, by its kind."""
    odd = (state.remaining & odd_numbers(game.numbers)).bit_count()
    left = {_ODD: odd, _EVEN: state.remaining.bit_count() - odd}
    mine, theirs = _jokers(state)
    afters = {}
    for kind in left:
        if not left[kind]:
            continue
        if state.last is None or state.last % 2 != kind:
            afters[kind] = ParityCounts(left[kind], left[1 - kind], mine, theirs).after_due()
        elif mine:
            afters[kind] = ParityCounts(left[1 - kind], left[kind], mine, theirs).after_joker()
    return afters


class ParityTheory(Theory[ParityDuel], of=ParityDuel):
    """The winner and the distance with any numbers and jokers, by counting."""

    asks = (
        "Prove that your move wins by counting. Write in one line how many odd and how many even"
        " numbers are left now, before your move, and how many moves the duel lasts, your move"
        " included, if you make it and both play their best from then on: whoever wins hurries, and"
        " whoever loses delays."
    )
    pattern = "odd=COUNT, even=COUNT, lasts=COUNT"

    def judge(self, state: ParityState, budget: int) -> Analysis:
        afters, moves = counts_after(self.game, state), self.game.legal_moves(state)
        values = {kind: after.value.before() for kind, after in afters.items()}
        replies = {kind: after.winning_replies() for kind, after in afters.items()}
        return weigh(
            state.to_move,
            moves,
            [values[move % 2] for move in moves],
            (lambda move: replies[move % 2]) if len({*replies.values()}) > 1 else None,
        )

    def argue(self, state: ParityState, budget: int, moves: tuple[Any, ...]) -> Argument:
        game, best = self.game, self.judge(state, budget).best_moves
        reply = next((move for move in best if not game.needs_joker(state, move)), best[0])
        if state.last is None:
            told = _tell_opening(reply % 2, counts_after(game, state)[reply % 2])
        else:
            due = game.due(state)
            others = (state.remaining ^ due).bit_count()
            now = ParityCounts(due.bit_count(), others, *_jokers(state))
            told = _tell(now, (state.last + 1) % 2)
        return Argument(tuple(told), reply=reply)

    def foregone_winner(self, state: ParityState) -> Player | None:
        """Return who wins whatever anybody plays. Without jokers only the parity of the opening can
        matter, and not even that if both kinds are equally many or one is empty."""
        if any(state.jokers):
            return super().foregone_winner(state)
        ends = {after.value.wins for after in counts_after(self.game, state).values()} or {True}
        if len(ends) > 1:
            return None
        return state.to_move.opponent if ends == {True} else state.to_move

    def prove(self, state: ParityState, reply: int | None) -> dict[str, Any]:
        afters = counts_after(self.game, state)
        kinds = afters if reply is None else [reply % 2]
        lasts = {parity_of(kind): 1 + afters[kind].moves_left for kind in kinds}
        odd = (state.remaining & odd_numbers(self.game.numbers)).bit_count()
        even = state.remaining.bit_count() - odd
        return {"kind": "counts", "odd": odd, "even": even, "lasts": lasts}

    def write_reason(self, state: ParityState, move: int) -> str:
        reason = self.prove(state, move)
        lasts = reason["lasts"][parity_of(move)]
        return f"odd={reason['odd']}, even={reason['even']}, lasts={lasts}"

    def read_reason(self, state: ParityState, move: int, text: str) -> dict[str, Any]:
        told: dict[str, int] = {}
        for name, number in read_statements(text, _COUNT, "the counts that were asked for"):
            many = int(number)
            if told.setdefault(name.casefold(), many) != many:
                raise BadCertificate(f"{name.casefold()} is named twice.")
        missing = {"odd", "even", "lasts"} - told.keys()
        if missing:
            raise BadCertificate(f"{min(missing)} is not named.")
        return {"kind": "counts", **told, "lasts": {parity_of(move): told["lasts"]}}

    def habit(self, state: ParityState) -> int:
        """Return the largest number of the other parity, which needs no joker."""
        moves = self.game.legal_moves(state)
        due = [move for move in moves if state.last is None or (move - state.last) % 2]
        return max(due or moves)

    def kind_of(self, state: ParityState, move: int) -> Hashable:
        return parity_of(move)

    def give_away(self, state: ParityState, answers: Sequence[int]) -> str:
        return "there are more numbers of its kind" if state.last is None else "it needs no joker"

    def theme(self, state: ParityState, answers: Sequence[int]) -> Theme:
        if state.last is None:
            text = f"There are more {parity_of(answers[0])} numbers than others."
            return Theme("parity", text, "Count the odd and the even numbers.")
        return Theme(
            "save the joker",
            "A joker on the scarcer kind is needed later.",
            "Count how long you can go on without your joker.",
        )


def _tell_opening(kind: int, after: ParityCounts) -> list[str]:
    """Return the course after an opening with this kind of number, as a sentence."""
    is_lost = after.value.wins
    if is_lost and not (after.mine or after.theirs):
        return [
            f"There are as many odd as even numbers, {after.due:,} of each: whichever kind you open"
            " with, you have one fewer left than your opponent.",
            "You run out first, whatever either of you removes.",
        ]
    opening = f"Open with an {parity_of(kind)} number."
    if is_lost:
        opening = f"Every opening loses. Suppose that you open with an {parity_of(kind)} number."
    return [opening, *_tell(after, 1 - kind, is_you=False)]


def _tell(counts: ParityCounts, kind: int, is_you: bool = True) -> list[str]:
    """Return the course of a duel in which `kind` is due from you or, if not `is_you`, from your
    opponent, as sentences."""
    due, other, mine, theirs = counts
    course = (
        f"{_does(is_you, 'remove')} {parity_of(kind)} numbers and {_does(not is_you, 'remove')}"
        f" {parity_of(kind + 1)} ones; there are {due:,} and {other:,} left."
    )
    if not mine + theirs:
        runs_out = _does(is_you is (due <= other), "run").capitalize()
        return [
            f"From {'now' if is_you else 'then'} on, {course}",
            f"{runs_out} out first, whatever either of you removes.",
        ]
    told = [f"If nobody plays a joker, {course}"] if due else []
    told += _tell_jokers(counts, kind, is_you)
    if is_you and mine and 0 < other < due and counts.value.wins:
        scarce = parity_of(kind + 1)
        told.append(
            f"A joker on an {scarce} number now can only hurt you: there are fewer of them."
        )
    return told


def _tell_jokers(counts: ParityCounts, kind: int, is_you: bool) -> list[str]:
    """Return the course after the scarcer kind is used up and jokers count, as a sentence."""
    due, other, mine, theirs = counts
    is_mover_short = due <= other  # and must begin with the jokers; otherwise the other one must
    is_you_short = is_you is is_mover_short
    rest = other - due if is_mover_short else due - other - 1
    if rest == 0:
        return [f"Jokers cannot change this: {_does(is_you_short, 'run')} out first."]
    scarce, plenty = parity_of(kind + (not is_mover_short)), parity_of(kind + is_mover_short)
    when = (
        f"When no {scarce} number is left," if min(due, other) else f"No {scarce} number is left:"
    )
    if not is_mover_short:
        when += f" {_does(is_you, 'remove')} one more and"
    are = "number remains" if rest == 1 else "numbers remain"
    first, second = (mine, theirs) if is_mover_short else (theirs, mine)
    yours, opponents = (mine, theirs) if is_you else (theirs, mine)
    jokers = f"You have {count(yours, 'joker')} and your opponent has {opponents:,}:"
    if rest <= min(2 * first, 2 * second + 1):
        is_last_yours = is_you_short is (rest % 2 == 1)
        end = f"that is enough, and {_does(is_last_yours, 'take')} the last number"
    else:
        end = f"{_does(is_you_short is (first <= second), 'run')} out of them first"
    return [
        f"{when} {rest:,} {plenty} {are}, which only jokers can remove, by turns,"
        f" and {_does(is_you_short, 'begin')}.",
        f"{jokers} {end}.",
    ]


def _jokers(state: ParityState) -> tuple[int, int]:
    """Return the jokers of the player to move and of the opponent."""
    return state.jokers[state.to_move - 1], state.jokers[state.to_move.opponent - 1]


def _does(is_you: bool, verb: str) -> str:
    return f"you {verb}" if is_you else f"your opponent {verb}s"
