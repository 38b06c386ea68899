"""How soon the winner wins, on a graph whose vertices are taken one after another: a search that
knows who wins.

Two players take vertices by turns, each joined to the one taken last; whoever cannot loses. Who
wins is known from matchings (see `divisor.py`), so the search for *within how many moves* follows
only the winner's winning moves, and all moves of the loser. It asks "within 1 move?", "within 3?"
and so on. What decides the future is the set of vertices within reach and the set of those that
may be taken now; for each such pair a lower and an upper bound of the distance are kept.

A set is a whole number, a bit for each vertex, so that this module runs on numbers of any length,
and numba compiles it for up to 63 vertices (see `compiling.py`). `near[v]` is the set of
neighbours of vertex v, and `index[bit % len(index)]` is the vertex that a single bit stands for.
"""

from typing import Any

from numduel.theory.graphs.compiling import ints, zeros

__all__ = ["GAVE_UP", "NO", "WIDTH", "YES", "ints", "zeros"]

WIDTH = "int64"  # of a number in compiled code
_BOUND = 1 << 12  # no game is as long: bounds are kept as lower × _BOUND + upper, 0 if unknown
YES, NO, GAVE_UP = 1, 0, -1


def count(vertices: int) -> int:
    """How many vertices a set has."""
    number = 0
    while vertices:
        vertices &= vertices - 1
        number += 1
    return number


def spread(reach: int, start: int, near: Any, index: Any) -> int:
    """What can be reached from some vertices, within `reach`."""
    reached = start
    waiting = start
    while waiting and reached != reach:
        bit = waiting & -waiting
        new = near[index[bit % len(index)]] & reach & ~reached
        reached |= new
        waiting = (waiting ^ bit) | new
    return reached


def common_base(one: int, two: int, mate: Any, parent: Any, base: Any, stamps: Any) -> int:
    """The base of the blossom that an edge between two outer vertices of a tree closes."""
    stamps[-1] += 1
    stamp = stamps[-1]
    while True:
        one = base[one]
        stamps[one] = stamp
        if mate[one] < 0:
            break
        one = parent[mate[one]]
    while True:
        two = base[two]
        if stamps[two] == stamp:
            return two
        two = parent[mate[two]]


def walk_up(vertex: int, top: int, child: int, mate: Any, parent: Any, base: Any) -> int:
    """The bases between an outer vertex and the base of its blossom; the inner vertices on the way
    learn the way back around the blossom."""
    inside = 0
    while base[vertex] != top:
        inside |= 1 << base[vertex] | 1 << base[mate[vertex]]
        parent[vertex] = child
        child = mate[vertex]
        vertex = parent[mate[vertex]]
    return inside


def expose(vertex: int, mate: Any, parent: Any) -> None:
    """Flip the path from an outer vertex to its root, so that the vertex is without a mate."""
    former = mate[vertex]
    mate[vertex] = -1
    while former >= 0:
        above = parent[former]
        following = mate[above]
        mate[former] = above
        mate[above] = former
        former = following


def missable(
    reach: int, near: Any, index: Any, mate: Any, parent: Any, base: Any, root: Any, stamps: Any
) -> int:
    """The vertices that some maximum matching of a set misses.

    `mate` holds some matching, perhaps of another set, and is made a maximum one of this set:
    trees grow from the vertices without a mate, as `matching.py` explains; where two trees touch,
    there is a path to flip, and the trees grow anew.
    """
    for vertex in range(len(near)):
        other = mate[vertex]
        if other >= 0 and not (reach >> vertex & 1 and reach >> other & 1):
            mate[vertex] = -1
            mate[other] = -1
    while True:
        outer = 0
        rest = reach
        while rest:
            bit = rest & -rest
            rest ^= bit
            vertex = index[bit % len(index)]
            base[vertex] = vertex
            if mate[vertex] < 0:
                outer |= bit
                root[vertex] = vertex
        inner = 0
        waiting = outer
        is_flipped = False
        while waiting and not is_flipped:
            bit = waiting & -waiting
            waiting ^= bit
            vertex = index[bit % len(index)]
            seen = near[vertex] & reach
            while seen:
                bit = seen & -seen
                seen ^= bit
                other = index[bit % len(index)]
                if not (outer | inner) & bit:
                    inner |= bit
                    parent[other] = vertex
                    behind = mate[other]
                    root[other] = root[vertex]
                    root[behind] = root[vertex]
                    outer |= 1 << behind
                    waiting |= 1 << behind
                elif outer & bit and root[other] != root[vertex]:
                    expose(vertex, mate, parent)
                    expose(other, mate, parent)
                    mate[vertex] = other
                    mate[other] = vertex
                    is_flipped = True
                    break
                elif outer & bit and base[other] != base[vertex]:
                    top = common_base(vertex, other, mate, parent, base, stamps)
                    inside = walk_up(vertex, top, other, mate, parent, base)
                    inside |= walk_up(other, top, vertex, mate, parent, base)
                    rest = outer | inner
                    while rest:
                        bit = rest & -rest
                        rest ^= bit
                        member = index[bit % len(index)]
                        if inside >> base[member] & 1:
                            base[member] = top
                            if inner & bit:
                                inner ^= bit
                                outer |= bit
                                waiting |= bit
        if not is_flipped:
            return outer


