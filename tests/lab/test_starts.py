"""Where episodes begin, what moves are rewarded with, and the truth that is told: in every
environment."""

import importlib
from random import Random

import gymnasium
import numpy as np
import pytest

from numduel import BadOption, lab, load_game
from numduel.lab.environment import optimal_mask
from numduel.study import Puzzles, puzzle_at
from numduel.study.audit import state_after
from numduel.tasks.starts import Starts
from numduel.theory.search import solver_of

GAME = load_game("divisor-duel", numbers=10)
SMALL = [
    GAME,
    load_game("sequence-builder", numbers=7, length=4),
    load_game("parity-duel", numbers=10, jokers=1),
    load_game("grundys-game", start=12),
    load_game("number-split-duel"),
]


def is_won(game, state):
    return solver_of(game).value(state).wins


def keeps(game, state, move):
    """Whether a move throws nothing away, by exact search alone."""
    after = game.after(state, move)
    outcome = game.outcome(after)
    loses = outcome is not None and outcome.winner is state.to_move
    return not is_won(game, state) or loses or not solver_of(game).value(after).wins


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.slug)
def test_regret_is_paid_exactly_when_a_win_is_thrown_away(game):
    env = lab.DuelEnv(game, opponent="easy", reward="regret", begin="random", plies=(0, 3))
    random, paid = np.random.default_rng(1), 0
    for seed in range(20):
        _, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            state, legal = env.state, info["action_mask"]
            if game.outcome(state) is not None:
                _, reward, is_over, _, info = env.step(0)
                assert reward == 0
                continue
            told = info["optimal_actions"]
            moves = game.all_moves()
            assert [keeps(game, state, moves[place]) for place in np.flatnonzero(legal)] == [
                bool(told[place]) for place in np.flatnonzero(legal)
            ]
            assert not (told & ~legal & 1).any()
            action = int(random.choice(np.flatnonzero(legal)))
            _, reward, is_over, _, info = env.step(action)
            assert reward == (0 if told[action] else -1)
            paid -= reward
        assert not info["optimal_actions"].any()
    assert paid or not any(puzzle for puzzle in Puzzles(game, 1))


def test_an_illegal_action_costs_one_whatever_is_lost():
    env = lab.DuelEnv(GAME, reward="regret", seat=1)
    env.reset(seed=1, options={"moves": ["6", "3"]})
    assert env.step(5)[1] == -1


@pytest.mark.parametrize("plies", [(3, 3), (1, 5), (40, 50)])
def test_random_starts_have_so_many_plies_and_are_not_over(plies):
    env = lab.DuelEnv(GAME, opponent="perfect", seat=1, begin="random", plies=plies)
    lengths = set()
    for seed in range(60):
        moves = env.starts.draw(Random(seed))
        state = state_after(GAME, moves)
        assert GAME.outcome(state) is None
        is_last = any(GAME.outcome(GAME.after(state, move)) for move in GAME.legal_moves(state))
        assert plies[0] <= len(moves) <= plies[1] or (len(moves) < plies[0] and is_last)
        lengths.add(len(moves))
    if plies == (1, 5):
        assert len(lengths) > 2
    first, _ = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert np.array_equal(first, again)


@pytest.mark.parametrize("seat", [1, 2, "random"])
def test_a_rated_start_is_a_puzzle_for_the_agent(seat):
    env = lab.DuelEnv("grundys-game", seat=seat, begin="rated", ratings=(0, 60), truth=True)
    for seed in range(10):
        _, info = env.reset(seed=seed)
        assert seat in ("random", info["seat"])
        assert env.state.to_move == info["seat"]
        assert 0 < info["optimal_actions"].sum() < info["action_mask"].sum()
    moves = [env.game.write_move(move) for move in env.starts.draw(Random(1))]
    assert puzzle_at(env.game, moves).rating <= 60


def test_moves_given_to_reset_come_before_drawn_ones():
    env = lab.DuelEnv(GAME, seat=1, begin="random", plies=(3, 3))
    env.reset(seed=1, options={"moves": ["6", "3"]})
    assert env.state == state_after(GAME, (6, 3))


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"begin": "late"}, 'begin must be "usual", "random" or "rated", not \'late\'.'),
        ({"plies": (3, 1)}, "plies must be two whole numbers, as in (0, 11), not (3, 1)."),
        ({"ratings": 50}, "ratings must be two whole numbers, as in (0, 11), not 50."),
        ({"reward": "praise"}, 'reward must be "outcome" or "regret", not \'praise\'.'),
    ],
)
def test_wrong_settings_are_told_at_every_door(settings, told):
    makers = [lab.DuelEnv, lab.pettingzoo_env, lambda game, **more: lab.vector_env(game, 2, **more)]
    if "reward" not in settings:
        makers.append(lambda game, **more: lab.batch(game, 2, **more))
    for make in makers:
        with pytest.raises(BadOption) as wrong:
            make("divisor-duel", **settings)
        assert str(wrong.value) == told


def test_a_game_without_puzzles_has_no_rated_starts():
    with pytest.raises(BadOption, match="has no puzzles rated from 0 to 100"):
        lab.DuelEnv("parity-duel", begin="rated")


