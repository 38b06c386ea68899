"""Two agents in turn, as PettingZoo sees them."""

import pickle
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from numduel import BadOption, lab

# PettingZoo knows its own classic games by name, and says this of any other that has a mask.
masked_like_the_classics = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box",
    "ignore:Observation is not a NumPy array",
)
# The plainest features are the legal moves, and at the end there are none.
no_moves_at_the_end = pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")


@masked_like_the_classics
@no_moves_at_the_end
def test_pettingzoo_finds_no_fault(variant, capsys):
    api_test(lab.pettingzoo_env(variant), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


def test_pettingzoo_seed_and_render_tests_pass(capsys):
    make = partial(lab.pettingzoo_env, "divisor-duel", begin="random")
    seed_test(make, num_cycles=50)
    render_test(make, custom_tests={"ansi": str.strip})
    assert "Player " in capsys.readouterr().out


def test_two_agents_play_to_the_end_and_one_wins(variant):
    env = lab.pettingzoo_env(variant)
    env.reset(seed=1)
    state, rewards = variant.start(), {}
    for agent in env.agent_iter():
        observation, reward, is_over, is_cut, info = env.last()
        mask = observation["action_mask"]
        assert np.array_equal(mask, info["action_mask"])
        assert observation["observation"].tolist() == list(np.float32(variant.features(state)))
        if is_over or is_cut:
            rewards[agent] = reward
            env.step(None)
            continue
        assert agent == f"player_{int(state.to_move)}"
        legal = [variant.all_moves().index(move) for move in variant.legal_moves(state)]
        assert np.flatnonzero(mask).tolist() == legal
        other = next(name for name in env.agents if name != agent)
        assert not env.observe(other)["action_mask"].any()
        action = env.action_space(agent).sample(mask)
        state = variant.play(state, variant.all_moves()[action])
        env.step(action)
    winner = f"player_{int(variant.outcome(state).winner)}"
    loser = next(agent for agent in rewards if agent != winner)
    assert rewards == {winner: 1, loser: -1}


def test_illegal_action_costs_only_its_agent():
    env = lab.pettingzoo_env("divisor-duel")
    env.reset()
    env.step(5)
    env.step(6)
    rewards = {}
    for agent in env.agent_iter():
        observation, rewards[agent], is_over, _, info = env.last()
        assert is_over
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        env.step(None)
    assert rewards == {"player_1": 0, "player_2": -1}


def test_options_hold_after_every_reset():
    env = lab.pettingzoo_env("divisor-duel", numbers=7, opening="even")
    for _ in range(2):
        env.reset()
        mask = env.observe("player_1")["action_mask"]
        assert mask.tolist() == [0, 1, 0, 1, 0, 1, 0]
    again = pickle.loads(pickle.dumps(env.unwrapped))
    assert again.game == env.unwrapped.game


def test_what_cannot_be_played_is_refused():
    with pytest.raises(BadOption, match="is over before it begins"):
        lab.pettingzoo_env("number-split-duel", start=1)
    with pytest.raises(BadOption, match='render_mode must be "ansi", "human" or None, not '):
        lab.pettingzoo_env("number-split-duel", render_mode="rgb")
    with pytest.raises(BadOption, match="There is no agent 'x': player_1, player_2"):
        lab.pettingzoo_env("number-split-duel").unwrapped.observe("x")
