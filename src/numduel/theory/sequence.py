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
from math import inf
from typing import NamedTuple

from numduel.errors import TooLarge
from numduel.game import Player
from numduel.games.sequence_builder import SequenceBuilder, SequenceState, valid_pairs
from numduel.pool import odd_numbers
from numduel.theory.search import Solver
from numduel.theory.verdict import Analysis, give_up, judge, prefer_least, weigh

EVEN, ODD = 0, 1


class SequenceRow(NamedTuple):
    """A player's sequence: how many numbers, the parity of the last, and whether all its pairs
    are valid."""

    placed: int
    last: int | None
    is_flawless: bool


class Situation(NamedTuple):
    """What decides the future, seen by the player to move."""

    left: tuple[int, int]  # how many even, how many odd
    mine: SequenceRow
    theirs: SequenceRow
    lead: int  # my valid pairs less theirs
    wins_ties: bool


class SequenceSolver(Solver[Situation]):
    """The values of all situations of a game."""

    def __init__(self, game: SequenceBuilder, budget: int) -> None:
        super().__init__(budget)
        self.game = game
        self._gains: dict[Situation, float] = {}
        self.picks = min(game.numbers, 2 * game.length)  # in the whole duel

    def situation(self, state: SequenceState) -> Situation:
        """What a state comes down to."""
        odd = (state.remaining & odd_numbers(self.game.numbers)).bit_count()
        even = state.remaining.bit_count() - odd
        is_one = state.to_move is Player.ONE
        mine, theirs = state.sequences if is_one else state.sequences[::-1]
        lead = valid_pairs(mine) - valid_pairs(theirs)
        return self.reduced(even, odd, _row(mine), _row(theirs), lead, is_one)

    def reduced(
        self,
        even: int,
        odd: int,
        mine: SequenceRow,
        theirs: SequenceRow,
        lead: int,
        wins_ties: bool,
    ) -> Situation:
        """The situation without what makes no difference."""
        picks = self.picks - mine.placed - theirs.placed
        left = (even if even < picks else picks, odd if odd < picks else picks)
        if abs(lead) > picks:
            lead = picks + 1 if lead > 0 else -picks - 1
        return Situation(left, mine, theirs, lead, wins_ties)

    def after(self, situation: Situation, kind: int) -> Situation:
        """What taking a number of one kind leads to."""
        (even, odd), mine, theirs, lead, wins_ties = situation
        is_valid = mine.last == kind
        row = SequenceRow(
            mine.placed + 1, kind, mine.is_flawless and (is_valid or mine.last is None)
        )
        even, odd = (even, odd - 1) if kind else (even - 1, odd)
        return self.reduced(even, odd, theirs, row, -lead - is_valid, not wins_ties)

    def kinds(self, situation: Situation) -> list[int]:
        """The kinds of numbers that can be taken; none when the duel is over."""
        is_full = situation.mine.placed + situation.theirs.placed == self.picks
        if is_full or self.is_complete(situation.theirs):
            return []
        return [kind for kind in (EVEN, ODD) if situation.left[kind]]

    def is_complete(self, row: SequenceRow) -> bool:
        """Whether a row wins at once."""
        return row.is_flawless and row.placed == self.game.length

    def replies(self, node: Situation) -> list[Situation]:
        return [self.after(node, kind) for kind in self.kinds(node)]

    def is_won(self, node: Situation) -> bool:
        if self.is_complete(node.theirs):
            return False
        return node.lead > 0 or (node.lead == 0 and node.wins_ties)

    def margins(self, state: SequenceState) -> dict[int, float]:
        """For each kind, how many valid pairs the player to move ends ahead after taking such a
        number, with best play. Infinite if a player wins at once."""
        mine, theirs = state.sequences[:: 1 if state.to_move is Player.ONE else -1]
        lead, now = valid_pairs(mine) - valid_pairs(theirs), self.situation(state)
        return {
            kind: lead + (now.mine.last == kind) - self._gain(self.after(now, kind))
            for kind in self.kinds(now)
        }

    def _gain(self, situation: Situation) -> float:
        """How many valid pairs more than the opponent the player to move still makes."""
        root = situation._replace(lead=0)
        gain = self._gains.get(root)
        if gain is None:
            found = self._list_gains(root)
            if len(self._gains) + len(found) <= self.budget:
                self._gains.update(found)
            else:
                self._gains = found
            gain = found[root]
        return gain

    def _list_gains(self, root: Situation) -> dict[Situation, float]:
        """The gains of everything that can follow a situation, the latest first."""
        after: dict[Situation, list[tuple[bool, Situation]]] = {}
        layer = {root}
        while layer:  # of situations with equally many numbers placed
            for node in layer:
                after[node] = [
                    (node.mine.last == kind, self.after(node, kind)._replace(lead=0))
                    for kind in self.kinds(node)
                ]
            layer = {reply for node in layer for _, reply in after[node]}
        gains: dict[Situation, float] = {}
        for node in reversed(after):
            if after[node]:
                gains[node] = max(is_valid - gains[reply] for is_valid, reply in after[node])
            else:
                gains[node] = -inf if self.is_complete(node.theirs) else 0
        return gains


def _row(sequence: tuple[int, ...]) -> SequenceRow:
    last = sequence[-1] % 2 if sequence else None
    return SequenceRow(len(sequence), last, valid_pairs(sequence) == max(0, len(sequence) - 1))


@lru_cache(maxsize=4)
def sequence_solver(game: SequenceBuilder, budget: int) -> SequenceSolver:
    """The solver of a game; those of the last few games are kept."""
    return SequenceSolver(game, budget)


@judge.register(SequenceBuilder)
def judge_sequence(game: SequenceBuilder, state: SequenceState, budget: int) -> Analysis:
    """Who wins, by a search in which all numbers of one parity are alike."""
    solver, moves = sequence_solver(game, budget), game.legal_moves(state)
    now = solver.situation(state)
    try:
        solver.value(now)
    except TooLarge as reason:
        return give_up(moves, str(reason))
    # The reduced situation does not say how many numbers there are of each kind.
    odd = sum(move % 2 for move in moves)
    left = {EVEN: len(moves) - odd, ODD: odd}
    values, replies = {}, {}
    for kind in solver.kinds(now):
        after = solver.after(now, kind)
        values[kind] = solver.value(after).before()
        replies[kind] = sum(
            left[answer] - (answer == kind)
            for answer in solver.kinds(after)
            if not solver.value(solver.after(after, answer)).wins
        )
    analysis = weigh(
        state.to_move,
        moves,
        [values[move % 2] for move in moves],
        lambda move: replies[move % 2],
    )
    if len(values) < 2 or values[EVEN] != values[ODD]:
        return analysis  # one kind is best already
    margins = solver.margins(state)
    return prefer_least(analysis, lambda move: -margins[move % 2])
