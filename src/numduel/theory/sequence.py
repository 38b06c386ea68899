"""Sequence Builder: only parities count, so a few thousand positions stand for all.

Whether a pair is valid depends only on the parities of its two numbers, so all odd numbers in the
pool are equivalent, and so are all even ones. The key of a position is

- the numbers of odd and of even numbers left, each at most the number of moves left;
- for each player, how many numbers they have placed, the parity of the last, and whether all
  their pairs so far are valid, since only then can they still win at once;
- the lead of one player in valid pairs, which the scoring compares; a lead that cannot be caught
  up is as good as any larger one;
- who is Player 1, who wins ties: only Player 1, who is always first, can be first to complete a
  sequence.

At most one odd and one even move have to be searched: a length of 5 has about 200 such positions,
a length of 20 about 30,000.

The winner wins at once or by a *margin* of valid pairs, 0 in a tie. With best play the winner wins
at once if possible, and otherwise by the largest possible margin. That agrees with hurrying and
delaying: only Player 1 can end a duel early, and only by winning at once. Future pairs do not
depend on existing ones, so the margin is the current lead plus what both can still add, and takes
no more positions to find than the winner.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import inf, isfinite, isinf
from typing import Any, NamedTuple

from numduel.errors import TooLarge
from numduel.game import Player
from numduel.games.sequence_builder import SequenceBuilder, SequenceState, valid_pairs
from numduel.pool import numbers_in, odd_numbers, parity_of
from numduel.theory.base import (
    Analysis,
    Argument,
    Theme,
    Theory,
    first_best,
    give_up,
    prefer_least,
    weigh,
)
from numduel.theory.reasons import OVER
from numduel.theory.search import Value, explore
from numduel.words import count

EVEN, ODD = 0, 1

_COUNT_PAIRS = "Count the pairs that each of you will have at the end."
_COUNT_KINDS = "Count the odd and the even numbers that are left, and who needs which."


class SequenceRow(NamedTuple):
    """A player's sequence: its length, the parity of the last number, and whether all its pairs are
    valid."""

    placed: int
    last: int | None
    is_flawless: bool


class Situation(NamedTuple):
    """The key of the valid pairs still to come, seen by the player to move."""

    left: tuple[int, int]  # numbers of even and odd ones
    mine: SequenceRow
    theirs: SequenceRow


class SequenceSolver:
    """The gains of all situations of a game: how many more valid pairs than the opponent the player
    to move still makes with best play. Infinite if a player wins at once.

    Its moves are the parities EVEN and ODD.
    """

    def __init__(self, game: SequenceBuilder, budget: int) -> None:
        self.game = game
        self.budget = budget
        self.picks = min(game.numbers, 2 * game.length)  # in the whole duel
        self._gains: dict[Situation, float] = {}

    def situation(self, state: SequenceState) -> Situation:
        """Return the situation of a state."""
        odd = (state.remaining & odd_numbers(self.game.numbers)).bit_count()
        even = state.remaining.bit_count() - odd
        mine, theirs = map(_row, _sequences(state))
        return self._reduced(even, odd, mine, theirs)

    def legal_moves(self, situation: Situation) -> list[int]:
        """List the parities that can be taken; empty when the duel is over."""
        is_full = situation.mine.placed + situation.theirs.placed == self.picks
        if is_full or self._is_complete(situation.theirs):
            return []
        return [kind for kind in (EVEN, ODD) if situation.left[kind]]

    def after(self, situation: Situation, kind: int) -> Situation:
        """Return the situation after a number of this parity."""
        (even, odd), mine, theirs = situation
        is_valid = mine.last in (None, kind)
        row = SequenceRow(mine.placed + 1, kind, mine.is_flawless and is_valid)
        return self._reduced(even - (kind == EVEN), odd - (kind == ODD), theirs, row)

    def margins(self, situation: Situation, lead: int) -> dict[int, float]:
        """Return for each parity the margin at the end after taking such a number, for the player
        to move, who has this lead now; TooLarge beyond the budget."""
        return {
            kind: lead + (situation.mine.last == kind) - self._gain(self.after(situation, kind))
            for kind in self.legal_moves(situation)
        }

    def value(self, situation: Situation, margin: float) -> Value:
        """Return the value to the player to move of ending with this margin."""
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
        """Compute the gains of everything that can follow a situation. Each move places a number,
        so successors come later in the list."""
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
    """Return the sequences of the player to move and of the opponent."""
    one, two = state.sequences
    return (one, two) if state.to_move is Player.ONE else (two, one)


def lead_of(state: SequenceState) -> int:
    """Return the current lead of the player to move, in valid pairs."""
    mine, theirs = _sequences(state)
    return valid_pairs(mine) - valid_pairs(theirs)


def _row(sequence: tuple[int, ...]) -> SequenceRow:
    last = sequence[-1] % 2 if sequence else None
    return SequenceRow(len(sequence), last, valid_pairs(sequence) == max(0, len(sequence) - 1))


@lru_cache(maxsize=32)  # the benchmark has ten sizes
def sequence_solver(game: SequenceBuilder, budget: int) -> SequenceSolver:
    """Return the solver of a game, cached for the last few games."""
    return SequenceSolver(game, budget)


class SequenceTheory(Theory[SequenceBuilder], of=SequenceBuilder):
    """The winner and the distance, by a search in which all numbers of one parity are alike."""

    asks = (
        "Prove that your move wins by a reply to each kind of number, odd or even, that your"
        " opponent can take next, so that you win after every one of them. Write in one line, for"
        " each kind that your opponent can take, that kind, an arrow and the kind that you take in"
        f" reply, or {OVER} if the duel is over before you can reply. If your own move ends the"
        f" duel, write {OVER} alone."
    )
    pattern = "odd -> KIND, even -> KIND"

    bench = tuple(
        {"numbers": 2 * length, "length": length} for length in (6, 7, 8, 9, 10, 12, 14, 15, 18, 20)
    )

    def judge(self, state: SequenceState, budget: int) -> Analysis:
        solver, moves = sequence_solver(self.game, budget), self.game.legal_moves(state)
        now, lead = solver.situation(state), lead_of(state)
        try:
            margins = solver.margins(now, lead)
        except TooLarge as reason:
            return give_up(moves, str(reason))
        # A situation caps the counts of both kinds, so count them here.
        odd = sum(move % 2 for move in moves)
        left = {EVEN: len(moves) - odd, ODD: odd}
        values = {kind: solver.value(now, margin) for kind, margin in margins.items()}

        replies = {}  # winning replies left by each kind
        for kind in values:
            after = solver.after(now, kind)
            answers = solver.margins(after, -lead - (now.mine.last == kind))
            replies[kind] = sum(
                left[answer] - (answer == kind)
                for answer, margin in answers.items()
                if solver.value(after, margin).wins
            )
        analysis = weigh(
            state.to_move,
            moves,
            [values[move % 2] for move in moves],
            lambda move: replies[move % 2],
        )
        if len(values) < 2 or values[EVEN] != values[ODD]:
            return analysis  # one kind is better
        return prefer_least(analysis, lambda move: -margins[move % 2])

    def argue(self, state: SequenceState, budget: int, moves: tuple[Any, ...]) -> Argument:
        game, analysis = self.game, self.judge(state, budget)
        if analysis.winner is None:
            return Argument()
        reply = first_best(analysis)
        solver = sequence_solver(game, budget)
        margins = solver.margins(solver.situation(state), lead_of(state))
        comparison = _compare_other(analysis, state.to_move, reply % 2, margins)
        reasons = [
            _tell_prospects(game, state),
            f"Take an {parity_of(reply)} number, such as {reply}:"
            f" {_tell_move(game, state, reply)}.",
            *comparison,
            _tell_end(game, state, reply, margins[reply % 2]),
        ]
        return Argument(tuple(reasons), reply=reply, tells_resistance=bool(comparison))

    def habit(self, state: SequenceState) -> int:
        """Return the largest number of the parity of one's own row."""
        mine, moves = state.sequences[state.to_move - 1], self.game.legal_moves(state)
        return max([move for move in moves if mine and (move - mine[-1]) % 2 == 0] or moves)

    def kind_of(self, state: SequenceState, move: int) -> Hashable:
        return parity_of(move)

    def give_away(self, state: SequenceState, answers: Sequence[int]) -> str | None:
        mine = state.sequences[state.to_move - 1]
        if mine and mine[-1] % 2 == answers[0] % 2:  # true of 99 in 100 puzzles
            return f"it goes on with the {parity_of(answers[0])} numbers of your own row"
        return super().give_away(state, answers)

    def theme(self, state: SequenceState, answers: Sequence[int]) -> Theme:
        kind = answers[0] % 2
        mine, theirs = _sequences(state)
        word = parity_of(kind)
        if self.game.outcome(self.game.after(state, answers[0])):
            text = f"An {word} number decides the count of pairs."
            return Theme("last number", text, _COUNT_PAIRS)
        if mine and mine[-1] % 2 != kind:
            text = f"An {word} number costs you a pair and is worth more than that."
            return Theme("break your row", text, _COUNT_PAIRS)
        if theirs and theirs[-1] % 2 == kind:
            text = f"You and your opponent both need {word} numbers."
            return Theme("both want it", text, _COUNT_KINDS)
        text = f"Go on with {word} numbers before they run out."
        return Theme("keep your row", text, _COUNT_KINDS)


