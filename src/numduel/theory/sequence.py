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
"""

from functools import lru_cache
from typing import NamedTuple

from numduel.errors import TooLarge
from numduel.game import Player
from numduel.games.sequence_builder import SequenceBuilder, SequenceState, valid_pairs
from numduel.pool import odd_numbers, parity_of
from numduel.theory.search import Table, best_line
from numduel.theory.verdict import (
    Analysis,
    Explanation,
    argue,
    count,
    first_best,
    give_up,
    judge,
    outlook,
    weigh,
)

_EVEN, _ODD = 0, 1


class Row(NamedTuple):
    """A player's sequence: how many numbers, the parity of the last, and whether all its pairs
    are valid."""

    placed: int
    last: int | None
    is_flawless: bool


class Standing(NamedTuple):
    """What decides the future, seen by the player to move."""

    left: tuple[int, int]  # how many even, how many odd
    mine: Row
    theirs: Row
    lead: int  # my valid pairs less theirs
    wins_ties: bool


class Rows(Table[Standing]):
    """The values of all standings of a game."""

    def __init__(self, game: SequenceBuilder, budget: int) -> None:
        super().__init__(budget)
        self.game = game
        self.picks = min(game.numbers, 2 * game.length)  # in the whole duel

    def standing(self, state: SequenceState) -> Standing:
        """What a state comes down to."""
        odd = (state.remaining & odd_numbers(self.game.numbers)).bit_count()
        even = state.remaining.bit_count() - odd
        is_one = state.to_move is Player.ONE
        mine, theirs = state.sequences if is_one else state.sequences[::-1]
        lead = valid_pairs(mine) - valid_pairs(theirs)
        return self.reduced(even, odd, _row(mine), _row(theirs), lead, is_one)

    def reduced(
        self, even: int, odd: int, mine: Row, theirs: Row, lead: int, wins_ties: bool
    ) -> Standing:
        """The standing without what makes no difference."""
        picks = self.picks - mine.placed - theirs.placed
        left = (even if even < picks else picks, odd if odd < picks else picks)
        if abs(lead) > picks:
            lead = picks + 1 if lead > 0 else -picks - 1
        return Standing(left, mine, theirs, lead, wins_ties)

    def after(self, standing: Standing, kind: int) -> Standing:
        """What taking a number of one kind leads to."""
        (even, odd), mine, theirs, lead, wins_ties = standing
        is_valid = mine.last == kind
        row = Row(mine.placed + 1, kind, mine.is_flawless and (is_valid or mine.last is None))
        even, odd = (even, odd - 1) if kind else (even - 1, odd)
        return self.reduced(even, odd, theirs, row, -lead - is_valid, not wins_ties)

    def kinds(self, standing: Standing) -> list[int]:
        """The kinds of numbers that can be taken; none when the duel is over."""
        is_full = standing.mine.placed + standing.theirs.placed == self.picks
        if is_full or self.is_complete(standing.theirs):
            return []
        return [kind for kind in (_EVEN, _ODD) if standing.left[kind]]

    def is_complete(self, row: Row) -> bool:
        """Whether a row wins at once."""
        return row.is_flawless and row.placed == self.game.length

    def replies(self, node: Standing) -> list[Standing]:
        return [self.after(node, kind) for kind in self.kinds(node)]

    def is_won(self, node: Standing) -> bool:
        if self.is_complete(node.theirs):
            return False
        return node.lead > 0 or (node.lead == 0 and node.wins_ties)


def _row(sequence: tuple[int, ...]) -> Row:
    last = sequence[-1] % 2 if sequence else None
    return Row(len(sequence), last, valid_pairs(sequence) == max(0, len(sequence) - 1))


@lru_cache(maxsize=4)
def rows_of(game: SequenceBuilder, budget: int) -> Rows:
    """The table of a game; those of the last few games are kept."""
    return Rows(game, budget)


@judge.register(SequenceBuilder)
def judge_sequence(game: SequenceBuilder, state: SequenceState, budget: int) -> Analysis:
    """Who wins, by a search in which all numbers of one parity are alike."""
    rows, moves = rows_of(game, budget), game.legal_moves(state)
    now = rows.standing(state)
    try:
        rows.value(now)
    except TooLarge as reason:
        return give_up(moves, str(reason))
    # How many numbers there are of each kind, the reduced standing does not know.
    odd = sum(move % 2 for move in moves)
    left = {_EVEN: len(moves) - odd, _ODD: odd}
    values, replies = {}, {}
    for kind in rows.kinds(now):
        after = rows.after(now, kind)
        values[kind] = rows.value(after).before()
        replies[kind] = sum(
            left[answer] - (answer == kind)
            for answer in rows.kinds(after)
            if not rows.value(rows.after(after, answer)).wins
        )
    return weigh(
        state.to_move,
        moves,
        [values[move % 2] for move in moves],
        lambda move: replies[move % 2],
    )


@argue.register(SequenceBuilder)
def argue_sequence(game: SequenceBuilder, state: SequenceState, budget: int) -> Explanation:
    """What to take, what it leaves the other, and what it all comes to."""
    analysis = judge(game, state, budget)
    if analysis.winner is None:
        return Explanation((f"Who wins here is not known. {analysis.unknown}",))
    reply = first_best(analysis)
    sentences = [
        outlook(analysis, state.to_move),
        f"Take an {parity_of(reply)} number, such as {reply}: {_tell_move(game, state, reply)}.",
        f"If both play their best, {_tell_end(game, state, budget)}.",
    ]
    others = [choice for choice in analysis.choices if choice.move % 2 != reply % 2]
    if others and others[0].winner is not analysis.winner:
        sentences.insert(2, f"An {parity_of(reply + 1)} number would lose.")
    return Explanation(tuple(sentences), reply=reply)


def _tell_move(game: SequenceBuilder, state: SequenceState, move: int) -> str:
    """What a move does for you and leaves your opponent."""
    after = game.after(state, move)
    mine, theirs = after.sequences[state.to_move - 1], after.sequences[after.to_move - 1]
    if len(mine) == 1:
        told = "it begins your sequence"
    else:
        is_valid = (mine[-2] + move) % 2 == 0
        told = f"with your {mine[-2]} it makes {'a' if is_valid else 'no'} valid pair, and you have"
        told += f" {count(valid_pairs(mine), 'pair')} in all"
    if game.outcome(after):
        return told
    odd = (after.remaining & odd_numbers(game.numbers)).bit_count()
    told += f"; that leaves {odd:,} odd and {after.remaining.bit_count() - odd:,} even numbers"
    if not theirs:
        return f"{told} to your opponent, who begins a sequence"
    needs = f"needs an {parity_of(theirs[-1])} one for the next"
    return f"{told} to your opponent, who has {count(valid_pairs(theirs), 'pair')} and {needs}"


def _tell_end(game: SequenceBuilder, state: SequenceState, budget: int) -> str:
    """How the duel ends if both play their best."""
    end = state
    for move in best_line(game, state, budget):
        end = game.after(end, move)
    outcome = game.outcome(end)
    assert outcome is not None
    won = valid_pairs(end.sequences[outcome.winner - 1])
    lost = valid_pairs(end.sequences[outcome.winner.opponent - 1])
    who, s = ("you", "") if outcome.winner is state.to_move else ("your opponent", "s")
    if won == lost:
        tie = f"it is a tie of {count(won, 'valid pair')} each"
        return f"{tie}, and {who} complete{s} a sequence first"
    if won == game.length - 1:
        return f"{who} complete{s} a sequence of valid pairs only"
    return f"{who} end{s} with {count(won, 'valid pair')} against {lost}"
