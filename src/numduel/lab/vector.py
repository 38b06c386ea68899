"""Many duels against one of our players, as a vector environment of Gymnasium.

The games are a batch. A random opponent is compiled too; any other is asked game by game.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from numduel.errors import BadOption, IllegalMove
from numduel.game import AnyGame
from numduel.lab.batched import Batch
from numduel.lab.environment import action_space, draw, observation_space, playable_game
from numduel.lab.gymnasium import check_seat, find_opponent, mover_of, read_answer
from numduel.players import Chooser
from numduel.study.audit import state_after
from numduel.tasks.starts import Begin, Reward, Starts, check_reward

Observations = NDArray[np.float32]
Actions = NDArray[np.int64]
Marks = NDArray[np.bool_]
NOTHING: Mapping[str, Marks] = MappingProxyType({})


class DuelVectorEnv(gymnasium.vector.VectorEnv[Observations, Actions, NDArray[Any]]):
    """Many duels between the agent and one of our players.

    Each is as in `DuelEnv`, with the same rewards and starts. `infos` has the action masks and the
    seats, the winner of a finished duel and, with `truth` or regret, the optimal actions.
    """

    def __init__(
        self,
        game: str | AnyGame,
        num_envs: int = 1,
        *,
        opponent: str | Chooser = "random",
        seat: Literal[1, 2, "random"] = "random",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        reward: Reward = "outcome",
        truth: bool = False,
        begin: Begin = "usual",
        plies: tuple[int, int] = (0, 11),
        ratings: tuple[int, int] = (0, 100),
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = playable_game(game, options)
        self.seat = check_seat(seat)
        self.reward = check_reward(reward)
        self.truth = truth or reward == "regret"
        self.autoreset_mode = _read_mode(autoreset_mode)
        if render_mode not in (None, "rgb_array"):
            raise BadOption(f"render_mode must be rgb_array or None, not {render_mode!r}.")
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": ["rgb_array"],
            "render_fps": 1,
            "autoreset_mode": self.autoreset_mode,
        }
        starts = Starts(self.game, begin, plies, ratings, mover_of(self.seat))
        self.batch = Batch(self.game, num_envs, explore=self.truth, keep_final=True, starts=starts)
        self.num_envs = self.batch.size
        self._is_anywhere = begin != "rated"  # otherwise the start decides the agent's seat
        self.single_action_space = action_space(self.game)
        self.single_observation_space = observation_space(self.game)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        chooser = None if opponent == "random" else find_opponent(opponent)
        self._opponent = None if chooser is None else _Thinker(chooser, self.game, self.num_envs)
        self._seats = np.ones(self.num_envs, np.int8)
        self._waits = self._marks()  # waiting for the next episode, in NEXT_STEP mode
        self._decided = np.zeros(self.num_envs, np.int64)  # winner by the opponent's opening, or 0
        self._final = np.zeros((self.num_envs, self.batch.features), np.float32)
        self._shown: tuple[Observations, NDArray[np.int8]] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all episodes. The option `seat` sets the agent's seat from now on."""
        if isinstance(seed, list):
            raise BadOption("seed must be one whole number, from which all duels draw.")
        unknown = {*(options or {})} - {"seat"}
        if unknown:
            raise BadOption(f"reset has no option {min(unknown)}: there is seat.")
        self.seat = check_seat((options or {}).get("seat", self.seat))
        self.batch.begin_with(mover_of(self.seat))
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**62)))
        self._waits[:] = False
        self._begin(~self._waits)
        return self._show(self._marks(), self._marks())

    def step(
        self, actions: Actions
    ) -> tuple[Observations, NDArray[np.float64], Marks, Marks, dict[str, Any]]:
        if self._shown is None:
            raise gymnasium.error.ResetNeeded("Reset the environment before the first step.")
        actions = self._read(actions)
        decided = self._decided.copy()
        idle = self._waits | (decided > 0)
        is_legal = self.batch.masks[np.arange(self.num_envs), actions]
        illegal = ~idle & ~is_legal
        playing = ~idle & is_legal
        rewards = np.where(illegal, -1.0, 0.0)
        rewards[decided > 0] = np.where(decided == self._seats, 1.0, -1.0)[decided > 0]
        optimal = self.batch.truth().optimal if self.truth else None
        winners = decided.copy()
        self._final[illegal] = self.batch.observations[illegal]
        before = {"action_mask": self.batch.masks[illegal]}
        if optimal is not None:
            before["optimal_actions"] = optimal[illegal]
        self.batch.begin_again(illegal)
        theirs = playing & ~self._play(actions, playing, rewards, winners)
        self._play(self._replies(theirs), theirs, rewards, winners)
        if self.reward == "regret" and optimal is not None:
            thrown = playing & ~optimal[np.arange(self.num_envs), actions]
            rewards = np.where(illegal | thrown, -1.0, 0.0)
        ended = illegal | (winners > 0)
        self._decided[decided > 0] = 0
        begins = self._waits.copy()
        end = self._describe_end(ended, illegal, before, winners)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._waits = ended
            self._begin(begins)
            observations, infos = self._show(ended, illegal, before)
            infos |= {name: end[name] for name in end if name not in infos}
        else:
            final = np.full(self.num_envs, None, object)
            for place in np.flatnonzero(ended):
                final[place] = self._final[place].copy()
            self._begin(ended)
            observations, infos = self._show(self._marks(), self._marks())
            if ended.any():
                infos |= {"final_obs": final, "_final_obs": ended.copy()}
                infos |= {"final_info": end, "_final_info": ended.copy()}
        return observations, rewards, ended, self._marks(), infos

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """Return a picture of each duel as last shown."""
        if self.render_mode is None or self._shown is None:
            return None
        return tuple(draw(self.game, *shown) for shown in zip(*self._shown[::-1], strict=True))

    def action_masks(self) -> Marks:
        """Return the legal actions in each duel."""
        if self._shown is None:
            raise gymnasium.error.ResetNeeded("Reset the environment first.")
        return self._shown[1].astype(np.bool_)

    def _marks(self) -> Marks:
        return np.zeros(self.num_envs, np.bool_)

    def _read(self, actions: Actions) -> Actions:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadOption(f"step needs {self.num_envs} actions, each a whole number.")
        wrong = (given < 0) | (given >= self.batch.actions)
        if wrong.any():
            raise IllegalMove(f"There is no action {given[wrong][0]}: {self.single_action_space}.")
        return given.astype(np.int64)

    def _begin(self, where: Marks) -> None:
        """Begin the marked episodes: seat the agent, and let the opponent open if it sits first,
        which may end the duel."""
        count = int(where.sum())
        if not count:
            return
        draws = self.np_random.integers(1, 3, count) if self.seat == "random" else self.seat
        self._seats[where] = draws if self._is_anywhere else self.batch.to_move[where]
        if self._opponent is not None:
            seeds = self.np_random.integers(2**62, size=count)
            openings = [self.batch.opening_of(place) for place in np.flatnonzero(where).tolist()]
            self._opponent.begin(where, seeds, openings)
        first = where & (self._seats != self.batch.to_move)
        winners = np.zeros(self.num_envs, np.int64)
        self._play(self._replies(first), first, np.zeros(self.num_envs), winners)
        self._decided[winners > 0] = winners[winners > 0]

    def _replies(self, where: Marks) -> Actions:
        """Return the opponent's actions in the marked duels."""
        if self._opponent is None:
            return self.batch.sample()
        return self._opponent.choose(where)

    def _play(
        self, actions: Actions, where: Marks, rewards: NDArray[Any], winners: NDArray[Any]
    ) -> Marks:
        """Play actions in the marked duels; return which of them have ended."""
        if not where.any():
            return self._marks()
        if self._opponent is not None:
            self._opponent.follow(actions, where)
        step = self.batch.step(actions, hold=~where)
        ended = step.terminated.copy()
        self._final[ended] = self.batch.final_observations[ended]
        rewards[ended] = step.rewards[ended, self._seats[ended] - 1]
        winners[ended] = np.where(step.rewards[ended, 0] > 0, 1, 2)
        return ended

    def _show(
        self, ended: Marks, illegal: Marks, before: Mapping[str, Marks] = NOTHING
    ) -> tuple[Observations, dict[str, Any]]:
        """Return the observations and infos. A duel that ended, or was decided before the first
        move, is shown at its end; after an illegal action, as before it."""
        is_decided = self._decided > 0
        over = ended | is_decided
        observations, shown = self.batch.observations.copy(), self.batch.masks.astype(np.int8)
        observations[over], shown[over] = self._final[over], 0
        if before:
            shown[illegal] = before["action_mask"]
        self._shown = observations, shown
        everywhere = np.ones(self.num_envs, np.bool_)
        infos = {"action_mask": shown.copy(), "_action_mask": everywhere}
        infos |= {"seat": self._seats.astype(np.int64), "_seat": everywhere.copy()}
        if self.truth:
            optimal = self.batch.truth().optimal.astype(np.int8)
            optimal[over] = 0
            if before:
                optimal[illegal] = before["optimal_actions"]
            infos |= {"optimal_actions": optimal, "_optimal_actions": everywhere.copy()}
        if is_decided.any():
            infos |= {"winner": self._decided.copy(), "_winner": is_decided}
        return observations.copy(), infos

    def _describe_end(
        self,
        ended: Marks,
        illegal: Marks,
        before: Mapping[str, Marks],
        winners: NDArray[Any],
    ) -> dict[str, Any]:
        """Return the infos of finished duels."""
        infos: dict[str, Any] = {}
        for name, rows in before.items():
            shown = np.zeros((self.num_envs, self.batch.actions), np.int8)
            shown[illegal] = rows
            infos |= {name: shown, f"_{name}": ended.copy()}
        infos |= {"seat": np.where(ended, self._seats, 0).astype(np.int64), "_seat": ended.copy()}
        if (winners > 0).any():
            infos |= {"winner": winners.copy(), "_winner": winners > 0}
        if illegal.any():
            infos |= {"illegal": illegal.copy(), "_illegal": illegal.copy()}
        return infos


