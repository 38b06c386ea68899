"""What the words of a lesson claim, held to the rules and to the solver.

A claim is a pattern, and a check of the numbers that it found. A number in a lesson that no pattern
covers is an error: nobody would know whether it is right. Here is what a claim is, with the claims
of any lesson; those of single games are in `divisor_claims` and `row_and_heap_claims`.
"""

import re
from itertools import pairwise

from numduel.pool import numbers_in
from numduel.theory import analyse, first_best

WORDS = dict(zip("two three four five six seven eight nine ten".split(), range(2, 11), strict=True))
NUMBER = rf"\d+|\b(?:{'|'.join(WORDS)})\b"
SOME = rf"(?:{NUMBER})(?:, (?:{NUMBER}))*(?:,? (?:and|or) (?:{NUMBER}))?"


class Claims(list):
    """Patterns, each with a check of the numbers that it finds."""

    def __call__(self, pattern):
        """The function below checks what the pattern finds; SOME stands for a list of numbers, N
        for a single one."""
        text = pattern.replace("SOME", SOME).replace("N", f"(?:{NUMBER})")

        def register(check):
            self.append((re.compile(text, re.IGNORECASE), check))
            return check

        return register


claim = Claims()


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


# What was played, and what is left.


@claim("The list is 1 to N")
def _(at, first, last):
    return at.left == sorted(set(range(first, last + 1)) - set(at.moves))


@claim("(?:you took|N was answered with) N")
def _(at, *moves):
    mine = at.moves[-2]
    return moves[-1] == mine and (len(moves) == 1 or moves[0] == at.moves[-3])


@claim("your opponent (?:took|had to take|played a joker on) N")
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
