"""Whole games between two agents: each is rewarded for its own right moves."""

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from numduel import tasks
from numduel.game import Player

# The agents only talk. They have no tools, so nothing must be shielded from them.
_TALK: dict[str, Any] = {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}}


class SelfPlayConfig(vf.TasksetConfig):
    """Which game, and how many of it."""

    game: str = tasks.puzzle_games()[0].slug
    options: dict[str, Any] = Field(default_factory=dict)
    count: int = 100
    legal: bool = True
    retries: int = 1


class DuelData(vf.TaskData):
    """What an episode begins with."""

    game: str
    options: dict[str, Any]
    legal: bool
    retries: int

    def begin(self) -> tasks.Episode:
        asking = tasks.Asking(legal=self.legal, retries=self.retries)
        return tasks.Episode(self.game, None, asking=asking, **self.options)


class DuelTask(vf.Task[DuelData, vf.State, vf.TaskConfig]):
    """One game. Each agent's trace is told what its play was worth when the game is over."""

    @vf.reward
    async def exact(self, trace: vf.Trace) -> float:
        """Return the share of right moves where the choice mattered."""
        return float(trace.info.get("numduel", {}).get("right", 0.0))

    @vf.metric
    async def parts(self, trace: vf.Trace) -> dict[str, float]:
        return dict(trace.info.get("numduel", {}))

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Check that the best replies of both score 1 and silence nothing."""
        best, silent = self.data.begin(), self.data.begin()
        while not best.is_over:
            best.reply(best.gold())
        while not silent.is_over:
            silent.reply("")
        return silent.score(1).value == 0 and all(
            best.score(seat).value in (1, None) for seat in Player
        )


class SelfPlayTaskset(vf.Taskset[DuelTask, SelfPlayConfig]):
    """The same game again and again; the agents decide how each goes."""

    def load(self) -> Iterator[DuelTask]:
        told = self.config
        for place in range(told.count):
            data = DuelData(
                name=f"{told.game} {place + 1}",
                game=told.game,
                options=told.options,
                legal=told.legal,
                retries=told.retries,
            )
            yield DuelTask(data, told.task)


class SelfPlayEnvConfig(vf.EnvConfig):
    """Who plays first and who second: the same model unless one is named."""

    first: vf.AgentConfig = vf.AgentConfig(**_TALK)
    second: vf.AgentConfig = vf.AgentConfig(**_TALK)


class SelfPlay(vf.Env[SelfPlayEnvConfig]):
    """Two agents, one game."""

    async def run(self, task: DuelTask, agents: vf.Agents) -> None:
        episode = task.data.begin()
        async with (
            agents.first.interaction(task) as first,
            agents.second.interaction(task) as second,
        ):
            sides = {Player.ONE: first, Player.TWO: second}
            while not episode.is_over:
                segment = await sides[episode.asked].turn(episode.question)
                if segment.terminated:  # an agent that could not answer: its trace says why
                    return
                episode.reply(segment.last_reply)
            for player, side in sides.items():
                side.trace.info["numduel"] = episode.score(player).parts
