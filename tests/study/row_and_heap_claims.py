"""What lessons claim of rows of numbers, and of heaps."""

from .lesson_claims import Claims

claim = Claims()


def value(heap):
    """The smallest value that no split of the heap has, by the definition."""
    reached = {value(part) ^ value(heap - part) for part in range(1, (heap + 1) // 2)}
    return min(set(range(len(reached) + 1)) - reached)


# Rows.


@claim("You are Player N")
def _(at, player):
    return at.me == player


@claim(r"N \+ N is even|so is N \+ N")
def _(at, mine, number):
    return (mine + number) % 2 == 0 and mine == at.ending(own=True) and number in at.answers


@claim(r"N \+ N is odd")
def _(at, theirs, number):
    return (theirs + number) % 2 == 1 and theirs == at.ending(own=False) and number in at.left


@claim("you have N pairs? and your opponent has N")
def _(at, *counts):
    return at.pairs(at.state) == [*counts]


@claim("it ends N to N(?:, and the tie is yours)?")
def _(at, *counts):
    return at.pairs(at.best_end()) == [*counts] and counts[0] >= counts[1]


@claim("number to add to N")
def _(at, number):
    return at.ending(own=False) == number


@claim("N makes no pair")
def _(at, number):
    return at.best_end().sequences[at.me - 1][-1] == number


# Heaps.


@claim("N into N and N")
def _(at, whole, larger, smaller):
    return whole == larger + smaller and (whole, larger) in at.answers


@claim("heap of N can only be split into N and N")
def _(at, whole, larger, smaller):
    return whole == larger + smaller and (whole - 1) // 2 == 1


@claim("heaps? of (?:SOME) (?:are|is) worth N")
def _(at, *numbers):
    *heaps, worth = numbers
    return all(heap > 0 and value(heap) == worth for heap in heaps) and len(set(heaps)) == len(
        heaps
    )


@claim("heaps of (?:SOME) cannot be split")
def _(at, *heaps):
    return heaps == (1, 2) and all((heap - 1) // 2 == 0 for heap in heaps)


@claim("leaves N heaps of N")
def _(at, count, heap):
    left = [at.game.after(at.state, answer).heaps for answer in at.answers]
    return any([each for each in heaps if each > 2] == [heap] * count for heaps in left)


@claim("leaves N and N")
def _(at, *numbers):
    left = [at.game.after(at.state, answer).heaps for answer in at.answers]
    return any([each for each in heaps if each > 2] == [*numbers] for heaps in left)


@claim("the heaps are (?:SOME)")
def _(at, *heaps):
    return [each for each in at.state.heaps if each > 2] == [*heaps]


@claim("your opponent splits N, you split N")
def _(at, first, second):
    state = at.game.after(at.state, at.answers[0])
    replies = at.game.legal_moves(state)
    [then] = at.game.legal_moves(at.game.after(state, replies[0]))
    return [each.heap for each in replies] == [first] and then.heap == second


@claim("which split of N|wins. Split N")
def _(at, heap):
    return at.state.heaps == (heap,)


@claim("Make the N values equal|Leave alone the N heaps|N of the values cancel out already")
def _(at, count):
    values = [value(heap) for heap in at.state.heaps if value(heap)]
    return count == 2 and (len(values) == 2 or len(values) - len(set(values)) == 1)


@claim("If N equal heaps are left|equal N by N")
def _(at, *counts):
    return set(counts) == {2}