def _tell_prospects(game: SequenceBuilder, state: SequenceState) -> str:
    """Return each player's valid pairs, now and at most, as a sentence."""
    odd = sum(number % 2 for number in numbers_in(state.remaining))
    left = {ODD: odd, EVEN: state.remaining.bit_count() - odd}
    picks = min(game.numbers, 2 * game.length)
    told = []
    for player in (state.to_move, state.to_move.opponent):
        row = state.sequences[player - 1]
        turns = (picks + (player is Player.ONE)) // 2 - len(row)
        have, can = valid_pairs(row), valid_pairs(row) + _most_pairs(row, turns, left)
        who = "You have" if player is state.to_move else "your opponent has"
        most = f"come to {can} at most" if can > have else "get no more"
        told.append(f"{who} {_some(have, 'valid pair')} and can {most}")
    return f"{'; '.join(told)}."


def _most_pairs(row: tuple[int, ...], turns: int, left: dict[int, int]) -> int:
    """Return how many more valid pairs a row can get in this many turns if nobody else takes a
    number."""
    if not row:
        return turns - 1  # there are enough of one kind for all
    last = row[-1] % 2
    return max(0, turns - (left[last] < turns))


def _tell_move(game: SequenceBuilder, state: SequenceState, move: int) -> str:
    """Return what a move gains and leaves to the opponent, as a clause."""
    after = game.after(state, move)
    mine, theirs = after.sequences[state.to_move - 1], after.sequences[after.to_move - 1]
    if len(mine) == 1:
        told = "it begins your sequence"
    else:
        is_valid = (mine[-2] + move) % 2 == 0
        told = f"with your {mine[-2]} it makes {'a' if is_valid else 'no'} valid pair, and you have"
        told += f" {_some(valid_pairs(mine), 'pair')} in all"
    if game.outcome(after):
        return told
    odd = (after.remaining & odd_numbers(game.numbers)).bit_count()
    even = after.remaining.bit_count() - odd
    told += f"; that leaves {_some(odd, 'odd number')} and {_some(even, 'even number')}"
    if not theirs:
        return f"{told} to your opponent, who begins a sequence"
    needs = f"needs an {parity_of(theirs[-1])} one for the next"
    return f"{told} to your opponent, who has {_some(valid_pairs(theirs), 'pair')} and {needs}"


