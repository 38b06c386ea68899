"""Divisor Duel: pair the numbers up; a player who can always answer with the partner wins.

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

So one maximum pairing of R judges every move: `Matching.missable` are the numbers that some
maximum pairing leaves out. The opening is no different, but that every number may be taken, or
only some (`opening=even`, `opening=even-below-half`): that restricts the choice and nothing else.

The theorem has been found before. For any graph it is folklore of undirected vertex geography; for
this game it is also T. Zeng's ("Juniper Green and the Gallai–Edmonds Decomposition", arXiv
2604.19721, April 2026). Before that, J. Lemoine (2022) found at which sizes the first player wins
with an even opening.

How far away the end is, only search can tell (see `distances.py`), unless it is near: wins at
once, losses in two moves and some wins in three are seen in the graph, however large it is.

A *plan* is a maximum pairing that is carried along the moves. A number that is taken leaves it,
with its pair. If that number could have been left out by another maximum pairing, its partner is
paired anew along one alternating path: the plan changes by as little as possible. Otherwise the
partner stays unpaired: it is the answer to the number that was taken. Whoever answers with it
changes nothing, so a plan that is followed only loses the pairs that are used or out of reach.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from numduel.errors import BadCertificate
from numduel.games.divisor_duel import DivisorDuel, DivisorState
from numduel.pool import everything, numbers_in, pool_of
from numduel.theory.base import (
    LEAVE_NO_CHOICE,
    Analysis,
    Argument,
    Region,
    Theme,
    Theory,
    first_best,
    is_odd_one_out,
    weigh,
)
from numduel.theory.checking import SINK, SOURCE, pairing_graph
from numduel.theory.compiling import ints
from numduel.theory.distances import (
    Bounds,
    bound_distances,
    can_search,
    matching_arrays,
    missable,
)
from numduel.theory.matching import Graph, divisor_graph, graph_of, maximum_matching
from numduel.theory.reasons import NUMBER, OVER, is_over, read_statements
from numduel.theory.search import Value
from numduel.words import count, listed

_MOST_PAIRED = 20_000  # numbers, over all pairings made to count the opponent's winning replies
_SHORT = 3  # moves; a duel that is over so soon needs no pairing to explain it
_FEW = 3  # moves that can follow, each told with its answer
_PAIRS_TOLD = 8  # those that matter now come first
_NOT_SOON = {True: 3, False: 4}  # a win that is not at once, a loss that does not take two moves
_PAIR = re.compile(rf"{NUMBER}\s*(?:[-→:=/]|\bwith\b)\s*{NUMBER}", re.IGNORECASE)

Pairs = tuple[tuple[int, int], ...]


class Pairing(NamedTuple):
    """A maximum pairing of some numbers, the numbers that some other one leaves out, and those
    with which a game is over within three moves, with how many it takes."""

    pairs: Pairs
    missable: frozenset[int]
    soon_over: dict[int, int]


class PairingPlan(NamedTuple):
    """A pairing of what is within reach, and the partner of the number taken last, or None if it
    has none."""

    pairs: Pairs
    partner: int | None


class DivisorTheory(Theory[DivisorDuel], of=DivisorDuel):
    """Who wins by a maximum pairing, and how fast by search, as far as the budget allows."""

    asks = (
        "Prove that your move wins by a pairing of numbers that remain after it. Of two partners"
        " one must divide the other, and no number may be in two pairs. Whatever your opponent"
        " takes, now and later, you must be able to answer it with its partner. Numbers that cannot"
        " come up need no partner. Write the pairs in one line; if nothing can be taken after your"
        f" move, write {OVER}."
    )
    pattern = "NUMBER-NUMBER, NUMBER-NUMBER"

    bench = tuple(
        {"numbers": numbers, "opening": "even"} for numbers in (20, 30, 40, 60, 80, 100, 150, 200)
    )

    def judge(self, state: DivisorState, budget: int) -> Analysis:
        return _judge(self.game, state, budget)

    def winning_moves(self, state: DivisorState) -> list[int]:
        missable = maximum_matching(divisor_graph(numbers_in(self.game.reach(state)))).missable
        return [move for move in self.game.legal_moves(state) if move in missable]

    def argue(self, state: DivisorState, budget: int, moves: tuple[Any, ...]) -> Argument:
        game, analysis = self.game, self.judge(state, budget)
        plan = self._plan(state, moves, analysis)
        short = self._short_argument(state, analysis, plan.partner)
        if short is not None:
            return short
        if analysis.winner is not state.to_move:
            pairs = _within(plan.pairs, game.reach(state), game.legal_moves(state))
            reasons = [
                f"Whatever you take, your opponent can take its partner: {_tell_pairs(pairs)}.",
                "In each pair one number divides the other, so your opponent always has a reply.",
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
        pairs = _within(plan.pairs, game.reach(after), game.legal_moves(after))
        reasons = [
            f"{start}.",
            f"Pair up the numbers. When they take one, you take its partner: {_tell_pairs(pairs)}.",
            "In each pair one number divides the other, so you always have a reply.",
        ]
        return Argument(tuple(reasons), pairs, reply)

    def _short_argument(
        self, state: DivisorState, analysis: Analysis, partner: int | None
    ) -> Argument | None:
        """Give the reasons for a position that is soon over: what can follow, and what to take
        then. None if there is more to tell. The partner of the plan comes first."""
        game = self.game
        if analysis.distance is None or analysis.distance > _SHORT:
            return None
        if analysis.winner is not state.to_move:
            answers = self._last_answers(state)
            if answers is None:
                return None
            pairs = tuple(sorted((min(pair), max(pair)) for pair in answers.items()))
            return Argument((_tell_last(answers, state.last),), pairs, first_best(analysis))
        for reply in sorted(analysis.best_moves, key=lambda move: move != partner):
            after = game.after(state, reply)
            verb = "Open with" if state.last is None else "Take"
            if game.outcome(after):
                return Argument((f"{verb} {reply}, and nothing can follow.",), reply=reply)
            answers = self._last_answers(after)
            if answers is not None:
                pairs = tuple(sorted((min(pair), max(pair)) for pair in answers.items()))
                return Argument((f"{verb} {reply}.", _tell_ends(reply, answers)), pairs, reply)
        return None

    def _last_answers(self, state: DivisorState) -> dict[int, int] | None:
        """Return an answer that ends the duel to each of the few moves, all different; None if
        there are many moves, or one of them has no such answer of its own."""
        game, answers = self.game, dict[int, int]()
        moves = game.legal_moves(state)
        if len(moves) > _FEW:
            return None
        for move in moves:
            after = game.after(state, move)
            ends = (
                answer
                for answer in game.legal_moves(after)
                if answer not in answers.values() and game.outcome(game.after(after, answer))
            )
            answer = next(ends, None)
            if answer is None:
                return None
            answers[move] = answer
        return None if answers.keys() & answers.values() else answers

    def _plan(self, state: DivisorState, moves: tuple[Any, ...], analysis: Analysis) -> PairingPlan:
        """Return the plan that is left after the moves so far, or one for this position alone."""
        if moves:
            return carry_plan(self.game, moves)
        reply = first_best(analysis) if analysis.winner is state.to_move else None
        return PairingPlan(pair_around(self.game.reach(state), reply), reply)

    def prove(self, state: DivisorState, reply: int | None) -> dict[str, Any]:
        """Return the pairs within the loser's reach. They are a maximum pairing of it, which is
        enough: the winner's last number is one that some maximum pairing leaves out."""
        before_loser = state if reply is None else self.game.after(state, reply)
        return self._reason(before_loser, pair_up(self.game.reach(before_loser)).pairs)

    def _reason(
        self, before_loser: DivisorState, pairs: Sequence[tuple[int, int]]
    ) -> dict[str, Any]:
        """Return the reason that has these pairs, with the barrier that makes it easy to check."""
        paired = [number for pair in pairs for number in pair]
        barrier: tuple[int, ...] = ()
        if len({*paired}) == len(paired) and before_loser.remaining | pool_of(paired) == (
            before_loser.remaining
        ):
            edges = pairing_graph(self.game, before_loser, paired)
            barrier = maximum_matching(graph_of(edges, [SOURCE, SINK, *paired])).barrier
        shown = [list(pair) for pair in pairs]
        return {"kind": "pairing", "pairs": shown, "barrier": [*barrier]}

    def write_reason(self, state: DivisorState, move: int) -> str:
        pairs = self.prove(state, move)["pairs"]
        return ", ".join(f"{low}-{high}" for low, high in pairs) or OVER

    def read_reason(self, state: DivisorState, move: int, text: str) -> dict[str, Any]:
        told = [] if is_over(text) else read_statements(text, _PAIR, "a list of pairs")
        pairs = sorted({(min(pair), max(pair)) for pair in ((int(a), int(b)) for a, b in told)})
        for number in (number for pair in pairs for number in pair):
            if number > self.game.numbers:
                raise BadCertificate(f"{number} is not left when the opponent is to move.")
        return self._reason(self.game.after(state, move), pairs)

    def habit(self, state: DivisorState) -> int:
        """Return the largest number."""
        return max(self.game.legal_moves(state))

    def give_away(self, state: DivisorState, answers: Sequence[int]) -> str | None:
        moves, last = self.game.legal_moves(state), state.last or 0
        if 1 in answers:
            return "it is 1"
        if is_odd_one_out(moves, answers, _is_prime):
            is_prime = _is_prime(answers[0])
            return "it is the only prime" if is_prime else "it is the only one not prime"
        if is_odd_one_out(moves, answers, lambda move: move > last):
            kind = "multiple" if answers[0] > last else "divisor"
            return f"it is the only {kind} of {last}"
        return super().give_away(state, answers)

    def share_kept(self, state: DivisorState, answers: Sequence[int]) -> float:
        # The largest number is the answer to about half of the puzzles with four moves or more.
        return 0.25 if answers[0] == self.game.legal_moves(state)[-1] else 1.0

    def theme(self, state: DivisorState, answers: Sequence[int]) -> Theme:
        game, answer = self.game, answers[0]
        replies = game.legal_moves(game.after(state, answer))
        if list(replies) in ([], [1]) and _is_prime(answer) and 2 * answer > game.numbers:
            text = (
                f"{answer} is prime, and twice {answer} is not on the list: only 1 can follow it."
            )
            return Theme("big prime", text, "Look for a number that only 1 can follow.")
        if not replies:
            text = f"No divisor or multiple of {answer} is left."
            return Theme("dead end", text, "Look for a number that nothing can follow.")
        losing = [move for move in game.legal_moves(state) if move not in answers]
        if [1] in (list(replies), losing):
            text = "Whoever takes 1 lets the other take any number that is left."
            return Theme("1 is poison", text, "Which of you will have to take 1?")
        if self.is_forced(state, answer):
            text = f"After {answer} every reply of your opponent is forced."
            return Theme("forced chain", text, LEAVE_NO_CHOICE)
        return Theme(
            "pairing",
            "Every number that your opponent can come to has a partner for you.",
            "Pair up the numbers. When they take one, you take its partner.",
        )

    def regions(self, state: DivisorState) -> Sequence[Region]:
        last = state.last
        if last is None:
            return ()
        moves = self.game.legal_moves(state)
        return (
            Region(f"a divisor of {last}", tuple(move for move in moves if move < last)),
            Region(f"a multiple of {last}", tuple(move for move in moves if move > last)),
        )


