"""Puzzles as a dataset of reasoning-gym: importing this module registers `numduel_puzzles`.

A curriculum raises the difficulty from easy to hard.
"""

from dataclasses import dataclass, field
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

from numduel import tasks
from numduel.errors import NumduelError
from numduel.study import DIFFICULTIES

NAME = "numduel_puzzles"


@dataclass
class PuzzlesConfig:
    """Which puzzles; by default from the first game setting with plenty of them."""

    game: str = field(default_factory=lambda: tasks.puzzle_games()[0].slug)
    options: dict[str, Any] = field(default_factory=dict)
    difficulty: str | None = None
    legal: bool = True
    seed: int | None = None
    size: int = 100

    def validate(self) -> None:
        """Raise an AssertionError, as reasoning-gym wants it, if a setting is wrong."""
        try:
            _list(self, 1)
        except NumduelError as wrong:
            raise AssertionError(str(wrong)) from None
        assert self.size > 0, "size must be positive"


class PuzzleDataset(ProceduralDataset):
    """Positions with one winning move."""

    def __init__(self, config: PuzzlesConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._puzzles = _list(config, config.size, self.seed)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        puzzle = self._puzzles[idx]
        return {
            "question": tasks.prompt(puzzle, tasks.Asking(legal=self.config.legal)),
            "answer": puzzle.answers[0],
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "puzzle": tasks.to_record(puzzle),
                "rating": puzzle.rating,
                "difficulty": {"difficulty": puzzle.difficulty},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the score of a reply, or of a bare move as reasoning-gym extracts it."""
        puzzle = tasks.from_record(entry["metadata"]["puzzle"])
        if tasks.read_answer(puzzle, answer or "").move in puzzle.answers:
            return 1.0
        return tasks.score(puzzle, answer or "").value


class PuzzlesCurriculum(BaseCurriculum):
    """A curriculum from easy to hard."""

    def __init__(self) -> None:
        super().__init__(PuzzlesCurriculum.__name__, PuzzlesConfig)
        self._define_attributes(
            ScalarAttributeDefinition(
                name="difficulty",
                field_name="difficulty",
                levels=list(DIFFICULTIES),
                description="How hard the puzzles are",
            )
        )


def _list(config: PuzzlesConfig, count: int, seed: int = 0) -> tasks.PuzzleList:
    level: Any = config.difficulty
    return tasks.puzzles(config.game, seed, count=count, difficulty=level, **config.options)


register_dataset(NAME, PuzzleDataset, PuzzlesConfig, PuzzlesCurriculum)
