"""What may happen to a batch on the way: copies, interruptions, forks and threads."""

import copy
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import ClassVar

import numba
import numpy as np
import pytest

from numduel import NumduelError, lab
from numduel.games.sequence_builder import SequenceBuilder
from numduel.lab import batched
from numduel.lab import batched_kernels as kernels

from .by_the_rules import expect_the_same_arrays, step_at_random


def expect_to_go_on_alike(one, other):
    for _ in range(20):
        step_at_random(one, 1)
        step_at_random(other, 1)
        expect_the_same_arrays(one, other)
    assert one.roll(30) == other.roll(30)
    expect_the_same_arrays(one, other)


def copied_by_pickle(batch):
    return pickle.loads(pickle.dumps(batch))


@pytest.mark.parametrize("copied", [copy.copy, copied_by_pickle])
@pytest.mark.parametrize("slug", ["divisor-duel", "sequence-builder"])
def test_a_copy_plays_on_as_the_batch_would(slug, copied):
    batch = lab.batch(slug, size=70, seed=8)
    batch.roll(3)
    again = copied(batch)
    expect_to_go_on_alike(again, batch)
    with pytest.raises(ValueError, match="read-only"):
        again.observations[:] = 0


class Fault(Exception):
    """What a rule book may raise, and Ctrl-C at any time."""


@dataclass(frozen=True)
class Faulty(SequenceBuilder):
    """Fails once, after it was asked so often for features, legal moves, outcomes and states."""

    slug = "faulty"
    faults: ClassVar[dict[str, int]] = {}

    def fail_when_due(self):
        self.faults["due in"] = self.faults.get("due in", 0) - 1
        if self.faults["due in"] == 0:
            raise Fault

    def features(self, state):
        self.fail_when_due()
        return super().features(state)

    def allowed(self, state):
        self.fail_when_due()
        return super().allowed(state)

    def after(self, state, move):
        self.fail_when_due()
        return super().after(state, move)


def faulty_batch(steps):
    Faulty.faults["due in"] = 0
    batch = batched.Batch(Faulty(), size=20, most_positions=60)
    step_at_random(batch, steps)
    return batch


@pytest.mark.parametrize("steps", [0, 3])
def test_a_step_that_was_interrupted_can_be_taken_again(steps):
    for due in range(1, 400, 17):
        batch, plain = faulty_batch(steps), lab.batch("sequence-builder", size=20)
        step_at_random(plain, steps)
        actions = batch.sample().copy()
        Faulty.faults["due in"] = due
        try:
            batch.step(actions)
        except Fault:
            expect_the_same_arrays(batch, plain)
            batch.step(actions)
            step_at_random(plain, 1)
            expect_to_go_on_alike(batch, plain)
        else:
            assert due > 20
            return
    pytest.fail("a step asks less of a game")


def test_a_roll_that_was_interrupted_asks_for_a_reset():
    batch = faulty_batch(1)
    Faulty.faults["due in"] = 100
    with pytest.raises(Fault):
        batch.roll(20)
    for act in (batch.sample, lambda: batch.step([0] * 20), lambda: batch.roll(1)):
        with pytest.raises(NumduelError, match="different steps: reset it"):
            act()
    batch.reset(seed=0)
    expect_to_go_on_alike(batch, lab.batch("sequence-builder", size=20))


def test_a_roll_that_was_interrupted_draws_nothing_twice(monkeypatch):
    batch = lab.batch("divisor-duel", size=4)
    roll = kernels.roll

    def roll_and_stop(*about):
        roll(*about)
        raise KeyboardInterrupt

    monkeypatch.setattr(kernels, "roll", roll_and_stop)
    with pytest.raises(KeyboardInterrupt):
        batch.roll(5)
    stepped = lab.batch("divisor-duel", size=4)
    step_at_random(stepped, 5)
    expect_the_same_arrays(batch, stepped)
    assert np.array_equal(batch.sample(), stepped.sample())


USED_AFTER_A_FORK = """
import os
from numduel import NumduelError
from numduel.lab import batch

games = batch("divisor-duel", 4)
if os.fork():
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
else:
    uses = games.sample, games.reset, lambda: games.roll(3), lambda: batch("divisor-duel", 2)
    for use in uses:
        try:
            use()
        except NumduelError as refused:
            print(refused, flush=True)
    os._exit(7)
"""


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_is_told_to_be_started_otherwise(untraced):
    lab.batch("divisor-duel", 4)
    if numba.threading_layer() != "omp":
        pytest.skip("threads that are not OpenMP's may be used after a fork")
    command = [sys.executable, "-W", "ignore", "-c", USED_AFTER_A_FORK]
    environment = os.environ | untraced
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    *told, ended = done.stdout.splitlines()
    assert ended == "7", done.stderr
    assert len(told) == 4
    assert all('the method "spawn" or "forkserver"' in sentence for sentence in told)


def test_concurrent_batches_leave_environ_unchanged(monkeypatch):
    before = dict(os.environ)
    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            monkeypatch.setattr(batched, "_started_in", None)
            made = [pool.submit(lab.batch, "divisor-duel", 1) for _ in range(8)]
            assert all(batch.result().size == 1 for batch in made)
    assert dict(os.environ) == before