@lru_cache(maxsize=64)  # reasons, hints and puzzles ask again for what was just judged
def _judge(game: DivisorDuel, state: DivisorState, budget: int) -> Analysis:
    moves, reach = game.legal_moves(state), game.reach(state)
    pairing = pair_up(reach)
    winning = [move in pairing.missable for move in moves]
    table = distances_of_openings(game.numbers) if state.last is None else ()
    bounds = [Bounds(table[move - 1], table[move - 1]) for move in moves if table]
    known = _distance_after(game, state)
    if not bounds:
        pairs = len(pairing.pairs)
        bounds = bound_distances(game, state, reach, winning, pairs, budget, known=known)
    values = [
        _value_between(wins, max(end.at_least, _NOT_SOON[wins]), end.at_most)
        if (far := pairing.soon_over.get(move)) is None
        else _value_between(wins, far, far)
        for move, wins, end in zip(moves, winning, bounds, strict=True)
    ]

    def list_replies(move: int) -> Sequence[int]:
        return game.legal_moves(game.after(state, move))

    def count_winning_replies(move: int) -> int:
        return len(pair_up(reach ^ 1 << move).missable.intersection(list_replies(move)))

    is_small = len(moves) * reach.bit_count() <= min(_MOST_PAIRED, budget)
    analysis = weigh(
        state.to_move,
        moves,
        values,
        count_winning_replies if is_small else None,
        count_replies=lambda move: len(list_replies(move)),
    )
    if known:  # though perhaps not with which move
        analysis = replace(analysis, distance=known, at_least=known, at_most=known)
    if all(value.distance is not None for value in values):
        return analysis
    if not can_search(reach):
        unknown = f"Distances among {reach.bit_count():,} numbers are not searched for."
    elif analysis.distance is None:
        unknown = f"How far away the end is takes more than {count(budget, 'position')} to find."
    else:
        unknown = "How far away the end is after some of the moves takes too long to find."
    return replace(analysis, unknown=unknown)