@pytest.mark.untraced
@pytest.mark.parametrize("explore", [False, True])
@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.slug)
def test_games_of_a_batch_begin_where_they_say(game, explore):
    games = lab.batch(game, 64, seed=2, explore=explore, begin="random", plies=(0, 4))
    states = [state_after(game, games.opening_of(place)) for place in range(64)]
    assert len({*map(repr, states)}) > 1 or len(game.legal_moves(game.start())) == 1
    random = np.random.default_rng(1)
    for _ in range(40):
        for place, state in enumerate(states):
            assert games.observations[place].tolist() == pytest.approx(game.features(state))
            assert games.to_move[place] == state.to_move
            moves = [game.all_moves()[action] for action in np.flatnonzero(games.masks[place])]
            assert moves == [*game.legal_moves(state)]
        if explore:
            truth = games.truth()
            for place, state in enumerate(states[:8]):
                winner = state.to_move if is_won(game, state) else state.to_move.opponent
                assert truth.winners[place] == winner
                assert np.array_equal(truth.optimal[place], optimal_mask(game, state))
        actions = np.array([int(random.choice(np.flatnonzero(mask))) for mask in games.masks])
        step = games.step(actions)
        for place, action in enumerate(actions):
            states[place] = game.after(states[place], game.all_moves()[action])
            assert step.terminated[place] == (game.outcome(states[place]) is not None)
            if step.terminated[place]:
                states[place] = state_after(game, games.opening_of(place))


@pytest.mark.untraced
def test_a_batch_that_forgets_still_begins_where_it_says():
    starts = Starts(GAME, "random", (0, 4))
    games = lab.batched.Batch(GAME, 16, explore=True, starts=starts, most_positions=1)
    assert games.roll(2_000).games > 100
    games.reset(seed=5)
    first = games.observations.copy()
    assert games.roll(50).games > 0
    games.reset(seed=5)
    assert np.array_equal(games.observations, first)


def test_truth_needs_an_explored_batch():
    with pytest.raises(BadOption, match="explore=True"):
        lab.batch("divisor-duel", 4).truth()


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "begin", "opponent"),
    [("DivisorDuel", "random", "random"), ("GrundysGame", "rated", "easy")],
)
def test_vector_env_draws_starts_and_pays_regret(game, begin, opponent):
    envs = gymnasium.make_vec(
        f"numduel/{game}-v0",
        num_envs=8,
        opponent=opponent,
        begin=begin,
        plies=(2, 6),
        ratings=(0, 90),
        reward="regret",
    )
    random, seen = np.random.default_rng(1), set()
    _, infos = envs.reset(seed=3)
    if begin == "rated":
        optimal, legal = infos["optimal_actions"].sum(axis=1), infos["action_mask"].sum(axis=1)
        assert ((optimal > 0) & (optimal < legal)).all()
    for _ in range(60):
        masks, optimal = infos["action_mask"], infos["optimal_actions"]
        actions = np.array([random.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])
        _, rewards, ended, _, infos = envs.step(actions)
        chosen = optimal[np.arange(8), actions]
        assert (rewards == np.where(masks.any(axis=1) & (chosen == 0), -1, 0)).all()
        seen |= {*rewards.tolist()}
    assert seen == {0, -1}
    assert ended.shape == (8,)


def test_pettingzoo_pays_each_agent_for_its_own_moves():
    env = lab.pettingzoo_env(GAME, reward="regret", begin="random", plies=(0, 4))
    random, paid = np.random.default_rng(2), 0
    for seed in range(30):
        env.reset(seed=seed)
        owed = dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter():
            seen, reward, terminated, _, info = env.last()
            assert reward == owed[agent]
            owed[agent] = 0
            if terminated:
                env.step(None)
                continue
            legal, optimal = seen["action_mask"], info["optimal_actions"]
            action = int(random.choice(np.flatnonzero(legal)))
            owed[agent] -= 0 if optimal[action] else 1
            paid += not optimal[action]
            env.step(action)
    assert paid


def test_openspiel_draws_starts_and_pays_regret():
    pyspiel = pytest.importorskip("pyspiel")
    importlib.import_module("numduel.lab.openspiel")
    game = pyspiel.load_game(
        "numduel_divisor_duel(numbers=10,begin=random,plies=1to4,reward=regret)"
    )
    assert pyspiel.load_game(str(game)).max_chance_outcomes() == game.max_chance_outcomes() > 5
    random, paid = np.random.default_rng(1), 0.0
    for _ in range(30):
        state = game.new_initial_state()
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(int(random.choice([action for action, _ in state.chance_outcomes()])))
        assert not state.is_terminal()
        total = np.zeros(2)
        while not state.is_terminal():
            player, action = state.current_player(), int(random.choice(state.legal_actions()))
            is_right = action in state.optimal_actions()
            position = state.position
            assert is_right == keeps(GAME, position, GAME.all_moves()[action])
            state.apply_action(action)
            assert state.rewards()[player] == (0 if is_right else -1)
            total += state.rewards()
        assert state.returns() == total.tolist()
        paid -= total.sum()
    assert paid
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    usual = pyspiel.load_game("numduel_divisor_duel(numbers=10)")
    assert usual.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    with pytest.raises(Exception, match="plies must be a range, as in plies=0to11, not 'few'"):
        pyspiel.load_game("numduel_divisor_duel(begin=random,plies=few)")