def _compare_other(
    analysis: Analysis, player: Player, kind: int, margins: dict[int, float]
) -> list[str]:
    """Return a sentence on the numbers of the other kind, if they are worse."""
    other = next((choice for choice in analysis.choices if choice.move % 2 != kind), None)
    if other is None or other.best:
        return []
    start = f"An {parity_of(kind + 1)} number would"
    if other.winner is not analysis.winner:
        return [f"{start} lose."]
    is_alike = other.distance == analysis.distance
    if analysis.winner is player:
        return [f"{start} win too, but {'by less' if is_alike else 'later'}."]
    if not is_alike:
        return [f"{start} lose sooner."]
    if margins[1 - kind] < margins[kind]:
        return [f"{start} lose by more."]
    closer = "keep the pairs closer, but " if margins[1 - kind] > margins[kind] else ""
    return [f"{start} {closer}leave your opponent more winning replies."]


def _tell_end(game: SequenceBuilder, state: SequenceState, reply: int, margin: float) -> str:
    """Return how the duel ends after a move with best play, as a sentence."""
    is_over = game.outcome(game.after(state, reply)) is not None
    when = "With that" if is_over else "If both play their best after that"
    is_you = margin > 0 or (margin == 0 and state.to_move is Player.ONE)
    who, s = ("you", "") if is_you else ("your opponent", "s")
    if margin == 0:
        return f"{when}, it is a tie in valid pairs, and {who} complete{s} a sequence first."
    if isinf(margin):
        return f"{when}, {who} complete{s} a sequence of valid pairs only."
    return f"{when}, {who} end{s} with {count(int(abs(margin)), 'valid pair')} more."


def _some(number: int, noun: str) -> str:
    return count(number, noun) if number else f"no {noun}"