class _Thinker:
    """An opponent that moves game by game, and so keeps track of the positions."""

    def __init__(self, chooser: Chooser, game: AnyGame, size: int) -> None:
        self.chooser = chooser
        self.game = game
        self.states = [game.start()] * size
        self.moves = [0] * size
        self.seeds = [0] * size

    def begin(
        self, where: Marks, seeds: NDArray[np.int64], openings: list[tuple[Any, ...]]
    ) -> None:
        places = np.flatnonzero(where).tolist()
        for place, seed, moves in zip(places, seeds.tolist(), openings, strict=True):
            self.states[place], self.moves[place] = state_after(self.game, moves), len(moves)
            self.seeds[place] = seed

    def choose(self, where: Marks) -> Actions:
        actions, place_of = np.zeros(len(where), np.int64), self.game.all_moves().index
        for place in np.flatnonzero(where).tolist():
            state = self.states[place]
            random = Random(f"{self.seeds[place]}/{self.moves[place]}")
            move = read_answer(self.game, state, self.chooser(self.game, state, random))
            rule = self.game.refusal(state, move)
            if rule is not None:
                raise IllegalMove(rule, move, state)
            actions[place] = place_of(move)
        return actions

    def follow(self, actions: Actions, where: Marks) -> None:
        all_moves = self.game.all_moves()
        for place in np.flatnonzero(where).tolist():
            move = all_moves[int(actions[place])]
            self.states[place] = self.game.after(self.states[place], move)
            self.moves[place] += 1


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        read = AutoresetMode(mode)
    except ValueError:
        read = AutoresetMode.DISABLED
    if read is AutoresetMode.DISABLED:
        raise BadOption(f"autoreset_mode must be NextStep or SameStep, not {mode!r}.")
    return read
