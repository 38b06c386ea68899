"""Which games become pool tables, and that a game which does not fit into one is found out."""

from dataclasses import dataclass

import pytest

from numduel import lab
from numduel.games.divisor_duel import DivisorDuel
from numduel.lab.batched_rules import pool_table
from numduel.pool import even_numbers

from .by_the_rules import expect_rolls_to_be_steps, follow_the_rules


@dataclass(frozen=True)
class Loosening(DivisorDuel):
    """From the time that few numbers are left, anything may be taken."""

    slug = "loosening"

    def allowed(self, state):
        few = state.remaining.bit_count() < self.numbers // 2
        return state.remaining if few else super().allowed(state)


@dataclass(frozen=True)
class LateLoosening(DivisorDuel):
    """The same, but random games are seldom so long."""

    slug = "late-loosening"

    def allowed(self, state):
        return state.remaining if state.remaining.bit_count() <= 5 else super().allowed(state)


@dataclass(frozen=True)
class Boastful(DivisorDuel):
    """A learner is told of numbers below 0 and far above 1, though not at once."""

    slug = "boastful"

    def features(self, state):
        taken = self.numbers - state.remaining.bit_count()
        return (*super().features(state), -1.0 * taken, 100.0 * taken)


@dataclass(frozen=True)
class Upset(DivisorDuel):
    """Who cannot move wins if many numbers are left."""

    slug = "upset"

    def outcome(self, state):
        outcome = super().outcome(state)
        if outcome is None or state.remaining.bit_count() < self.numbers // 2:
            return outcome
        return outcome._replace(winner=state.to_move)


@dataclass(frozen=True)
class Fragile(DivisorDuel):
    """Fails when it is asked of a position that cannot be."""

    slug = "fragile"

    def allowed(self, state):
        if state.last is not None and state.remaining >> state.last & 1:
            raise RuntimeError("the last number is still there")
        return super().allowed(state)


@dataclass(frozen=True)
class Evens(DivisorDuel):
    """Only even numbers may be taken."""

    slug = "evens"

    def all_moves(self):
        return range(2, self.numbers + 1, 2)

    def allowed(self, state):
        return super().allowed(state) & even_numbers(self.numbers)


def test_what_becomes_a_table_and_what_is_explored():
    assert not lab.batch("divisor-duel", 4).is_explored
    assert not lab.batch("even-odd-match", 4, jokers=1).is_explored
    assert lab.batch("number-split-duel", 4).is_explored
    assert lab.batch("divisor-duel", 4, explore=True, numbers=9).is_explored


@pytest.mark.parametrize("book", [Loosening, Boastful, Upset, Fragile, Evens])
def test_table_falls_back_on_other_pool_shape(book):
    batch = lab.batch(book(numbers=12), size=20)
    assert batch.is_explored
    follow_the_rules(batch, steps=40)
    expect_rolls_to_be_steps(*(lab.batch(book(numbers=12), size=70) for _ in range(2)))


def test_table_falls_back_on_rare_shape():
    assert pool_table(LateLoosening(numbers=24)) is None
