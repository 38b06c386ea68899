"""A duel between two agents, as a PettingZoo environment."""

import sys
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from numduel.errors import BadOption
from numduel.game import AnyGame, Player
from numduel.lab.environment import (
    action_space,
    environment_id,
    mask,
    observation_space,
    observe,
    optimal_mask,
    optimal_moves,
    playable_game,
    position_text,
)
from numduel.study.audit import state_after
from numduel.tasks.starts import Begin, Reward, Starts, check_reward

_RENDER_MODES = ["ansi", "human"]
AGENTS = {Player.ONE: "player_1", Player.TWO: "player_2"}


def wrapped_env(
    game: str | AnyGame, *, render_mode: str | None = None, **settings: Any
) -> "AECEnv[str, Any, Any]":
    """Return the environment; illegal actions lose, as in PettingZoo's classic games."""
    env: Any = RawDuel(game, render_mode=render_mode, **settings)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class RawDuel(AECEnv[str, Any, Any], EzPickle):  # type: ignore[misc]
    """A duel. Both agents observe the position as the agent to move sees it; the other agent's
    action mask is empty. Rewards, truth and starts are as in `DuelEnv`; regret is only for its own
    agent."""

    def __init__(
        self,
        game: str | AnyGame,
        *,
        reward: Reward = "outcome",
        truth: bool = False,
        begin: Begin = "usual",
        plies: tuple[int, int] = (0, 11),
        ratings: tuple[int, int] = (0, 100),
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        settings: dict[str, Any] = {
            "reward": reward,
            "truth": truth,
            "begin": begin,
            "plies": plies,
        }
        settings |= {"ratings": ratings, "render_mode": render_mode}
        EzPickle.__init__(self, game, **settings, **options)
        super().__init__()
        if render_mode not in (None, *_RENDER_MODES):
            raise BadOption(f'render_mode must be "ansi", "human" or None, not {render_mode!r}.')
        self.game = playable_game(game, options)
        self.metadata = {
            "render_modes": _RENDER_MODES,
            "name": environment_id(type(self.game)),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.reward = check_reward(reward)
        self.truth = truth or reward == "regret"
        self.starts = Starts(self.game, begin, plies, ratings)
        self._random = Random()
        self.possible_agents = list(AGENTS.values())
        self.agents = self.possible_agents[:]
        self.action_spaces = {agent: action_space(self.game) for agent in self.agents}
        self.observation_spaces = {agent: self._space() for agent in self.agents}
        self.reset()

    def _space(self) -> "spaces.Space[Any]":
        legal = spaces.Box(0, 1, (len(self.game.all_moves()),), np.int8)
        return spaces.Dict({"observation": observation_space(self.game), "action_mask": legal})

    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Space[Any]":
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = Random(seed)
        self._state = state_after(self.game, self.starts.draw(self._random))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._hand_over()

    def observe(self, agent: str) -> dict[str, Any]:
        if agent not in self.possible_agents:
            raise BadOption(f"There is no agent {agent!r}: {', '.join(self.possible_agents)}.")
        return {"observation": observe(self.game, self._state), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        before, move = self._state, self.game.all_moves()[int(action or 0)]
        self._state = self.game.play(before, move)
        outcome = self.game.outcome(self._state)
        self.rewards = dict.fromkeys(self.agents, 0)
        if self.reward == "regret":
            is_loss = move not in optimal_moves(self.game, before)
            self.rewards[self.agent_selection] = -1 if is_loss else 0
        elif outcome is not None:
            winner = AGENTS[outcome.winner]
            self.rewards = {agent: 1 if agent == winner else -1 for agent in self.agents}
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._hand_over()

    def render(self) -> str | None:
        if self.render_mode == "ansi":
            return position_text(self.game, self._state)
        if self.render_mode == "human":
            sys.stdout.write(position_text(self.game, self._state))
        return None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _hand_over(self) -> None:
        self.agent_selection = AGENTS[self._state.to_move]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        if self.truth:
            for agent in self.agents:
                optimal = optimal_mask(self.game, self._state)
                is_asked = agent == self.agent_selection
                self.infos[agent]["optimal_actions"] = optimal if is_asked else 0 * optimal
        if self.render_mode == "human":
            self.render()

    def _mask(self, agent: str) -> Any:
        legal = mask(self.game, self._state)
        return legal if agent == AGENTS[self._state.to_move] else np.zeros_like(legal)

    def __str__(self) -> str:
        return str(self.metadata["name"])
