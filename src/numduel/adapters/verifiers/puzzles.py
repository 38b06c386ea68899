"""Puzzles as a taskset, with or without a proof of the move."""

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from numduel import tasks


class PuzzleTasksConfig(vf.TasksetConfig):
    """Which puzzles, and whether to ask for a proof."""

    game: str = tasks.puzzle_games()[0].slug
    options: dict[str, Any] = Field(default_factory=dict)
    count: int = 100
    seed: int = 0
    difficulty: Any = None
    legal: bool = True
    reasons: bool = False


class PuzzleData(vf.TaskData):
    """A puzzle as in its file, and whether to ask for a proof."""

    puzzle: dict[str, Any]
    reasons: bool


class PuzzleTask(vf.Task[PuzzleData, vf.State, vf.TaskConfig]):
    """One position with one winning move."""

    def worth(self, reply: str) -> tasks.Score:
        puzzle = tasks.from_record(self.data.puzzle)
        return tasks.score(puzzle, reply, tasks.Asking(reasons=self.data.reasons))

    @vf.reward
    async def exact(self, trace: vf.Trace) -> float:
        """Return the exact score of the reply."""
        return self.worth(trace.last_reply).value

    @vf.metric
    async def parts(self, trace: vf.Trace) -> dict[str, float]:
        return self.worth(trace.last_reply).parts

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Check that the best reply scores 1 and an empty one 0."""
        asking = tasks.Asking(reasons=self.data.reasons)
        gold = tasks.gold(tasks.from_record(self.data.puzzle), asking)
        return self.worth(gold).value == 1 and self.worth("").value == 0


class PuzzleTasks(vf.Taskset[PuzzleTask, PuzzleTasksConfig]):
    """Positions with one winning move."""

    def load(self) -> Iterator[PuzzleTask]:
        told = self.config
        asking = tasks.Asking(legal=told.legal, reasons=told.reasons)
        for puzzle in tasks.puzzles(
            told.game, told.seed, count=told.count, difficulty=told.difficulty, **told.options
        ):
            data = PuzzleData(
                prompt=tasks.prompt(puzzle, asking),
                puzzle=tasks.to_record(puzzle),
                reasons=told.reasons,
            )
            yield PuzzleTask(data, told.task)
