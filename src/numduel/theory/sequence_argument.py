"""Sequence Builder: why a position is won or lost, in sentences. `sequence.py` knows who wins."""

from math import isinf
from typing import Any

from numduel.game import Player
from numduel.games.sequence_builder import SequenceBuilder, SequenceState, valid_pairs
from numduel.pool import numbers_in, odd_numbers, parity_of
from numduel.theory.sequence import EVEN, ODD, lead_of, sequence_solver
from numduel.theory.verdict import Analysis, Argument, argue, first_best, judge
from numduel.words import count


@argue.register(SequenceBuilder)
def argue_sequence(
    game: SequenceBuilder, state: SequenceState, budget: int, _moves: tuple[Any, ...]
) -> Argument:
    """What to take, what it leaves the opponent, and how the duel then ends."""
    analysis = judge(game, state, budget)
    if analysis.winner is None:
        return Argument()
    reply = first_best(analysis)
    solver = sequence_solver(game, budget)
    margins = solver.margins(solver.situation(state), lead_of(state))
    comparison = _compare_other(analysis, state.to_move, reply % 2, margins)
    reasons = [
        _tell_prospects(game, state),
        f"Take an {parity_of(reply)} number, such as {reply}: {_tell_move(game, state, reply)}.",
        *comparison,
        _tell_end(game, state, reply, margins[reply % 2]),
    ]
    return Argument(tuple(reasons), reply=reply, tells_resistance=bool(comparison))


def _tell_prospects(game: SequenceBuilder, state: SequenceState) -> str:
    """How many valid pairs each player has, and can still come to if the other lets them."""
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
    """How many more valid pairs a row can get in this many turns, if nobody else took a number."""
    if not row:
        return turns - 1  # at the first turn there are enough of one kind for all
    last = row[-1] % 2
    return max(0, turns - (left[last] < turns))


def _tell_move(game: SequenceBuilder, state: SequenceState, move: int) -> str:
    """What a move does for you and leaves your opponent."""
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
    """What the numbers of the other kind are worth, if they are worse."""
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
    """How the duel ends after a move if both play their best."""
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
