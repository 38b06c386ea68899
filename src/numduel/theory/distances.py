"""Divisor Duel: how far away the end is with each move, or between which bounds.

Who wins is known from a matching (see `divisor.py`), so the search for *within how many moves*
follows only the winner's winning moves, and all moves of the loser: first within one or two moves,
then within two more, and so on, until every distance is known or the budget is used up. The
distance with best play is found first, which needs less than those of all moves and may use the
whole budget; after the first move of a duel it is known from the table of openings. What is not
known exactly lies at or above what was refuted last, and at or below what the pairing promises:
whoever always answers with the partner needs at most one move more than two for each pair.

A position is the set of numbers within reach, the set of those with an *exit*, and the set of those
that may be taken now; for each a lower and an upper bound of the distance are kept. Two things make
many positions one.

*Gallai–Edmonds.* On the winner's turn let D be the numbers of R, what is left, that some maximum
pairing of R misses, A the neighbours of D outside of D, and C the rest. Lemma: play that stays won
never leaves D ∪ A, the winner takes numbers of D only, and so C and the edges inside of A can be
deleted. Proof. The winner takes y, which must be in D, so the loser's z is in D ∪ A. No maximum
pairing of R − y misses z, or z would win; so one of R − y − z has one pair less than one of R, and
with y–z added it is a maximum pairing of R. So whatever a maximum pairing of R − y − z misses is
missed by one of R: D only shrinks, the winner's next number is in D again, and the loser's next in
D ∪ A. By Gallai and Edmonds every maximum pairing of R pairs A with D, and C within itself; those
of R − y − z are parts of such, so what wins is the same without C and the edges inside of A. ∎
A matching costs more than a look into a table: D is found only when a position has to be searched.

*Exits.* A number is a leaf if z is its only neighbour left. If the loser takes z, the winner takes
the leaf, and the game is over; the winner never takes z. So nobody takes z or the leaf before the
last two moves: both are deleted, and the neighbours of z are said to have an exit, by which the
loser who is there can last for two moves more. (Not if the leaf may be taken right now.) This
disposes of 1 as long as a prime above n/2 is left.

Sets are those of `bitsets.py`; `near[v]` is the set of neighbours of vertex v.
"""

import sys
from collections.abc import Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple

from numduel.games.divisor_duel import DivisorDuel, DivisorState
from numduel.pool import numbers_in
from numduel.theory.bitsets import (
    EMPTY,
    MOST_COMPILED,
    count,
    drop_lowest,
    get,
    has,
    lowest,
    only,
    pack,
    put,
    sets_of,
    table_by_position,
    table_by_set,
)
from numduel.theory.compiling import choose_twin, ints, zeros
from numduel.theory.matching import INNER, OUTER, Graph, divisor_graph, search
from numduel.theory.search import BRIEF

__all__ = [
    "Bounds",
    "Deepening",
    "bound_distances",
    "deepen",
    "ints",
    "pack",
    "sets_of",
    "table_by_position",
    "table_by_set",
    "zeros",
]

WIDTH = "int64"  # of a number in compiled code
YES, NO, GAVE_UP = 1, 0, -1
_BOUND = 1 << 12  # no game is as long: bounds are kept as lower × _BOUND + upper, 0 if unknown
_OTHERS = 10  # moves that are not best get a tenth of a large budget
_FEW = 24  # numbers; among fewer, plain Python is as quick


class Bounds(NamedTuple):
    """The least and the most moves until the end, counting the move itself."""

    at_least: int
    at_most: int


class Deepening:
    """The search among the numbers within reach of a position. Nothing is kept for the next search,
    so an answer does not depend on what was asked before."""

    def __init__(self, numbers: Sequence[int], positions: int, work: ModuleType) -> None:
        self.work = work
        self.numbers = numbers
        self.place = {number: place for place, number in enumerate(numbers)}
        graph = divisor_graph(numbers, compiled=False)
        self.near = work.sets_of(neighbours_in(graph))
        self.positions, self.withheld = positions, 0
        self.budget = work.ints([positions])  # what is left of it
        self.matching = matching_arrays(graph, work)
        # Positions as they are met and as they are searched, moves not tried yet, and D.
        self.stack = tuple(work.sets_of([0] * (len(numbers) + 2)) for _ in range(8))
        self.ends = work.zeros(len(numbers) + 2)
        self.bounds, self.missable = work.table_by_position(), work.table_by_set()

    @property
    def used(self) -> int:
        """The positions searched so far."""
        return self.positions - self.withheld - int(self.budget[0])

    def leave(self, positions: int) -> None:
        """Leave at most so many positions to the rest of the search."""
        withheld = max(0, int(self.budget[0]) - positions)
        self.withheld += withheld
        self.budget[0] -= withheld

    def pool(self, numbers: Any) -> Any:
        """Return a set of numbers as kernels take it."""
        return self.work.pack(sum(1 << self.place[number] for number in numbers))

    def after(self, reach: Any, number: int) -> Any:
        """Return what the kernel `after` returns, for a number."""
        return self.work.after(reach, self.work.EMPTY, self.place[number], reach, False, self.near)

    def wins_within(self, after: Any, moves: int) -> int:
        """Return whether the winner wins within this many moves of what `after` returned; GAVE_UP
        when the budget is used up."""
        position, end = after
        for each, vertices in zip(self.stack, position, strict=False):
            self.work.put(each, 0, vertices)
        self.work.put(self.stack[7], 0, self.pool(self.numbers))
        self.ends[0] = end
        answer: int = self.work.wins_within(
            moves,
            self.near,
            self.bounds,
            self.missable,
            self.budget,
            self.matching,
            self.stack,
            self.ends,
        )
        return answer


