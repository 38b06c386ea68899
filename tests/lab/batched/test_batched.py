"""Many games at once: every batch is compared with the scalar rules, step by step."""

import re
from dataclasses import dataclass

import numpy as np
import pytest

from numduel import BadOption, IllegalMove, TooLarge, lab, load_game
from numduel.games.divisor_duel import DivisorDuel
from numduel.lab.batched import Batch
from numduel.lab.batched_rules import pool_table
from numduel.pool import even_numbers

from .by_the_rules import expect_rolls_to_be_steps, follow_the_rules


def test_a_batch_is_as_the_rules_say_step_by_step(variant):
    follow_the_rules(lab.batch(variant, size=24, seed=5), steps=45)


@pytest.mark.parametrize("numbers", [1, 8, 63, 64, 65, 130])
def test_a_pool_may_be_of_any_size(numbers):
    batch = lab.batch("divisor-duel", size=10, seed=2, numbers=numbers)
    assert not batch.is_explored
    follow_the_rules(batch, steps=40)


def test_batch_keeps_rules_with_evicted_positions():
    batch = Batch(load_game("sequence-builder"), size=12, most_positions=60)
    follow_the_rules(batch, steps=60)
    assert len(batch._positions) <= 60


@pytest.mark.parametrize("slug", ["divisor-duel", "sequence-builder"])
def test_the_same_seed_plays_the_same_games(slug):
    def actions_of(batch):
        actions = []
        for _ in range(30):
            actions.append(batch.sample().copy())
            batch.step(actions[-1])
        return np.array(actions)

    batch = lab.batch(slug, size=50, seed=3)
    once = actions_of(batch)
    assert np.array_equal(once, actions_of(lab.batch(slug, size=50, seed=3)))
    assert not np.array_equal(once, actions_of(lab.batch(slug, size=50, seed=4)))
    batch.reset(seed=3)
    assert not batch.rewards.any()
    assert not batch.terminated.any()
    assert np.array_equal(once, actions_of(batch))


@pytest.mark.parametrize("slug", ["divisor-duel", "number-split-duel"])
def test_every_legal_action_is_drawn_as_often_as_the_others(slug):
    batch = lab.batch(slug, size=40_000, seed=1)
    legal = np.flatnonzero(batch.masks[0])
    drawn = np.bincount(batch.sample(), minlength=batch.actions)
    expected = batch.size / len(legal)
    assert abs(drawn[legal] - expected).max() < 5 * expected**0.5
    assert drawn.sum() == drawn[legal].sum()


@pytest.mark.parametrize("explore", [False, True])
def test_a_game_that_is_held_stays_as_it_is(explore):
    batch = lab.batch("divisor-duel", size=4, explore=explore)
    batch.step([5, 5, 5, 5])
    shown = [batch.observations.copy(), batch.masks.copy(), batch.to_move.copy()]
    hold = np.array([True, False, True, False])
    batch.step([0, 2, 99, 0], hold=hold)
    for before, now in zip(shown, [batch.observations, batch.masks, batch.to_move], strict=True):
        assert np.array_equal(now[hold], before[hold])
        assert (now[~hold] != before[~hold]).any()
    assert not batch.terminated[hold].any()
    with pytest.raises(IllegalMove, match="not allowed now in game 1"):
        batch.step([0, 2, 0, 0], hold=hold)
    with pytest.raises(IllegalMove, match="There is no action"):
        batch.step([-(2**63)] * 4)


@pytest.mark.parametrize("explore", [False, True])
def test_some_games_can_begin_again_while_others_go_on(explore):
    batch = lab.batch("divisor-duel", size=3, explore=explore)
    fresh = lab.batch("divisor-duel", size=1, explore=explore)
    batch.step([5, 5, 5])
    kept = batch.observations.copy(), batch.masks.copy()
    batch.begin_again(np.array([False, True, False]))
    for now, before, first in zip(
        (batch.observations, batch.masks), kept, (fresh.observations, fresh.masks), strict=True
    ):
        assert np.array_equal(now[[0, 2]], before[[0, 2]])
        assert np.array_equal(now[1], first[0])
    assert batch.to_move.tolist() == [2, 1, 2]
    batch.step([0, 19, 0])


def test_keep_final_keeps_last_observation(variant):
    batch = lab.batch(variant, size=20, keep_final=True)
    states, ended = [variant.start()] * 20, 0
    for _ in range(40):
        actions = batch.sample().copy()
        batch.step(actions)
        for place, action in enumerate(actions):
            states[place] = variant.after(states[place], variant.all_moves()[action])
            if batch.terminated[place]:
                final = np.array(variant.features(states[place]), np.float32)
                assert np.array_equal(batch.final_observations[place], final)
                states[place] = variant.start()
                ended += 1
    assert ended > 0
    assert lab.batch(variant, size=3).final_observations.size == 0


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


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seed": 1.5}, "seed must be a whole number, not 1.5"),
        ({"size": 0}, "size must be a whole number from 1 on"),
        ({"size": True}, "size must be a whole number from 1 on"),
        ({"start": 2}, "is over before it begins"),
    ],
)
def test_what_cannot_be_a_batch_is_refused(settings, sentence):
    with pytest.raises(BadOption, match=sentence):
        lab.batch("number-split-duel", **{"size": 3, **settings})


def test_numbers_of_numpy_are_whole_numbers():
    batch = lab.batch("divisor-duel", size=np.int64(3), seed=np.int32(-4))
    actions = np.arange(3, dtype=">i4")
    actions.flags.writeable = False
    batch.step(actions)
    assert batch.observations[:, :3].tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert batch.roll(np.int16(30)).games > 0


@pytest.mark.parametrize("slug", ["divisor-duel", "sequence-builder"])
@pytest.mark.parametrize("wrong", [-1, 2**40])
def test_batch_refuses_unknown_action(slug, wrong):
    batch = lab.batch(slug, size=3)
    before = batch.observations.copy()
    with pytest.raises(IllegalMove, match=f"There is no action {wrong} .game 1 of the batch"):
        batch.step([0, wrong, 0])
    assert np.array_equal(batch.observations, before)


@pytest.mark.parametrize("slug", ["divisor-duel", "sequence-builder"])
def test_batch_refuses_illegal_action(slug):
    batch = lab.batch(slug, size=3)
    batch.step([0, 1, 2])
    before = batch.observations.copy()
    with pytest.raises(IllegalMove, match="2 is not allowed now in game 1 of the batch"):
        batch.step([1, 1, 0])
    assert np.array_equal(batch.observations, before)


@pytest.mark.parametrize(
    ("wrong", "because"),
    [
        ([0, 1], "not an array of int64 of shape (2,)"),
        ([0.0, 1.2, 2.9], "not an array of float64"),
        ([True, False, True], "not an array of bool"),
        (None, "not an array of object"),
        ([[0], [1, 2], 3], "not lists of different lengths"),
    ],
)
def test_a_step_needs_a_whole_number_for_each_game(wrong, because):
    sentence = f"step needs 3 actions, each a whole number, {because}"
    with pytest.raises(BadOption, match=re.escape(sentence)):
        lab.batch("divisor-duel", size=3).step(wrong)


def test_a_batch_that_would_need_too_much_memory_is_refused():
    with pytest.raises(TooLarge, match="take fewer games or a smaller duel"):
        lab.batch("number-split-duel", size=1_000_000, start=1_000)


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
