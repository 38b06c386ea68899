"""Sequence Builder: only odd and even count, so a few thousand positions stand for all.

Whether a pair is valid depends on the parity of its two numbers alone, and so does all that
follows: all odd numbers in the pool are alike, and so are all even ones. What decides the future
of a position is therefore

- how many odd and how many even numbers are left, of either no more than will be taken;
- for each player, how many numbers they have placed, the parity of the last, and whether all
  their pairs so far are valid, for only then can they still win at once;
- by how many valid pairs the one player leads, for the scoring compares just that, and a lead
  that can no longer be caught up with is as good as any larger one;
- who is Player 1, who wins ties: only Player 1, who is always first, can be first to complete a
  sequence.

There is at most one odd and one even move to look at, and search settles it: a length of 5 has
about 200 such positions, a length of 20 about 30,000.

Who wins, wins at once or by a *margin* of valid pairs, 0 in a tie. Best play wins at once if it
can, and else by as large a margin as it can; the loser keeps it as small as possible. That agrees
with hurrying and delaying: only Player 1 can end a duel early, and only by winning at once. The
pairs to come do not depend on those there are, so the margin is today's lead and what both can
still add to it, which needs no more positions than the verdict.
"""

from functools import lru_cache
from math import inf, isfinite
from typing import NamedTuple

from numduel.errors import TooLarge
from numduel.game import Player
from numduel.games.sequence_builder import SequenceBuilder, SequenceState, valid_pairs
from numduel.pool import odd_numbers
from numduel.theory.search import explore
from numduel.theory.verdict import Analysis, Value, give_up, judge, prefer_least, weigh

EVEN, ODD = 0, 1


class SequenceRow(NamedTuple):
    """A player's sequence: how many numbers, the parity of the last, and whether all its pairs
    are valid."""

    placed: int
    last: int | None
    is_flawless: bool


class Situation(NamedTuple):
    """What decides how many valid pairs are still to come, seen by the player to move."""

    left: tuple[int, int]  # how many even, how many odd
    mine: SequenceRow
    theirs: SequenceRow


class SequenceSolver:
    """The gains of all situations of a game: how many valid pairs more than the opponent the player
    to move still makes, with best play. Infinite if a player wins at once.

    Its moves are kinds, EVEN and ODD.
    """

    def __init__(self, game: SequenceBuilder, budget: int) -> None:
        self.game = game
        self.budget = budget
        self.picks = min(game.numbers, 2 * game.length)  # in the whole duel
        self._gains: dict[Situation, float] = {}

    def situation(self, state: SequenceState) -> Situation:
        """Return what a state comes down to."""
        odd = (state.remaining & odd_numbers(self.game.numbers)).bit_count()
        even = state.remaining.bit_count() - odd
        mine, theirs = map(_row, _sequences(state))
        return self._reduced(even, odd, mine, theirs)

    def legal_moves(self, situation: Situation) -> list[int]:
        """List the kinds of numbers that can be taken; none when the duel is over."""
        is_full = situation.mine.placed + situation.theirs.placed == self.picks
        if is_full or self._is_complete(situation.theirs):
            return []
        return [kind for kind in (EVEN, ODD) if situation.left[kind]]

    def after(self, situation: Situation, kind: int) -> Situation:
        """Return the situation after a number of one kind."""
        (even, odd), mine, theirs = situation
        is_valid = mine.last in (None, kind)
        row = SequenceRow(mine.placed + 1, kind, mine.is_flawless and is_valid)
        return self._reduced(even - (kind == EVEN), odd - (kind == ODD), theirs, row)

    def margins(self, situation: Situation, lead: int) -> dict[int, float]:
        """For each kind, how many valid pairs the player to move, who leads by some now, ends
        ahead after taking such a number; TooLarge if that takes more than the budget."""
        return {
            kind: lead + (situation.mine.last == kind) - self._gain(self.after(situation, kind))
            for kind in self.legal_moves(situation)
        }

    def value(self, situation: Situation, margin: float) -> Value:
        """Return what it is worth to the player to move to end with a margin."""
        placed = situation.mine.placed + situation.theirs.placed
        is_one = placed % 2 == 0
        wins = margin > 0 or (margin == 0 and is_one)
        end = self.picks if isfinite(margin) else 2 * self.game.length - (wins is is_one)
        return Value(wins, end - placed)

    def _reduced(self, even: int, odd: int, mine: SequenceRow, theirs: SequenceRow) -> Situation:
        picks = self.picks - mine.placed - theirs.placed
        return Situation((min(even, picks), min(odd, picks)), mine, theirs)

    def _is_complete(self, row: SequenceRow) -> bool:
        return row.is_flawless and row.placed == self.game.length

    def _gain(self, root: Situation) -> float:
        if root not in self._gains:
            found = self._list_gains(root)
            if len(self._gains) + len(found) > self.budget:
                self._gains = {}
            self._gains.update(found)
        return self._gains[root]

    def _list_gains(self, root: Situation) -> dict[Situation, float]:
        """Work out the gains of everything that can follow a situation. Each move places a number,
        so what follows a situation stands behind it."""
        states, successors, _ = explore(self, root, self.budget)
        gains: dict[Situation, float] = {}
        for node, following in zip(reversed(states), reversed(successors), strict=True):
            if following:
                moves = zip(self.legal_moves(node), following, strict=True)
                gains[node] = max(
                    (node.mine.last == kind) - gains[states[place]] for kind, place in moves
                )
            else:
                gains[node] = -inf if self._is_complete(node.theirs) else 0
        return gains


def _sequences(state: SequenceState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sequences of the player to move and of the opponent."""
    one, two = state.sequences
    return (one, two) if state.to_move is Player.ONE else (two, one)


def lead_of(state: SequenceState) -> int:
    """By how many valid pairs the player to move leads now."""
    mine, theirs = _sequences(state)
    return valid_pairs(mine) - valid_pairs(theirs)


def _row(sequence: tuple[int, ...]) -> SequenceRow:
    last = sequence[-1] % 2 if sequence else None
    return SequenceRow(len(sequence), last, valid_pairs(sequence) == max(0, len(sequence) - 1))


@lru_cache(maxsize=4)
def sequence_solver(game: SequenceBuilder, budget: int) -> SequenceSolver:
    """Return the solver of a game; those of the last few games are kept."""
    return SequenceSolver(game, budget)


@judge.register(SequenceBuilder)
def judge_sequence(game: SequenceBuilder, state: SequenceState, budget: int) -> Analysis:
    """Who wins, by a search in which all numbers of one parity are alike."""
    solver, moves = sequence_solver(game, budget), game.legal_moves(state)
    now, lead = solver.situation(state), lead_of(state)
    try:
        margins = solver.margins(now, lead)
    except TooLarge as reason:
        return give_up(moves, str(reason))
    # The reduced situation does not say how many numbers there are of each kind.
    odd = sum(move % 2 for move in moves)
    left = {EVEN: len(moves) - odd, ODD: odd}
    values = {kind: solver.value(now, margin) for kind, margin in margins.items()}

    replies = {}  # how many winning ones each kind leaves
    for kind in values:
        after = solver.after(now, kind)
        answers = solver.margins(after, -lead - (now.mine.last == kind))
        replies[kind] = sum(
            left[answer] - (answer == kind)
            for answer, margin in answers.items()
            if solver.value(after, margin).wins
        )
    analysis = weigh(
        state.to_move, moves, [values[move % 2] for move in moves], lambda move: replies[move % 2]
    )
    if len(values) < 2 or values[EVEN] != values[ODD]:
        return analysis  # one kind is best already
    return prefer_least(analysis, lambda move: -margins[move % 2])