def can_search(reach: int) -> bool:
    """Return whether so many numbers are searched at all."""
    return reach.bit_count() <= MOST_COMPILED


def bound_distances(
    game: DivisorDuel,
    state: DivisorState,
    reach: int,
    winning: Sequence[bool],
    pairs: int,
    budget: int,
    compiled: bool | None = None,
    known: int = 0,
) -> list[Bounds]:
    """Return the bounds of the distance for each legal move, ascending; equal where it is known.

    `winning` says which of the moves win, and `pairs` how many pairs a maximum pairing of what is
    within reach has. `known` is the distance with best play if that is known already, else 0. The
    budget is a number of positions. If a brief search does not suffice, it begins again, compiled
    if possible, for the distance with best play; those of the other moves get less.
    """
    moves = game.legal_moves(state)
    won, lost = Bounds(known or 1, 2 * pairs + 1), Bounds(2, known or 2 * pairs)
    if any(winning):
        lost = Bounds(2, 2 * pairs)
    found = [won if wins else lost for wins in winning]
    if not budget or not can_search(reach):
        return found
    numbers = numbers_in(reach)
    for positions in (budget,) if budget <= BRIEF else (BRIEF, budget):
        search = Deepening(numbers, positions, _choose_work(numbers, positions, compiled))
        is_known = deepen(search, moves, winning, found)
        is_rest_done = budget // _OTHERS <= BRIEF or all(low == high for low, high in found)
        if is_known and is_rest_done:
            break
    return found


