"""What a batch is given is checked, and what it shows cannot be changed."""

import re

import numpy as np
import pytest

from numduel import BadOption, IllegalMove, TooLarge, lab, load_game


@pytest.mark.parametrize("seed", [1.5, True, "x", None])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(BadOption, match="seed must be a whole number, not"):
        lab.batch("divisor-duel", size=3, seed=seed)


def test_whole_numbers_of_numpy_are_whole_numbers():
    batch = lab.batch("divisor-duel", size=np.int64(3), seed=np.int32(-4))
    assert batch.roll(np.int16(30)).games > 0


def test_what_a_batch_shows_cannot_be_written_to(variant):
    batch = lab.batch(variant, size=3)
    for shown in [batch.observations, batch.masks, batch.step(batch.sample()).observations]:
        with pytest.raises(ValueError, match="read-only"):
            shown[:] = 0


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
        lab.batch("number-split-duel", size=1_000_000, start=1_000)


def test_options_are_for_games_given_by_name():
    with pytest.raises(BadOption, match="leave out numbers"):
        lab.batch(load_game("divisor-duel"), size=3, numbers=4)
