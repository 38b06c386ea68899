"""Many games at once: every batch is compared with the scalar rules, step by step."""

import re
from dataclasses import dataclass

import numpy as np
import pytest

from numduel import BadOption, IllegalMove, Player, TooLarge, lab, load_game
from numduel.games.divisor_duel import DivisorDuel
from numduel.lab.batched import ExploredBatch, PoolBatch, derive_table
from numduel.pool import even_numbers


def expect_as_in_the_rules(batch, states):
    game = batch.game
    for place, state in enumerate(states):
        legal = {game.all_moves().index(move) for move in game.legal_moves(state)}
        assert set(np.flatnonzero(batch.masks[place])) == legal
        assert batch.observations[place].tolist() == list(np.float32(game.features(state)))
        assert batch.to_move[place] == state.to_move


def follow_the_rules(batch, steps):
    game = batch.game
    states = [game.start()] * batch.size
    expect_as_in_the_rules(batch, states)
    for _ in range(steps):
        actions = batch.sample().copy()
        batch.step(actions)
        for place, action in enumerate(actions):
            states[place] = game.play(states[place], game.all_moves()[action])
            outcome = game.outcome(states[place])
            assert batch.terminated[place] == (outcome is not None)
            won = {None: [0, 0], Player.ONE: [1, -1], Player.TWO: [-1, 1]}
            assert batch.rewards[place].tolist() == won[outcome and outcome.winner]
            if outcome:
                states[place] = game.start()
        expect_as_in_the_rules(batch, states)


def test_a_batch_is_as_the_rules_say_step_by_step(variant):
    follow_the_rules(lab.batch(variant, size=24, seed=5), steps=45)


@pytest.mark.parametrize("numbers", [1, 7, 8, 9, 63, 64, 65, 130])
def test_a_pool_may_be_of_any_size(numbers):
    batch = lab.batch("divisor-duel", size=10, seed=2, numbers=numbers)
    assert isinstance(batch, PoolBatch)
    follow_the_rules(batch, steps=40)


def test_what_becomes_a_table_and_what_is_explored():
    assert isinstance(lab.batch("divisor-duel", 4), PoolBatch)
    assert isinstance(lab.batch("divisor-duel", 4, opening="even"), PoolBatch)
    assert isinstance(lab.batch("parity-duel", 4), PoolBatch)
    assert isinstance(lab.batch("even-odd-match", 4, jokers=1), PoolBatch)
    assert isinstance(lab.batch("number-split-duel", 4), ExploredBatch)
    assert isinstance(lab.batch("sequence-builder", 4), ExploredBatch)


def test_any_game_is_explored_on_demand():
    assert isinstance(lab.batch("divisor-duel", 4, explore=True, numbers=9), ExploredBatch)
    assert isinstance(lab.batch("divisor-duel", 4, explore=False), PoolBatch)


def test_both_kinds_of_batch_give_the_same_arrays(variant):
    table = derive_table(variant)
    if table is None:
        pytest.skip("there is only one kind for this game")
    quick = PoolBatch(variant, table, size=40, seed=9)
    slow = ExploredBatch(variant, size=40, seed=9)
    for _ in range(40):
        assert np.array_equal(quick.observations, slow.observations)
        assert np.array_equal(quick.masks, slow.masks)
        assert np.array_equal(quick.to_move, slow.to_move)
        actions = quick.sample()
        assert np.array_equal(actions, slow.sample())
        quick.step(actions)
        slow.step(actions)
        assert np.array_equal(quick.rewards, slow.rewards)
        assert np.array_equal(quick.terminated, slow.terminated)


def step_at_random(batch, steps):
    """The plain loop that `roll` stands for, and what was won in it."""
    won = np.zeros(2, int)
    for _ in range(steps):
        batch.step(batch.sample())
        won += (batch.rewards == 1).sum(axis=0)
    return tuple(won)


def expect_the_same_arrays(rolled, stepped):
    for name in ["observations", "masks", "to_move", "rewards", "terminated"]:
        assert np.array_equal(getattr(rolled, name), getattr(stepped, name)), name


def expect_rolls_to_be_steps(rolled, stepped):
    for steps in [1, 3, 0, 40]:
        finished = rolled.roll(steps)
        assert tuple(finished) == step_at_random(stepped, steps)
        assert finished.games == sum(finished)
        expect_the_same_arrays(rolled, stepped)
    assert np.array_equal(rolled.sample(), stepped.sample())


def test_to_roll_is_to_step_at_random(variant):
    expect_rolls_to_be_steps(*(lab.batch(variant, size=150, seed=6) for _ in range(2)))


@pytest.mark.parametrize("numbers", [1, 7, 8, 9, 63, 64, 65, 130])
def test_a_pool_of_any_size_is_rolled_as_it_is_stepped(numbers):
    game = DivisorDuel(numbers=numbers)
    expect_rolls_to_be_steps(*(lab.batch(game, size=70, seed=2) for _ in range(2)))


def test_what_a_batch_shows_cannot_be_written_to(variant):
    batch = lab.batch(variant, size=3)
    for shown in [batch.observations, batch.masks, batch.step(batch.sample()).observations]:
        with pytest.raises(ValueError, match="read-only"):
            shown[:] = 0


def test_a_roll_that_forgets_positions_is_still_as_it_is_stepped():
    rolled = ExploredBatch(load_game("sequence-builder"), size=80, most_positions=300)
    expect_rolls_to_be_steps(rolled, lab.batch("sequence-builder", size=80))
    assert len(rolled._positions) <= 300


