"""What a batch is given is checked, and what it shows cannot be changed."""

import re

import numpy as np
import pytest

from numduel import BadOption, IllegalMove, TooLarge, lab


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
