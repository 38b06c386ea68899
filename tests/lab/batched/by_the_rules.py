"""How a batch is compared with the rules, game by game, and a roll with its steps."""

import numpy as np

from numduel import Player


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
