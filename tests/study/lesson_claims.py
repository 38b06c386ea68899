"""What the words of a lesson claim, held to the rules and to the solver.

A claim is a pattern, and a check of the numbers that it found. A number in a lesson that no pattern
covers is an error: nobody would know whether it is right.
"""

import re
from itertools import pairwise

from numduel.pool import numbers_in
from numduel.theory import analyse
from numduel.theory.verdict import first_best

WORDS = dict(zip("two three four five six seven eight nine ten".split(), range(2, 11), strict=True))
NUMBER = rf"\d+|\b(?:{'|'.join(WORDS)})\b"
SOME = rf"(?:{NUMBER})(?:, (?:{NUMBER}))*(?:,? (?:and|or) (?:{NUMBER}))?"
CLAIMS = []


def claim(pattern):
    """The function below checks the numbers in what the pattern finds; SOME stands for a list of
    numbers, N for a single one."""
    pattern = re.compile(pattern.replace("SOME", SOME).replace("N", f"(?:{NUMBER})"), re.IGNORECASE)

    def register(check):
        CLAIMS.append((pattern, check))
        return check

    return register


def numbers_of(text):
    found = re.findall(NUMBER, text, re.IGNORECASE)
    return [WORDS.get(number.lower()) or int(number) for number in found]


class Position:
    """The position of a step, and what can be asked about it."""

    def __init__(self, lesson, place):
        self.step = lesson.steps[place]
        match = lesson.match_at(place)
        self.game, self.state, self.moves = match.game, match.state, match.moves
        self.me = match.state.to_move
        self.answers = [self.game.read_move(answer) for answer in self.step.answers]

    def followers(self, *moves):
        state = self.state
        for move in moves:
            state = self.game.play(state, move)
        return list(self.game.legal_moves(state))

    def best_end(self):
        """The last position, if both play as well as they can."""
        state = self.state
        while self.game.outcome(state) is None:
            state = self.game.after(state, first_best(analyse(self.game, state)))
        return state

    @property
    def left(self):
        return list(numbers_in(self.state.remaining))

    def count(self, kind):
        return sum(number % 2 == kind for number in self.left)

    def pairs(self, state):
        """The valid pairs in the row of the player to move, and in the other row."""
        rows = [state.sequences[player - 1] for player in (self.me, self.me.opponent)]
        return [sum((one + two) % 2 == 0 for one, two in pairwise(row)) for row in rows]

    def ending(self, *, own):
        return self.state.sequences[(self.me if own else self.me.opponent) - 1][-1]


def is_big_prime(at, number):
    is_prime = number > 1 and all(number % divisor for divisor in range(2, number))
    return is_prime and 2 * number > at.game.numbers


def value(heap):
    """The smallest value that no split of the heap has, by the definition."""
    reached = {value(part) ^ value(heap - part) for part in range(1, (heap + 1) // 2)}
    return min(set(range(len(reached) + 1)) - reached)


# What was played, and what is left.


@claim("The list is 1 to N")
def _(at, first, last):
    return at.left == sorted(set(range(first, last + 1)) - set(at.moves))


@claim("(?:you took|you answered N with) N")
def _(at, *moves):
    mine = at.moves[-2]
    return moves[-1] == mine and (len(moves) == 1 or moves[0] == at.moves[-3])


@claim("your opponent (?:took|had to take|has played a joker on) N")
def _(at, move):
    return at.moves[-1] == move


@claim("(?:SOME) (?:is|are) gone")
def _(at, *moves):
    return set(moves) <= set(at.moves)


@claim("(?:SOME) are left|(?:SOME) are left: N for you, one for")
def _(at, *numbers):
    return list(numbers[: len(at.left)]) == at.left


@claim("are left: N for you, one for your opponent|N numbers are left, and you take N of them")
def _(at, *counts):
    left = len(at.left)
    return counts[-1] == (left + 1) // 2 and counts[0] in (left, (left + 1) // 2)


# Odd and even numbers.


@claim("N odd numbers? and N even|N even numbers? and N odd")
def _(at, first, second):
    return sorted((first, second)) == sorted((at.count(0), at.count(1))) and at.count(
        0
    ) != at.count(1)


@claim("play it on N")
def _(at, number):
    return at.game.needs_joker(at.state, number)


@claim("N is the only even number left|no pair now, and afterwards N makes none for you")
def _(at, number):
    return [each for each in at.left if each % 2 == 0] == [number]


# Divisors and multiples.


@claim("N is prime, and twice N is not on the list: only N can follow N|It is the same with N")
def _(at, *numbers):
    prime = numbers[-1]
    return (
        numbers in ((prime,), (prime, prime, 1, prime))
        and is_big_prime(at, prime)
        and at.followers(prime) == [1]
    )


@claim("only 1 can follow N")
def _(at, one, number):
    return at.followers(number) == [one]


@claim("(?:that only|followed by|nothing but|all but|multiples but|has to take) 1")
def _(at, one):
    return all(at.followers(answer) == [one] for answer in at.answers)


@claim("now that 1 is gone. That is why 1 is poison")
def _(at, *ones):
    return at.moves[-1] == 1 and len(at.left) == len(at.followers())


@claim("nothing can follow N")
def _(at, number):
    return at.followers(number) == []


@claim("you take (?:SOME), and your opponent has nothing left")
def _(at, *numbers):
    return all(at.followers(at.answers[0], 1, number) == [] for number in numbers)


@claim("N numbers may follow N")
def _(at, count, number):
    return at.moves[-1] == number and len(at.followers()) == count


# Pairs of numbers, one of which divides the other.


@claim("(?<!you pair )N–N(?:, N–N)*(?: and N–N)?")
def _(at, *numbers):
    """Pairs of all that is left and of what was just taken, but for one number at most."""
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    there = {*at.left, *at.moves[-1:]}
    unpaired = there - set(numbers)
    return (
        len(set(numbers)) == len(numbers)
        and set(numbers) <= there
        and len(unpaired) <= 1
        and unpaired <= set(at.answers)
        and all(two % one == 0 for one, two in pairs)
    )


@claim("If you pair N–N instead, it is N")
def _(at, one, partner, unpaired):
    return (
        partner % one == 0
        and {partner, unpaired} == set(at.answers)
        and f"{one}–{unpaired}" in at.step.ask
    )


@claim("N is the partner of N")
def _(at, one, two):
    pairs = f"{at.step.ask} {at.step.why}"
    return f"{min(one, two)}–{max(one, two)}" in pairs and at.moves[-1] == two


@claim("N can only go with 1")
def _(at, number, _):
    return is_big_prime(at, number)


@claim("N with N")
def _(at, *pair):
    one, two = sorted(pair)
    return f"{one}–{two}" in at.step.why or tuple(at.moves[-3:-1]) == pair


@claim("who is left for N")
def _(at, number):
    return at.moves[-1] == number


@claim("(?:that|it) is N")
def _(at, number):
    return number in at.answers


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
