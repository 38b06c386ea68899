"""One agent against one of our players, as Gymnasium sees it."""

import re

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from numduel import BadOption, IllegalMove, lab, list_games
from numduel.lab.environment import environment_id
from numduel.players import PLAYERS


def play_episode(env, choose, seed=None):
    """The last reward, and the actions of an episode."""
    _, info = env.reset(seed=seed)
    actions, is_over, reward = [], False, 0
    while not is_over:
        actions.append(choose(info["action_mask"]))
        _, reward, is_over, is_cut, info = env.step(actions[-1])
        assert not is_cut
    return reward, actions, info


def random_legal(random):
    return lambda mask: int(random.choice(np.flatnonzero(mask))) if mask.any() else 0


def test_gymnasium_finds_no_fault_in_any_variant(variant):
    for seat in (1, 2, "random"):
        check_env(lab.DuelEnv(variant, seat=seat), skip_render_check=True)


@pytest.mark.parametrize("mode", ["ansi", "human", "rgb_array"])
def test_gymnasium_finds_no_fault_in_the_rendering(mode, capsys):
    check_env(gymnasium.make("numduel/DivisorDuel-v0", render_mode=mode).unwrapped)
    assert "Remaining Numbers: " in capsys.readouterr().out


def test_gymnasium_registers_games_with_options():
    assert {environment_id(rule_book) for rule_book in list_games()} <= {*gymnasium.registry}
    env = gymnasium.make("numduel/DivisorDuel-v0", numbers=9, opening="even")
    assert env.action_space.n == 9
    assert env.unwrapped.game.options == {"numbers": 9, "opening": "even"}
    with pytest.raises(BadOption, match='Unknown option "size"'):
        gymnasium.make("numduel/DivisorDuel-v0", size=9)


@pytest.mark.untraced
@pytest.mark.parametrize("opponent", PLAYERS)
@pytest.mark.parametrize("slug", ["divisor-duel", "grundys-game"])
def test_any_of_our_players_is_an_opponent(opponent, slug):
    env = lab.DuelEnv(slug, opponent=opponent)
    random = np.random.default_rng(4)
    for seed in range(3):
        reward, _, info = play_episode(env, random_legal(random), seed)
        assert reward == (1 if info["winner"] == info["seat"] else -1)
        assert info["reason"]


@pytest.mark.parametrize("answer", [4, np.int64(4)])
def test_an_opponent_of_ones_own_is_a_function(answer):
    env = lab.DuelEnv("divisor-duel", opponent=lambda *_: answer, seat=2, numbers=6)
    observation, info = env.reset()
    assert observation[:6].tolist() == [1, 1, 1, 0, 1, 1]
    assert np.flatnonzero(info["action_mask"]).tolist() == [0, 1]
    assert np.array_equal(env.action_masks(), info["action_mask"] == 1)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (None, "The opponent answered None, which is no move of"),
        (2.5, "The opponent answered 2.5, which"),
        (25, "The opponent answered 25, which"),
        (7, "7 is neither a divisor nor a multiple of 6"),
    ],
)
def test_an_opponent_of_ones_own_must_keep_to_the_rules(answer, fault):
    env = lab.DuelEnv("divisor-duel", opponent=lambda *_: answer, seat=1)
    env.reset()
    with pytest.raises(IllegalMove, match=re.escape(fault)):
        env.step(5)


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [("wizard", 'no computer player "wizard"'), (3, "a player's name or a function, not 3")],
)
def test_an_opponent_is_a_name_or_a_function(wrong, fault):
    with pytest.raises(BadOption, match=fault):
        lab.DuelEnv("parity-duel", opponent=wrong)


def test_the_agent_sits_where_it_is_told():
    for seat in (1, 2):
        env = lab.DuelEnv("parity-duel", seat=seat)
        assert {env.reset()[1]["seat"] for _ in range(10)} == {seat}
    env = lab.DuelEnv("parity-duel", seat="random")
    assert {env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(20))} == {1, 2}
    with pytest.raises(BadOption, match='seat must be 1, 2 or "random", not 3'):
        lab.DuelEnv("parity-duel", seat=3)


def test_an_illegal_action_loses_and_says_the_rule():
    env = lab.DuelEnv("divisor-duel", seat=1, opponent=lambda game, state, random: 5)
    env.reset()
    env.step(9)
    _, reward, is_over, _, info = env.step(5)
    assert (reward, is_over) == (-1, True)
    assert info["illegal"] == "6 is neither a divisor nor a multiple of 5."


@pytest.mark.parametrize("action", [-1, 20, 2.5])
def test_an_action_that_does_not_exist_is_an_error(action):
    env = lab.DuelEnv("divisor-duel", seat=1)
    env.reset()
    with pytest.raises(IllegalMove, match=f"There is no action {action}: Discrete.20.."):
        env.step(action)


def test_agent_beaten_before_first_move_loses():
    env = lab.DuelEnv("number-split-duel", opponent="perfect", seat=2)
    _, info = env.reset(seed=1)
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    _, reward, is_over, _, info = env.step(0)
    assert (reward, is_over, info["winner"]) == (-1, True, 1)
    assert "illegal" not in info


def test_step_needs_running_episode():
    env = lab.DuelEnv("number-split-duel", seat=1)
    with pytest.raises(gymnasium.error.ResetNeeded, match="none has begun"):
        env.step(0)
    for start, action in ((3, 0), (4, 1)):  # a win, and an illegal action
        env = lab.DuelEnv("number-split-duel", seat=1, start=start)
        env.reset(seed=1)
        assert env.step(action)[2]
        with pytest.raises(gymnasium.error.ResetNeeded, match="The episode is over"):
            env.step(0)


def test_an_episode_may_begin_in_a_given_seat_and_position():
    env = lab.DuelEnv("divisor-duel", opponent=lambda game, state, random: 12)
    _, info = env.reset(seed=1, options={"seat": 1, "moves": ["6", 3]})
    assert info["seat"] == 1
    assert np.flatnonzero(info["action_mask"]).tolist() == [0, 8, 11, 14, 17]
    _, info = env.reset(seed=1, options={"seat": 2, "moves": ["6", "3"]})
    assert env.state.last == 12, "it was the opponent's turn"
    assert env.reset(seed=1)[1]["action_mask"].sum() > 3, "the next episode is an ordinary one"


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"size": 3}, BadOption, "reset has no option size: there are seat and moves"),
        ({"seat": 3}, BadOption, "seat must be 1, 2"),
        ({"moves": ["6", "5"]}, IllegalMove, "5 is neither a divisor"),
        ({"moves": ["13", "1", "17"]}, BadOption, "moves must not end the duel"),
    ],
)
def test_refused_reset_options_leave_state_unchanged(options, error, sentence):
    env = lab.DuelEnv("divisor-duel", seat=1)
    env.reset(seed=1)
    env.step(5)
    before = env.state
    with pytest.raises(error, match=sentence):
        env.reset(options=options)
    assert env.state == before


def test_the_same_seed_makes_the_same_episode(variant):
    def episodes():
        env = lab.DuelEnv(variant, opponent="random")
        random = np.random.default_rng(7)
        return [play_episode(env, random_legal(random), seed)[1] for seed in (5, None, None)]

    assert episodes() == episodes()