def deepen(
    search: Deepening, moves: Sequence[int], winning: Sequence[bool], found: list[Bounds]
) -> bool:
    """Narrow the bounds of each move, until all are exact or the search's budget is used up; return
    whether the distance with best play is known.

    That comes first, then those of the other moves, winning moves before losing ones.
    """
    everything = search.pool(search.numbers)
    afters = [search.after(everything, move) for move in moves]
    wins, losses = (
        [place for place, is_won in enumerate(winning) if is_won == kind] for kind in (True, False)
    )
    lows, highs = zip(*(found[place] for place in wins or losses), strict=True)
    is_known = (
        min(lows) == min(highs) or _find_fastest(search, afters, wins, found)
        if wins
        else max(lows) == max(highs) or _find_longest(search, afters, losses, found)
    )
    if is_known:
        search.leave(max(BRIEF, search.positions // _OTHERS))
        if _find_each(search, afters, wins, found):
            _find_each(search, afters, losses, found)
    return is_known


def _find_fastest(
    search: Deepening, afters: Sequence[Any], places: Sequence[int], found: list[Bounds]
) -> bool:
    """Narrow the bounds of winning moves until one of the fastest is known; return whether it is.

    A lower bound rises only when all moves were searched as deep.
    """
    far = found[places[0]].at_least
    while True:
        for place in places:
            answer = search.wins_within(afters[place], far - 1)
            if answer == YES:
                found[place] = Bounds(far, far)
            if answer != NO:
                return answer == YES
        far += 2
        for place in places:
            found[place] = found[place]._replace(at_least=far)


def _find_longest(
    search: Deepening, afters: Sequence[Any], places: Sequence[int], found: list[Bounds]
) -> bool:
    """Narrow the bounds of losing moves until one that lasts longest is known; return whether it
    is. A move that was seen to last longer than all others is tried first: the others only have
    to be seen not to last longer still."""
    waiting = sorted(places, key=lambda place: -found[place].at_least)
    far = found[waiting[0]].at_least
    while longer := [place for place in waiting if found[place].at_most > far]:
        for place in longer:
            answer = search.wins_within(afters[place], far - 1)
            if answer == GAVE_UP:
                return False
            if answer == NO:
                far += 2
                found[place] = found[place]._replace(at_least=far)
                waiting.remove(place)
                waiting.insert(0, place)
                break
            found[place] = found[place]._replace(at_most=far)
    return True


def _find_each(
    search: Deepening, afters: Sequence[Any], places: Sequence[int], found: list[Bounds]
) -> bool:
    """Narrow the bounds of moves of one kind until all are exact; return whether they are.

    A lower bound rises only when all moves were searched as deep. Exact distances found in a round
    that is cut short are kept: which of equally fast wins these are depends on the order of the
    moves.
    """
    while unknown := [place for place in places if found[place].at_least < found[place].at_most]:
        far = min(found[place].at_least for place in unknown)
        answers = {}
        for place in unknown:
            answers[place] = search.wins_within(afters[place], far - 1)
            if answers[place] == YES:
                found[place] = Bounds(far, far)
            elif answers[place] == GAVE_UP:
                return False
        for place, answer in answers.items():
            if answer == NO:
                at_least = max(far + 2, found[place].at_least)
                found[place] = found[place]._replace(at_least=at_least)
    return True


def _choose_work(numbers: Sequence[int], positions: int, compiled: bool | None) -> ModuleType:
    is_large = len(numbers) >= _FEW
    return choose_twin(
        _plain(), lambda is_loaded: is_large and (is_loaded or positions > BRIEF), compiled
    )


def neighbours_in(graph: Graph) -> list[int]:
    """Return the set of neighbours of each vertex of a graph, a bit for each in their order."""
    _, *starts = ints(graph.start)
    near = ints(graph.neighbours)
    return [
        sum(1 << vertex - 1 for vertex in near[first:behind]) for first, behind in pairwise(starts)
    ]


def matching_arrays(graph: Graph, work: ModuleType = sys.modules[__name__]) -> tuple[Any, ...]:
    """Return what `missable` takes: a graph, a matching, which is empty at first, and room."""
    room = [work.zeros(len(graph.vertices) + 1) for _ in range(9)]
    return work.ints(graph.start), work.ints(graph.neighbours), *room


def _plain() -> ModuleType:
    return sys.modules[__name__]


# Kernels


def missable(reach: Any, matching: Any) -> Any:
    """Return the vertices that some maximum matching of a set misses, and keep that matching.

    `matching` has the graph, a matching that may be of another set, and room for the search of
    `matching.py`, in which vertices outside the set count as inner and as their own mates.
    """
    mate, kind = matching[2], matching[3]
    for vertex in range(1, len(mate)):
        other = mate[vertex]
        if not has(reach, vertex - 1):
            mate[vertex] = vertex
            kind[vertex] = INNER
        else:
            kind[vertex] = 0
            if other == vertex or (other and not has(reach, other - 1)):
                mate[vertex] = 0
    search(*matching)
    missed = EMPTY
    for vertex in range(1, len(mate)):
        if kind[vertex] == OUTER:
            missed |= only(vertex - 1)
    return missed


def spread(reach: Any, start: Any, missed: Any, near: Any) -> Any:
    """Return what play that stays won can reach from some vertices: never along an edge between
    two that are not missable."""
    reached = start
    waiting = start
    while waiting != EMPTY:
        bit = waiting & -waiting
        new = get(near, bit.bit_length() - 1) & reach & ~reached
        if bit & missed == EMPTY:
            new &= missed
        reached |= new
        waiting ^= bit | new
    return reached


def after(reach: Any, exits: Any, vertex: int, missed: Any, is_winners: bool, near: Any) -> Any:
    """Return the position after a vertex was taken, as reach, exits and what may be taken, and in
    how many moves the game is over if nothing may be taken.

    `missed` is the D of the winner's last turn, or all vertices; `is_winners` says whose turn it is
    now.
    """
    reach &= ~only(vertex)
    allowed = get(near, vertex) & reach
    if is_winners:
        allowed &= missed
    end = 2 if allowed != EMPTY or has(exits, vertex) else 0
    no_leaves = allowed | exits
    holders = EMPTY
    reached = allowed
    waiting = allowed
    while waiting != EMPTY:
        bit = waiting & -waiting
        around = get(near, bit.bit_length() - 1) & reach
        if around & -around == around and bit & no_leaves == EMPTY:
            holders |= around
        new = around & ~reached
        if bit & missed == EMPTY:
            new &= missed
        reached |= new
        waiting ^= bit | new
    if holders != EMPTY:
        rest = holders
        while rest != EMPTY:
            exits |= get(near, lowest(rest))
            rest = drop_lowest(rest)
        allowed &= ~holders
        reached = spread(reached & ~holders, allowed, missed, near)
    return (reached, exits & reached, allowed), end


def ends_at_once(reach: Any, exits: Any, allowed: Any, near: Any) -> bool:
    """Return whether one of the allowed vertices has neither a neighbour nor an exit left."""
    waiting = allowed & ~exits
    while waiting != EMPTY:
        if get(near, lowest(waiting)) & reach == EMPTY:
            return True
        waiting = drop_lowest(waiting)
    return False


def with_fewest_replies(reach: Any, moves: Any, near: Any) -> int:
    """Return the last of the moves after which the fewest of these vertices may be taken."""
    best = 0
    fewest = _BOUND
    while moves != EMPTY:
        vertex = lowest(moves)
        moves = drop_lowest(moves)
        replies = count(get(near, vertex) & reach)
        if replies <= fewest:
            fewest = replies
            best = vertex
    return best


def wins_within(
    moves: int,
    near: Any,
    bounds: Any,
    missed_of: Any,
    budget: Any,
    matching: Any,
    stack: Any,
    ends: Any,
) -> int:
    """Return whether the winner wins within `moves` moves from the position at the bottom of the
    stack: it is the winner's turn if that is odd, and the loser's if it is even. `bounds` and
    `missed_of` keep what is found out, by position and by set; `budget[0]` counts down the
    positions that may still be looked at.

    It descends and returns on a stack of its own, since numba keeps no compiled code of a function
    that calls itself.
    """
    reaches, exits_of, choices, raw_reaches, raw_exits, raw_choices, untried, missables = stack
    depth = 0
    is_new = True
    answer = NO
    while True:
        position = (get(reaches, depth), get(exits_of, depth), get(choices, depth))
        reach, exits, allowed = position
        missed = get(missables, depth)
        left = moves - depth
        is_winners = left % 2 == 1
        known = bounds.get(position, 0)
        lower = known // _BOUND
        upper = known % _BOUND
        is_settled = True
        is_learnt = True
        if not is_new:  # `answer` is that of the move tried last
            is_settled = answer == GAVE_UP or answer == (YES if is_winners else NO)
        elif allowed == EMPTY:
            answer = YES if ends[depth] <= left else NO
            is_learnt = False
        elif 0 < upper <= left:
            answer = YES
            is_learnt = False
        elif lower > left or left == 0:
            answer = NO
            is_learnt = False
        elif budget[0] <= 0:
            answer = GAVE_UP
        else:
            budget[0] -= 1
            put(raw_reaches, depth, reach)
            put(raw_exits, depth, exits)
            put(raw_choices, depth, allowed)
            if is_winners and ends_at_once(reach, exits, allowed, near):
                answer = YES
                left = 1  # which is what is learnt here
            elif left == 1:
                answer = NO
            elif is_winners:
                if reach not in missed_of:
                    missed_of[reach] = missable(reach, matching)
                missed = missed_of[reach]
                allowed &= missed
                reach = spread(reach, allowed, missed, near)
                exits &= reach
                position = (reach, exits, allowed)
                put(reaches, depth, reach)
                put(exits_of, depth, exits)
                put(choices, depth, allowed)
                put(untried, depth, allowed)
                put(missables, depth, missed)
                known = bounds.get(position, 0)
                lower = known // _BOUND
                upper = known % _BOUND
                if 0 < upper <= left:
                    answer = YES
                elif lower > left:
                    answer = NO
                else:
                    is_settled = False
            else:
                is_settled = False
                put(untried, depth, allowed)
        if not is_settled and get(untried, depth) == EMPTY:
            answer = NO if is_winners else YES
            is_settled = True
        if not is_settled:
            rest = get(untried, depth)
            replies = reach & missed  # of the winner, who mostly tries all in vain, in any order
            vertex = lowest(rest) if is_winners else with_fewest_replies(replies, rest, near)
            put(untried, depth, rest & ~only(vertex))
            following, end = after(reach, exits, vertex, missed, not is_winners, near)
            depth += 1
            ends[depth] = end
            put(missables, depth, missed)
            put(reaches, depth, following[0])
            put(exits_of, depth, following[1])
            put(choices, depth, following[2])
            is_new = True
            continue
        if is_learnt and answer != GAVE_UP:
            if answer == YES and not 0 < upper <= left:
                upper = left
            elif answer == NO and lower <= left:
                lower = left + 2
            bounds[position] = lower * _BOUND + upper
            if is_winners:
                raw = (get(raw_reaches, depth), get(raw_exits, depth), get(raw_choices, depth))
                bounds[raw] = lower * _BOUND + upper
        if depth == 0:
            return answer
        depth -= 1
        is_new = False
