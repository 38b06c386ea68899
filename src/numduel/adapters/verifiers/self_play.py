"""Self-play of whole games from varied positions; each agent is rewarded for its own moves."""

from collections.abc import Iterator
from random import Random
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from numduel import tasks
from numduel.catalogue import take_game
from numduel.game import Player
from numduel.tasks.starts import Begin, Reward, Starts
from numduel.theory import require_winner

# The agents have no tools, so no sandbox is needed.
_TALK: dict[str, Any] = {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}}


class SelfPlayConfig(vf.TasksetConfig):
    """The game, the number of episodes, their starts and the reward: regret (minus the wins that a
    side threw away) or outcome (1 or -1)."""

    game: str = tasks.puzzle_games()[0].slug
    options: dict[str, Any] = Field(default_factory=dict)
    count: int = 100
    seed: int = 0
    legal: bool = True
    retries: int = 1
    begin: Begin = "random"
    plies: tuple[int, int] = (0, 11)
    ratings: tuple[int, int] = (0, 100)
    reward: Reward = "regret"


class DuelData(vf.TaskData):
    """The start of an episode."""

    game: str
    options: dict[str, Any]
    moves: list[str]
    legal: bool
    retries: int
    reward: Reward

    def begin(self) -> tasks.Episode:
        asking = tasks.Asking(legal=self.legal, retries=self.retries)
        return tasks.Episode(self.game, None, asking=asking, moves=self.moves, **self.options)


class DuelTask(vf.Task[DuelData, vf.State, vf.TaskConfig]):
    """One game; at its end each agent's trace gets its reward."""

    @vf.reward
    async def exact(self, trace: vf.Trace) -> float:
        """Return the reward of a side's play; -1 for a side that failed."""
        told: dict[str, float] = trace.info.get("numduel", {})
        return told.get(self.data.reward, -1.0)

    @vf.metric
    async def parts(self, trace: vf.Trace) -> dict[str, float]:
        return dict(trace.info.get("numduel", {}))

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Check that best play throws nothing away on either side, and that empty replies lose."""
        best, silent = self.data.begin(), self.data.begin()
        while not best.is_over:
            best.reply(best.gold())
        asked = silent.asked
        while not silent.is_over:
            silent.reply("")
        return silent.thrown_away(asked) == 1 and not any(map(best.thrown_away, Player))


def worth_of(episode: tasks.Episode, player: Player) -> dict[str, float]:
    """Return the reward of a side and the parts of its score. A game that broke off counts as best
    play would end it."""
    match = episode.match
    outcome = match.outcome or require_winner(match.game, match.state)
    rewards = {
        "outcome": 1.0 if outcome.winner is player else -1.0,
        "regret": 0.0 - episode.thrown_away(player),
    }
    return rewards | episode.score(player).parts


class SelfPlayTaskset(vf.Taskset[DuelTask, SelfPlayConfig]):
    """Games from positions drawn from the seed."""

    def load(self) -> Iterator[DuelTask]:
        told = self.config
        game = take_game(told.game, told.options)
        starts = Starts(game, told.begin, told.plies, told.ratings)
        for place in range(told.count):
            moves = starts.draw(Random(f"{told.seed}/{place}"))
            data = DuelData(
                name=f"{told.game} {place + 1}",
                game=told.game,
                options=told.options,
                moves=[*map(game.write_move, moves)],
                legal=told.legal,
                retries=told.retries,
                reward=told.reward,
            )
            yield DuelTask(data, told.task)


class SelfPlayEnvConfig(vf.EnvConfig):
    """Models for the first and the second player; the same one by default."""

    first: vf.AgentConfig = vf.AgentConfig(**_TALK)
    second: vf.AgentConfig = vf.AgentConfig(**_TALK)


class SelfPlay(vf.Env[SelfPlayEnvConfig]):
    """Two agents play one game."""

    async def run(self, task: DuelTask, agents: vf.Agents) -> None:
        episode = task.data.begin()
        async with (
            agents.first.interaction(task) as first,
            agents.second.interaction(task) as second,
        ):
            sides = {Player.ONE: first, Player.TWO: second}
            failed = None
            while not episode.is_over:
                segment = await sides[episode.asked].turn(episode.question)
                if segment.terminated:  # the agent's trace has the error
                    failed = episode.asked
                    break
                episode.reply(segment.last_reply)
            for player, side in sides.items():
                if player is not failed:
                    side.trace.info["numduel"] = worth_of(episode, player)