def ends_at_once(reach: int, allowed: int, near: Any, index: Any) -> bool:
    """Whether one of the allowed vertices has no neighbour left."""
    while allowed:
        bit = allowed & -allowed
        allowed ^= bit
        if not near[index[bit % len(index)]] & reach:
            return True
    return False


def has_escape(reach: int, allowed: int, moves: int, near: Any, index: Any, bounds: Any) -> bool:
    """Whether the loser has a move after which the win is known to take more than `moves`."""
    while allowed:
        bit = allowed & -allowed
        allowed ^= bit
        after = near[index[bit % len(index)]] & reach
        position = (spread(reach ^ bit, after, near, index), after)
        if position in bounds and bounds[position] // _BOUND > moves:
            return True
    return False


def with_fewest_replies(reach: int, moves: int, near: Any, index: Any) -> int:
    """The move that leaves the other player the fewest replies, as a bit."""
    best = 0
    fewest = _BOUND
    while moves and fewest > 1:
        bit = moves & -moves
        moves ^= bit
        replies = count(near[index[bit % len(index)]] & reach)
        if replies < fewest:
            fewest = replies
            best = bit
    return best


def wins_within(
    reach: int,
    allowed: int,
    moves: int,
    near: Any,
    index: Any,
    bounds: Any,
    winning: Any,
    budget: Any,
    matching: Any,
    stack: Any,
) -> int:
    """Whether the winner wins within `moves` moves: it is the winner's turn if that is odd, and
    the loser's if it is even. `bounds` and `winning` keep what is found out, by position and by
    set; `budget[0]` counts down the positions that may still be looked at.

    It descends and returns on a stack of its own, since numba keeps no compiled code of a function
    that calls itself.
    """
    mate, parent, base, root, stamps = matching
    reaches, choices, untried = stack
    depth = 0
    reaches[0] = reach
    choices[0] = allowed
    is_new = True
    answer = NO
    while True:
        reach = reaches[depth]
        allowed = choices[depth]
        left = moves - depth
        is_winners = left % 2 == 1
        position = (reach, allowed)
        known = bounds.get(position, 0)
        lower = known // _BOUND
        upper = known % _BOUND
        is_settled = True
        if not is_new:  # `answer` is that of the move tried last
            is_settled = answer == GAVE_UP or answer == (YES if is_winners else NO)
        elif 0 < upper <= left or not allowed:
            answer = YES
        elif lower > left or left == 0:
            answer = NO
        elif budget[0] <= 0:
            answer = GAVE_UP
        else:
            budget[0] -= 1
            untried[depth] = allowed
            if is_winners and ends_at_once(reach, allowed, near, index):
                answer = YES
                left = 1  # which is what is learnt here
            elif left == 1:
                answer = NO
            elif is_winners:
                is_settled = False
                if reach not in winning:
                    winning[reach] = missable(reach, near, index, mate, parent, base, root, stamps)
                untried[depth] = allowed & winning[reach]
            elif has_escape(reach, allowed, left - 1, near, index, bounds):
                answer = NO
            else:
                is_settled = False
        if not is_settled and not untried[depth]:
            answer = NO if is_winners else YES
            is_settled = True
        if not is_settled:
            bit = with_fewest_replies(reach, untried[depth], near, index)
            untried[depth] ^= bit
            after = near[index[bit % len(index)]] & reach
            depth += 1
            reaches[depth] = spread(reach ^ bit, after, near, index)
            choices[depth] = after
            is_new = True
            continue
        if answer == YES and allowed and not 0 < upper <= left:
            bounds[position] = lower * _BOUND + left
        elif answer == NO and lower <= left and left > 0:
            bounds[position] = (left + 2) * _BOUND + upper
        if depth == 0:
            return answer
        depth -= 1
        is_new = False
