"""Divisor Duel: pair the numbers up, and whoever can always answer with the partner wins.

The numbers that remain, R, form a graph: join two if one divides the other. A *pairing* (in
books: a matching) is a set of joined pairs in which each number occurs at most once; it is
*maximum* if no pairing of R has more pairs.

Theorem: a move u wins exactly if some maximum pairing of R leaves u out.

- If one does, call it M. Take u, and answer every number with its partner in M. There always is
  one: suppose the opponent could take a number x that has no partner. The numbers taken since,
  u, a, a', b, b', …, with the pairs a–a', b–b', … of M, end next to x. Pair u–a, a'–b, b'–…,
  …–x instead: that is one pair more, and M was not maximum. The opponent runs out first.
- If none does, take any maximum pairing M. In it u has a partner u', and the opponent takes u'.
  R without u and u' has the maximum pairing M without u–u' (a larger one, with u–u' added, would
  be larger than M). Now suppose that after u' you had a winning move v: by the first part that
  needs a maximum pairing of R without u and u' that leaves v out. With u'–v added it is a maximum
  pairing of R that leaves u out, and there was none. So every move of yours loses, by induction
  on how many numbers remain. ∎

So one maximum pairing of R judges every move: `matching.missable` are the numbers that some
maximum pairing leaves out. The opening is no different, but that every number may be taken, or
only some (`opening=even`, `opening=even-below-half`): that restricts the choice and nothing else.

The theorem has been found before. For any graph it is folklore of undirected vertex geography; for
this game it is also T. Zeng's ("Juniper Green and the Gallai–Edmonds Decomposition", arXiv
2604.19721, April 2026). Before that, J. Lemoine (2022) found at which sizes the first player wins
with an even opening.

How far away the end is, only search can tell (see `graphs/paths.py`), unless it is near: wins at
once, losses in two moves and some wins in three are seen in the graph, however large it is.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from numduel.games.divisor_duel import DivisorDuel, DivisorState
from numduel.pool import numbers_in
from numduel.theory.graphs.pairing import PairingPlan, carry_plan, pair_around, pair_up
from numduel.theory.graphs.paths import bound_distances
from numduel.theory.verdict import (
    Analysis,
    Argument,
    Value,
    argue,
    first_best,
    judge,
    weigh,
)
from numduel.words import listed

_MOST_PAIRED = 20_000  # numbers, over all pairings made to count the opponent's winning replies
_NOT_SOON = {True: 3, False: 4}  # a win that is not at once, a loss that does not take two moves


@judge.register(DivisorDuel)
@lru_cache(maxsize=1)  # reasons ask again for what has just been judged
def judge_divisor(game: DivisorDuel, state: DivisorState, budget: int) -> Analysis:
    """Who wins by a maximum pairing, and how fast by search, as far as the budget allows."""
    moves, reach = game.legal_moves(state), game.reach(state)
    pairing = pair_up(reach)
    winning = [move in pairing.missable for move in moves]
    bounds = bound_distances(game, state, reach, winning, len(pairing.pairs), budget)
    values = [
        _value_between(wins, max(end.at_least, _NOT_SOON[wins]), end.at_most)
        if (far := pairing.soon_over.get(move)) is None
        else _value_between(wins, far, far)
        for move, wins, end in zip(moves, winning, bounds, strict=True)
    ]
    is_known = all(value.distance is not None for value in values)

    def count_replies(move: int) -> int:
        replies = game.legal_moves(game.after(state, move))
        return len(pair_up(reach ^ 1 << move).missable.intersection(replies))

    return weigh(
        state.to_move,
        moves,
        values,
        count_replies if len(moves) * reach.bit_count() <= min(_MOST_PAIRED, budget) else None,
        None if is_known else f"How far away the end is takes more than {budget:,} moves to find.",
    )


def _value_between(wins: bool, at_least: int, at_most: int) -> Value:
    return Value(wins, at_least if at_least == at_most else None, at_least, at_most)


@argue.register(DivisorDuel)
def argue_divisor(
    game: DivisorDuel, state: DivisorState, budget: int, moves: tuple[Any, ...]
) -> Argument:
    """The pairing with which one player answers the other."""
    analysis = judge(game, state, budget)
    plan = _plan(game, state, moves, analysis)
    if analysis.winner is not state.to_move:
        pairs = _within(plan.pairs, game.reach(state))
        told = _tell_pairs(pairs, game.legal_moves(state))
        reasons = [
            f"Your opponent can answer whatever you take with its partner: {told}.",
            "Of two partners one divides the other, so the answer is always allowed; and every"
            " number that you can come to has a partner, so you run out first.",
        ]
        return Argument(tuple(reasons), pairs, first_best(analysis))
    reply = plan.partner
    assert reply is not None  # a won position is one whose last number has a partner
    after = game.after(state, reply)
    start = f"Your opponent took {state.last}; its partner is {reply}. Take {reply}"
    if state.last is None:
        start = f"Open with {reply}"
    elif not moves:
        start = f"Take {reply}"
    if game.outcome(after):
        return Argument((f"{start}: no divisor or multiple of it is left.",), reply=reply)
    pairs = _within(plan.pairs, game.reach(after))
    told = _tell_pairs(pairs, game.legal_moves(after))
    reasons = [
        f"{start}.",
        f"Whatever your opponent takes then, answer with its partner: {told}.",
        "Of two partners one divides the other, so your answer is always allowed; and every"
        " number that your opponent can come to has a partner, so you never run out first.",
    ]
    return Argument(tuple(reasons), pairs, reply)


def _plan(
    game: DivisorDuel, state: DivisorState, moves: tuple[Any, ...], analysis: Analysis
) -> PairingPlan:
    """The plan that is left after the moves so far, or one for this position alone."""
    if moves:
        return carry_plan(game, moves)
    reply = first_best(analysis) if analysis.winner is state.to_move else None
    return PairingPlan(pair_around(game.reach(state), reply), reply)


def _within(pairs: Sequence[tuple[int, int]], reach: int) -> tuple[tuple[int, int], ...]:
    """The pairs within reach: partners are within reach of each other."""
    still = {*numbers_in(reach)}
    return tuple(pair for pair in pairs if pair[0] in still)


def _tell_pairs(pairs: Sequence[tuple[int, int]], soon: Sequence[int]) -> str:
    """Pairs in a row. Those that may be needed at once come first."""
    wanted = {*soon}
    ordered = sorted(pairs, key=wanted.isdisjoint)
    return listed(ordered, show=lambda pair: f"{pair[0]}–{pair[1]}")
