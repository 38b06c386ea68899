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

How far away the end is, only search can tell: see `paths.py`.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from numduel.errors import TooLarge
from numduel.games.divisor_duel import DivisorDuel, DivisorState, relatives
from numduel.pool import numbers_in
from numduel.theory.matching import divisor_graph, maximum_matching
from numduel.theory.paths import distances_within
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

_MOST_TRACED = 500  # numbers in reach; beyond this, all that remain count as within reach
_MANY = 4_000  # numbers; of larger pairings only the last two are kept, with and without a move
_MOST_PAIRED = 20_000  # numbers, over all pairings made to count the opponent's winning replies
_PAIRS_DRAWN = 5_000


class Pairing(NamedTuple):
    """A maximum pairing of some numbers, the numbers that some other one leaves out, and those
    that have no divisor or multiple among them."""

    pairs: tuple[tuple[int, int], ...]
    missable: frozenset[int]
    alone: frozenset[int]


def pair_up(pool: int) -> Pairing:
    """A maximum pairing of a set of numbers."""
    return _pair_few(pool) if pool.bit_count() <= _MANY else _pair_many(pool)


def _pair(pool: int) -> Pairing:
    graph = divisor_graph(numbers_in(pool))
    matching = maximum_matching(graph)
    ends = zip(graph.vertices, pairwise(graph.start[1:]), strict=False)
    alone = frozenset(number for number, (first, behind) in ends if first == behind)
    return Pairing(matching.pairs, frozenset(matching.missable), alone)


_pair_few, _pair_many = lru_cache(maxsize=256)(_pair), lru_cache(maxsize=2)(_pair)


def within_reach(game: DivisorDuel, state: DivisorState) -> int:
    """The numbers that can still be taken at some time; where there are many, all that remain."""
    left = state.remaining
    reached = waiting = game.allowed(state)
    if state.last is None or left & 2:  # everything can be reached by way of 1
        return left
    while waiting and reached != left:
        lowest = waiting & -waiting
        new = relatives(lowest.bit_length() - 1, game.numbers) & left & ~reached
        reached |= new
        waiting ^= lowest | new
        if reached.bit_count() > _MOST_TRACED:
            return left
    return reached


@judge.register(DivisorDuel)
def judge_divisor(game: DivisorDuel, state: DivisorState, budget: int) -> Analysis:
    """Who wins by a maximum pairing, and how fast by search where that is small enough."""
    moves, reach = game.legal_moves(state), within_reach(game, state)
    pairing = pair_up(reach)
    distances: list[int | None]
    try:
        distances, unknown = distances_within(reach, game, state, budget), None
    except TooLarge as reason:
        distances, unknown = [1 if move in pairing.alone else None for move in moves], str(reason)

    def count_replies(move: int) -> int:
        replies = game.legal_moves(game.after(state, move))
        return len(pair_up(reach ^ 1 << move).missable.intersection(replies))

    return weigh(
        state.to_move,
        moves,
        [Value(move in pairing.missable, far) for move, far in zip(moves, distances, strict=True)],
        count_replies if len(moves) * reach.bit_count() <= _MOST_PAIRED else None,
        unknown,
    )


@argue.register(DivisorDuel)
def argue_divisor(game: DivisorDuel, state: DivisorState, budget: int) -> Argument:
    """The pairing with which one player answers the other."""
    analysis, reach = judge(game, state, budget), within_reach(game, state)
    pairs, reply = pair_up(reach).pairs, first_best(analysis)
    if analysis.winner is not state.to_move:
        told = _tell_pairs(pairs, game.legal_moves(state))
        reason = f"Whatever you take, your opponent can answer with its partner: {told}."
        return Argument((reason,), pairs[:_PAIRS_DRAWN], reply)
    after = game.after(state, reply)
    if game.outcome(after):
        reason = f"Take {reply}: no divisor or multiple of it is left for your opponent."
        return Argument((reason,), reply=reply)
    if any(reply in pair for pair in pairs):  # another maximum pairing leaves it out
        pairs = pair_up(reach ^ 1 << reply).pairs
    still = {*numbers_in(within_reach(game, after))}
    pairs = tuple(pair for pair in pairs if pair[0] in still)
    told = _tell_pairs(pairs, game.legal_moves(after))
    reasons = (
        f"Pair {told}: whatever your opponent takes, answer with its partner.",
        f"{reply} has no partner, so start there.",
    )
    return Argument(reasons, pairs[:_PAIRS_DRAWN], reply)


def _tell_pairs(pairs: Sequence[tuple[int, int]], soon: Sequence[int]) -> str:
    """Pairs in a row; those that may be needed at once come first."""
    wanted = {*soon}
    ordered = sorted(pairs, key=wanted.isdisjoint)
    return listed(f"{low}–{high}" for low, high in ordered)