@lru_cache(maxsize=1)
def _opening_table() -> tuple[tuple[int, ...], ...]:
    lines = Path(__file__).with_name("divisor_openings.txt").read_text().splitlines()
    return tuple(tuple(map(int, line.split())) for line in lines)


def distances_of_openings(numbers: int) -> tuple[int, ...]:
    """Return how many moves a duel on 1 to `numbers` lasts after each opening, which is counted
    too; nothing beyond 1..100. An odd distance is a win. `make distances` makes the table."""
    table = _opening_table()
    return table[numbers - 1] if numbers <= len(table) else ()


def _distance_after(game: DivisorDuel, state: DivisorState) -> int:
    """Return the distance after the first move of a duel; 0 if it is not known, or later."""
    known = distances_of_openings(game.numbers)
    if state.last is None or not known:
        return 0
    is_first = state.remaining == everything(game.numbers) ^ 1 << state.last
    return known[state.last - 1] - 1 if is_first else 0


def _value_between(wins: bool, at_least: int, at_most: int) -> Value:
    return Value(wins, at_least if at_least == at_most else None, at_least, at_most)


@lru_cache(maxsize=256)
def pair_up(pool: int) -> Pairing:
    """Return a maximum pairing of a set of numbers."""
    graph = divisor_graph(numbers_in(pool))
    matching = maximum_matching(graph)
    return Pairing(matching.pairs, frozenset(matching.missable), _soon_over(graph))


