"""A roll of random steps is what as many single steps are."""

import pytest

from numduel import BadOption, lab, load_game
from numduel.lab.batched import Batch

from .by_the_rules import expect_rolls_to_be_steps


def test_to_roll_is_to_step_at_random(variant):
    expect_rolls_to_be_steps(*(lab.batch(variant, size=150, seed=6) for _ in range(2)))


def test_roll_equals_steps_with_evicted_positions():
    rolled = Batch(load_game("sequence-builder"), size=80, most_positions=300)
    expect_rolls_to_be_steps(rolled, lab.batch("sequence-builder", size=80))
    assert len(rolled._positions) <= 300


def test_chunked_roll_equals_steps(monkeypatch):
    monkeypatch.setattr("numduel.lab.batched._MOVES_AT_ONCE", 500)
    for slug in ("divisor-duel", "sequence-builder"):
        expect_rolls_to_be_steps(*(lab.batch(slug, size=70, seed=4) for _ in range(2)))


@pytest.mark.parametrize("steps", [-1, 2.5])
def test_a_roll_has_a_number_of_steps(steps):
    with pytest.raises(BadOption, match="steps must be a whole number from 0 on"):
        lab.batch("divisor-duel", size=3).roll(steps)
