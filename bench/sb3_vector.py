"""Our vector environment as one of Stable-Baselines3, which has an interface of its own."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from numduel.lab import vector_env


class DuelVecEnv(VecEnv):  # type: ignore[misc]
    """Duels of which Stable-Baselines3 sees the masks and the last observations."""

    def __init__(self, game: str, num_envs: int, **settings: Any) -> None:
        self.duels = vector_env(game, num_envs, autoreset_mode="SameStep", **settings)
        spaces = self.duels.single_observation_space, self.duels.single_action_space
        super().__init__(num_envs, *spaces)

    def reset(self) -> NDArray[np.float32]:
        return self.duels.reset(seed=self._seeds[0])[0]

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        observations, rewards, ended, _, infos = self.duels.step(self.actions)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(ended):
            told[place]["terminal_observation"] = infos["final_obs"][place]
        return observations, rewards.astype(np.float32), ended, told

    def env_method(self, name: str, *arguments: Any, **named: Any) -> list[Any]:
        """MaskablePPO asks for `action_masks` in this way."""
        return list(getattr(self.duels, name)())

    def has_attr(self, name: str) -> bool:
        return hasattr(self.duels, name)

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.duels, name, None)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper: type, indices: Any = None) -> Sequence[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.duels.close()