def _soon_over(graph: Graph) -> dict[int, int]:
    """Return the numbers with which a game is over within three moves, and how many it takes.

    One move: a number without neighbours. Two: a number with a *leaf*, whose only neighbour it is;
    the opponent takes the leaf. Three: every neighbour of the number has another leaf, so whatever
    the opponent takes, there is one to take next. Every win in one and every loss in two is found,
    and some wins in three.
    """
    vertices, neighbours = graph.vertices, graph.neighbours
    _, *starts = ints(graph.start)
    degrees = [behind - first for first, behind in pairwise(starts)]
    edges = zip(degrees, starts, strict=False)
    leaves_of = Counter(int(neighbours[first]) for degree, first in edges if degree == 1)
    answered: Counter[int] = Counter()  # how many neighbours have another leaf
    for place, leaves in leaves_of.items():
        for near in ints(neighbours[starts[place - 1] : starts[place]]):
            answered[near] += leaves > 1 or degrees[near - 1] > 1
    soon = {number: 1 for number, degree in zip(vertices, degrees, strict=True) if not degree}
    soon |= {vertices[place - 1]: 2 for place in leaves_of}
    return soon | {
        vertices[place - 1]: 3 for place, met in answered.items() if met == degrees[place - 1]
    }


def pair_around(pool: int, number: int | None) -> tuple[tuple[int, int], ...]:
    """Return the pairs of a maximum pairing that leaves out this number. Some maximum pairing must
    leave it out."""
    pairs = pair_up(pool).pairs
    if number is not None and any(number in pair for pair in pairs):
        return pair_up(pool ^ 1 << number).pairs
    return pairs


def carry_plan(game: DivisorDuel, moves: Sequence[int]) -> PairingPlan:
    """Return the plan after some moves, at least one. It begins as a pairing of the start that
    leaves out the first number, if some maximum pairing does. That needs no distances."""
    start = everything(game.numbers)
    first = moves[0] if moves[0] in pair_up(start).missable else None
    matching = matching_arrays(divisor_graph(range(1, game.numbers + 1)))
    mate = matching[2]
    for low, high in pair_around(start, first):
        mate[low], mate[high] = high, low
    left, partner = start, 0
    for move in moves:
        left ^= 1 << move
        partner = mate[move]
        if partner:
            missable(left >> 1, matching)
            partner = 0 if mate[partner] else partner
    kept = tuple((low, high) for low, high in enumerate(mate) if low < high)
    return PairingPlan(kept, partner or None)


def _within(pairs: Sequence[tuple[int, int]], reach: int, soon: Sequence[int]) -> Pairs:
    """Return the pairs within reach; those that may be needed at once come first. Partners are
    within reach of each other."""
    still = {*numbers_in(reach)}
    return tuple(sorted((pair for pair in pairs if pair[0] in still), key=set(soon).isdisjoint))


def _tell_pairs(pairs: Pairs) -> str:
    return listed(pairs, _PAIRS_TOLD, show=lambda pair: f"{pair[0]}–{pair[1]}")


def _tell_ends(reply: int, answers: dict[int, int]) -> str:
    """Say to the winner what can follow a move, and what ends the duel then."""
    if len(answers) == 1:
        ((move, answer),) = answers.items()
        return f"Only {move} can follow {reply}; then take {answer}, and nothing can follow."
    told = listed((f"{answer} if they take {move}" for move, answer in answers.items()), word="or")
    return f"Only {listed(answers)} can follow {reply}; then take {told}, and nothing can follow."


def _tell_last(answers: dict[int, int], last: int | None) -> str:
    """Say to the loser what ends the duel."""
    if len(answers) == 1:
        ((move, answer),) = answers.items()
        then = f"then your opponent takes {answer}, and nothing can follow"
        return f"Only {move} can follow {last}; {then}."
    told = listed((f"{answer} if you take {move}" for move, answer in answers.items()), word="or")
    return f"Your opponent takes {told}, and nothing can follow."


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))
