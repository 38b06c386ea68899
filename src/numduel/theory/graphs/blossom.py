"""The work on graphs, written once for Python and for numba.

Each function here only counts, compares and indexes whole numbers. So it runs as it stands, on
lists, and numba can compile it to run on int32 arrays: see `matching.py`, which also tells how
and why it works. A function is defined before those that call it.

Vertices are numbered from 1; 0 is nobody. The neighbours of a vertex v are
`neighbours[start[v] : start[v + 1]]`, ascending.
"""

from numduel.theory.graphs.compiling import Ints, ints, zeros

__all__ = ["INNER", "OUTER", "WIDTH", "Ints", "ints", "zeros"]

WIDTH = "int32"  # of a number in compiled code
INNER, OUTER = -1, 1


def most_divisors(numbers: Ints) -> int:
    """An upper bound for the edges of the divisor graph of these numbers (a 0, then ascending)."""
    size = len(numbers)
    most = 0
    for place in range(1, size):
        most += min(numbers[size - 1] // numbers[place], size - place) - 1
    return most


def list_divisors(numbers: Ints, places: Ints, lower: Ints, upper: Ints) -> int:
    """Write each edge of the divisor graph as the places of its two ends; return how many."""
    size, last, count = len(numbers), numbers[len(numbers) - 1], 0
    if len(places):
        for place in range(1, size):
            places[numbers[place]] = place
    for place in range(1, size):
        number = numbers[place]
        if len(places) and last // number < size - place:
            for multiple in range(2 * number, last + 1, number):
                if places[multiple]:
                    lower[count] = place
                    upper[count] = places[multiple]
                    count += 1
        else:
            for other in range(place + 1, size):
                if numbers[other] % number == 0:
                    lower[count] = place
                    upper[count] = other
                    count += 1
    return count


def link(lower: Ints, upper: Ints, count: int, start: Ints, neighbours: Ints) -> None:
    """List the neighbours of every vertex, given `count` edges by their ends, ascending."""
    for edge in range(count):
        start[lower[edge]] += 1
        start[upper[edge]] += 1
    for vertex in range(1, len(start)):
        start[vertex] += start[vertex - 1]
    # Each start still holds the end of its range; filling from behind brings it down.
    for edge in range(count - 1, -1, -1):
        low, up = lower[edge], upper[edge]
        start[low] -= 1
        neighbours[start[low]] = up
        start[up] -= 1
        neighbours[start[up]] = low


def leave(
    vertex: int, start: Ints, neighbours: Ints, mate: Ints, degree: Ints, stack: Ints, top: int
) -> int:
    """Take a matched vertex out of the degrees, and stack the new leaves."""
    for other in neighbours[start[vertex] : start[vertex + 1]]:
        if mate[other] == 0:
            degree[other] -= 1
            if degree[other] == 1:
                stack[top] = other
                top += 1
    return top


def peel(start: Ints, neighbours: Ints, mate: Ints, degree: Ints, stack: Ints) -> None:
    """Match leaves as long as there are any, then the next vertex, and leaves again."""
    size, top = len(mate), 0
    degree[0] = size
    for vertex in range(size - 1, 0, -1):
        degree[vertex] = start[vertex + 1] - start[vertex]
        stack[top] = vertex
        top += 1
    for vertex in range(1, size):
        if degree[vertex] == 1:
            stack[top] = vertex
            top += 1
    while top:
        top -= 1
        vertex = stack[top]
        if mate[vertex] or degree[vertex] == 0:
            continue
        least = 0
        for other in neighbours[start[vertex] : start[vertex + 1]]:
            if mate[other] == 0 and degree[other] < degree[least]:
                least = other
        mate[vertex] = least
        mate[least] = vertex
        top = leave(vertex, start, neighbours, mate, degree, stack, top)
        top = leave(least, start, neighbours, mate, degree, stack, top)


def exposed_neighbour(
    vertex: int, start: Ints, neighbours: Ints, mate: Ints, kind: Ints, look: Ints
) -> int:
    """An exposed neighbour that no search has begun from, or 0. There are ever fewer such vertices,
    so each look continues where the last one ended."""
    place, end = look[vertex], start[vertex + 1]
    while place < end and (mate[neighbours[place]] or kind[neighbours[place]]):
        place += 1
    look[vertex] = place
    return neighbours[place] if place < end else 0


def first_inner(vertex: int, kind: Ints, first: Ints) -> int:
    """The first vertex that is still inner on the path from an outer vertex to the root."""
    inner = first[vertex]
    while kind[inner] == OUTER:
        first[vertex] = first[inner]
        vertex, inner = inner, first[inner]
    return inner


def shrink(
    one: int,
    other: int,
    mate: Ints,
    kind: Ints,
    before: Ints,
    across: Ints,
    first: Ints,
    mark: Ints,
    outer: Ints,
    found: int,
) -> int:
    """Make the inner vertices of a blossom outer. The edge between these two outer vertices closes
    it."""
    left, right = first_inner(one, kind, first), first_inner(other, kind, first)
    stamp = found  # grows with every blossom of a search
    mark[left] = stamp
    mark[right] = stamp
    # Climb both paths in turn until one reaches a vertex of the other: that is the base.
    base, waiting = left, right
    while True:
        if waiting:
            base, waiting = waiting, base
        base = first_inner(before[mate[base]], kind, first)
        if mark[base] == stamp:
            break
        mark[base] = stamp
    for end in (left, right):
        inner = end
        while inner != base:
            kind[inner] = OUTER
            before[inner] = one
            across[inner] = other
            first[inner] = base
            outer[found] = inner
            found += 1
            inner = first_inner(before[mate[inner]], kind, first)
    return found


def augment(one: int, other: int, mate: Ints, before: Ints, across: Ints, stack: Ints) -> None:
    """Match an outer vertex to another and flip its path to the root."""
    top = 0
    while True:
        freed = mate[one]
        mate[one] = other
        if mate[freed] != one:
            if top == 0:
                return
            top -= 1
            one, other = across[stack[top]], before[stack[top]]
        elif across[one]:  # its path crosses an edge of a blossom: flip this side, then that
            stack[top] = one
            top += 1
            one, other = before[one], across[one]
        else:
            mate[freed] = before[one]
            one, other = before[one], freed


def search(
    start: Ints,
    neighbours: Ints,
    mate: Ints,
    kind: Ints,
    look: Ints,
    before: Ints,
    across: Ints,
    first: Ints,
    mark: Ints,
    outer: Ints,
    waiting: Ints,
) -> None:
    """Search from each exposed vertex; flip the path that is found, or retire the tree."""
    for vertex in range(1, len(mate)):
        look[vertex] = start[vertex]
    for root in range(1, len(mate)):
        if mate[root]:
            continue
        kind[root] = OUTER
        first[root] = 0
        mark[0] = 0
        outer[0] = root
        waiting[0] = root
        found, left = 1, 1
        end, exposed = root, exposed_neighbour(root, start, neighbours, mate, kind, look)
        while left and exposed == 0:
            left -= 1
            vertex = waiting[left]
            for other in neighbours[start[vertex] : start[vertex + 1]]:
                if kind[other] == INNER:
                    continue
                fresh = found
                if kind[other] == OUTER:
                    if first_inner(vertex, kind, first) != first_inner(other, kind, first):
                        found = shrink(
                            vertex, other, mate, kind, before, across, first, mark, outer, found
                        )
                else:
                    kind[other] = INNER
                    mark[other] = 0
                    beyond = mate[other]
                    kind[beyond] = OUTER
                    before[beyond] = vertex
                    across[beyond] = 0
                    first[beyond] = other
                    outer[found] = beyond
                    found += 1
                while fresh < found and exposed == 0:
                    end = outer[fresh]
                    waiting[left] = end
                    left += 1
                    fresh += 1
                    exposed = exposed_neighbour(end, start, neighbours, mate, kind, look)
                if exposed:
                    break
        if exposed:
            mate[exposed] = end
            augment(end, exposed, mate, before, across, waiting)
            for place in range(found):
                kind[outer[place]] = 0
                kind[mate[outer[place]]] = 0