def test_a_long_roll_is_played_in_parts_and_comes_out_the_same(variant, monkeypatch):
    monkeypatch.setattr("numduel.lab.batched.batch._MOVES_AT_ONCE", 500)
    expect_rolls_to_be_steps(*(lab.batch(variant, size=70, seed=4) for _ in range(2)))


@pytest.mark.parametrize("steps", [-1, 2.5, True, "3", None])
def test_a_roll_has_a_number_of_steps(steps):
    with pytest.raises(BadOption, match="steps must be a whole number from 0 on"):
        lab.batch("divisor-duel", size=3).roll(steps)


@pytest.mark.parametrize("seed", [1.5, True, "x", None])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(BadOption, match="seed must be a whole number, not"):
        lab.batch("divisor-duel", size=3, seed=seed)


def test_whole_numbers_of_numpy_are_whole_numbers():
    batch = lab.batch("divisor-duel", size=np.int64(3), seed=np.int32(-4))
    assert batch.roll(np.int16(30)).games > 0


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
class Crowded(DivisorDuel):
    """A learner is also told how many numbers are left."""

    slug = "crowded"

    def features(self, state):
        return (*super().features(state), state.remaining.bit_count() / self.numbers)


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


@pytest.mark.parametrize("book", [Loosening, Crowded, Boastful, Upset, Fragile, Evens])
def test_a_pool_game_of_another_shape_is_found_out_and_still_played_by_its_rules(book):
    batch = lab.batch(book(numbers=12), size=20)
    assert isinstance(batch, ExploredBatch)
    follow_the_rules(batch, steps=40)
    expect_rolls_to_be_steps(*(lab.batch(book(numbers=12), size=70) for _ in range(2)))


@pytest.mark.parametrize("numbers", [20, 24, 28])
def test_a_pool_game_that_is_of_another_shape_only_where_few_games_come_is_found_out(numbers):
    assert derive_table(LateLoosening(numbers=numbers)) is None


def test_a_batch_that_forgets_positions_still_keeps_to_the_rules():
    batch = ExploredBatch(load_game("sequence-builder"), size=12, most_positions=60)
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


@pytest.mark.parametrize("slug", ["divisor-duel", "sequence-builder"])
@pytest.mark.parametrize("wrong", [-1, 500, 2**40])
def test_an_action_that_does_not_exist_is_refused_and_nothing_changes(slug, wrong):
    batch = lab.batch(slug, size=3)
    before = batch.observations.copy()
    with pytest.raises(IllegalMove, match=f"There is no action {wrong} .game 1 of the batch"):
        batch.step([0, wrong, 0])
    assert np.array_equal(batch.observations, before)


@pytest.mark.parametrize("slug", ["divisor-duel", "sequence-builder"])
def test_an_action_that_is_not_allowed_now_is_refused_and_nothing_changes(slug):
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
        ([[0], [1], [2]], "not an array of int64 of shape (3, 1)"),
        (2, "not an array of int64 of shape ()"),
        ([0.0, 1.2, 2.9], "not an array of float64"),
        (["0", "1", "2"], "not an array of str"),
        ([True, False, True], "not an array of bool"),
        ([2**70] * 3, "not an array of object"),
        (None, "not an array of object"),
        ([[0], [1, 2], 3], "not lists of different lengths"),
    ],
)
def test_a_step_needs_a_whole_number_for_each_game(wrong, because):
    sentence = f"step needs 3 actions, each a whole number, {because}"
    with pytest.raises(BadOption, match=re.escape(sentence)):
        lab.batch("divisor-duel", size=3).step(wrong)


@pytest.mark.parametrize("kind", ["int8", "uint16", ">i4", "uint64"])
def test_actions_may_be_whole_numbers_of_any_kind(kind):
    actions = np.arange(3, dtype=kind)
    actions.flags.writeable = False
    batch = lab.batch("divisor-duel", size=3)
    batch.step(actions)
    assert batch.observations[:, :3].tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]


def test_a_large_action_is_refused_as_it_was_written():
    with pytest.raises(IllegalMove, match=f"There is no action {2**64 - 1} "):
        lab.batch("divisor-duel", size=1).step(np.array([2**64 - 1], np.uint64))


@pytest.mark.parametrize("size", [0, -1, 2.5, True])
def test_a_batch_has_at_least_one_game(size):
    with pytest.raises(BadOption, match="size must be a whole number from 1 on"):
        lab.batch("divisor-duel", size=size)


def test_a_duel_that_is_over_before_it_begins_is_refused():
    with pytest.raises(BadOption, match="is over before it begins"):
        lab.batch("number-split-duel", size=3, start=2)


def test_a_batch_that_would_need_too_much_memory_is_refused():
    with pytest.raises(TooLarge, match="take fewer games or a smaller duel"):
        lab.batch("number-split-duel", size=100_000, start=5_000)


def test_a_batch_may_have_more_games_than_positions_are_kept_for_a_smaller_one():
    batch = ExploredBatch(load_game("number-split-duel", start=5), size=40, most_positions=20)
    follow_the_rules(batch, steps=20)
    assert len(batch._positions) <= 81


def test_options_are_for_games_given_by_name():
    with pytest.raises(BadOption, match="leave out numbers"):
        lab.batch(load_game("divisor-duel"), size=3, numbers=4)
