"""Many duels at once, as a vector environment of Gymnasium."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from leave_the_last import LeaveTheLast

from numduel import BadOption, IllegalMove, lab, list_games
from numduel.lab.environment import environment_id
from numduel.lab.vector import DuelVectorEnv

MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def first_move(game, state, random):
    """An opponent that draws nothing."""
    return game.legal_moves(state)[0]


def random_actions(masks, random, wrong=0.0):
    """A legal action for each duel, or now and then any action."""
    chosen = [
        int(random.choice(np.flatnonzero(mask)))
        if mask.any() and random.random() >= wrong
        else int(random.integers(len(mask)))
        for mask in masks
    ]
    return np.array(chosen)


def expect_the_same_infos(ours, theirs, size):
    for name in ("action_mask", "optimal_actions", "seat", "winner"):
        present = theirs.get(f"_{name}", np.zeros(size, bool))
        assert np.array_equal(ours.get(f"_{name}", np.zeros(size, bool)), present), name
        if present.any():
            assert np.array_equal(ours[name][present], theirs[name][present]), name
    illegal = theirs.get("_illegal", np.zeros(size, bool))
    assert np.array_equal(ours.get("_illegal", np.zeros(size, bool)), illegal)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("seat", "mode", "reward"),
    [(1, MODES[0], "outcome"), (2, MODES[1], "outcome"), (2, MODES[0], "regret")],
)
def test_vector_env_matches_sync_vector_env(variant, seat, mode, reward):
    settings = {"opponent": first_move, "seat": seat, "reward": reward}
    settings["truth"] = mode is MODES[1]  # regret tells it anyhow

    def make():
        return lab.DuelEnv(variant, **settings)

    size, random = 4, np.random.default_rng(5)
    theirs = SyncVectorEnv([make] * size, autoreset_mode=mode)
    ours = lab.vector_env(variant, size, autoreset_mode=mode.value, **settings)
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is mode
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    ended = 0
    (seen, infos), (expected, told) = ours.reset(seed=1), theirs.reset(seed=1)
    assert np.array_equal(seen, expected)
    expect_the_same_infos(infos, told, size)
    for _ in range(30):
        actions = random_actions(infos["action_mask"], random, wrong=0.1)
        seen, rewards, terminated, truncated, infos = ours.step(actions)
        expected, their_rewards, their_terminated, _, told = theirs.step(actions)
        assert np.array_equal(seen, expected)
        assert np.array_equal(rewards, their_rewards)
        assert np.array_equal(terminated, their_terminated)
        assert not truncated.any()
        expect_the_same_infos(infos, told, size)
        assert ("final_obs" in infos) == ("final_obs" in told)
        if "final_obs" in told:
            assert np.array_equal(infos["_final_obs"], told["_final_obs"])
            for place in np.flatnonzero(terminated):
                assert np.array_equal(infos["final_obs"][place], told["final_obs"][place])
            expect_the_same_infos(infos["final_info"], told["final_info"], size)
        ended += terminated.sum()
    assert ended > 5
    theirs.close()


def test_agent_wins_if_opponents_first_move_loses():
    envs = lab.vector_env(LeaveTheLast(1), 2, opponent=first_move, seat=2)
    _, infos = envs.reset(seed=1)
    assert infos["winner"].tolist() == [2, 2]
    _, rewards, terminated, _, _ = envs.step(np.zeros(2, int))
    assert (rewards.tolist(), terminated.tolist()) == ([1, 1], [True, True])


@pytest.mark.untraced
@pytest.mark.parametrize(("opponent", "mode"), [("random", MODES[0]), ("perfect", MODES[1])])
def test_vector_env_stays_in_spaces_with_mixed_seats(opponent, mode):
    envs = lab.vector_env("grundys-game", 8, opponent=opponent, autoreset_mode=mode, start=9)
    random, seats = np.random.default_rng(2), set()
    observations, infos = envs.reset(seed=3)
    for _ in range(40):
        assert observations in envs.observation_space
        assert infos["action_mask"].dtype == np.int8
        assert np.array_equal(infos["action_mask"] == 1, envs.action_masks())
        seats |= {*infos["seat"].tolist()}
        actions = random_actions(infos["action_mask"], random)
        observations, rewards, terminated, _, infos = envs.step(actions)
        assert (np.abs(rewards) == terminated).all()
    assert seats == {1, 2}


def test_vector_env_seed_reproduces_episodes():
    def play(seed, opponent):
        envs = lab.vector_env("divisor-duel", 16, opponent=opponent)
        random, seen = np.random.default_rng(1), []
        observations, infos = envs.reset(seed=seed)
        for _ in range(30):
            actions = random_actions(infos["action_mask"], random)
            observations, rewards, *_, infos = envs.step(actions)
            seen += [observations.tobytes(), rewards.tobytes()]
        return seen

    for opponent in ("random", "easy"):
        assert play(4, opponent) == play(4, opponent)
        assert play(4, opponent) != play(5, opponent)


def test_what_it_returned_stays_as_it_was():
    envs = lab.vector_env("divisor-duel", 4)
    observations, infos = envs.reset(seed=1)
    kept, masks = observations.copy(), infos["action_mask"].copy()
    observations[:] = 7
    infos["action_mask"][:] = 7
    assert np.array_equal(envs.action_masks(), masks == 1)
    again, _ = envs.reset(seed=1)
    assert np.array_equal(again, kept)


def test_gymnasium_makes_it_by_the_name_of_the_rule_book():
    for book in list_games():
        envs = gymnasium.make_vec(environment_id(book), num_envs=3, opponent="easy")
        assert isinstance(envs.unwrapped, DuelVectorEnv)
        observations, _ = envs.reset(seed=1)
        assert observations in envs.observation_space
    envs = gymnasium.make_vec("numduel/DivisorDuel-v0", num_envs=3, numbers=9)
    assert envs.single_action_space.n == 9


def test_a_picture_is_drawn_of_each_duel():
    envs = lab.vector_env("divisor-duel", 3, render_mode="rgb_array")
    envs.reset(seed=1)
    before = envs.render()
    envs.step(np.array([np.argmax(mask) for mask in envs.action_masks()]))
    assert all((old != new).any() for old, new in zip(before, envs.render(), strict=True))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seat": 3}, "seat must be 1, 2"),
        ({"autoreset_mode": "Disabled"}, "autoreset_mode must be NextStep or SameStep"),
        ({"render_mode": "human"}, "render_mode must be rgb_array"),
        ({"num_envs": 0}, "size must be"),
    ],
)
def test_wrong_settings_are_refused(wrong, sentence):
    with pytest.raises(BadOption, match=sentence):
        lab.vector_env("divisor-duel", **{"num_envs": 2} | wrong)


def test_vector_env_reset_takes_seat_only():
    envs = lab.vector_env("parity-duel", 4)
    assert {*envs.reset(seed=1, options={"seat": 2})[1]["seat"]} == {2}
    for wrong in ({"reset_mask": np.ones(4, bool)}, {"moves": ["3"]}, {"seat": 5}):
        with pytest.raises(BadOption):
            envs.reset(options=wrong)
    with pytest.raises(BadOption, match="seed must be one whole number"):
        envs.reset(seed=[1, 2, 3, 4])


def test_vector_env_step_needs_reset_and_valid_actions():
    envs = lab.vector_env("divisor-duel", 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.array([0, 0]))
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.action_masks()
    envs.reset(seed=1)
    for wrong in ([0, 20], [-1, 0]):
        with pytest.raises(IllegalMove, match="There is no action"):
            envs.step(np.array(wrong))
    for wrong in ([0], [0.5, 1.0]):
        with pytest.raises(BadOption, match="step needs 2 actions"):
            envs.step(np.array(wrong))
