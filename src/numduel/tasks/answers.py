"""Answers to puzzles, scored. An answer is a line with the puzzle's `id` and the `answer`, which
is a written move. Markup, quotation marks and a final stop around it do not matter."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from numduel.errors import BadRecord
from numduel.study.puzzles import Puzzle
from numduel.tasks.puzzle_files import read_lines, show
from numduel.tasks.reading import read_answer
from numduel.tasks.share import Share

VERDICTS = ("right", "wrong", "illegal", "unreadable", "missing")


@dataclass
class Tally:
    """How the answers to some puzzles came out. Every puzzle counts, answered or not."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))
    chance: float = 0.0  # how many a guesser among the legal moves would get right

    @property
    def puzzles(self) -> int:
        return sum(self.counts.values())

    @property
    def accuracy(self) -> float:
        return self._right.value or 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return self._right.interval

    @property
    def _right(self) -> Share:
        return Share(self.counts["right"], self.puzzles)

    def add(self, puzzle: Puzzle, verdict: str) -> None:
        self.counts[verdict] += 1
        self.chance += puzzle.chance


def score_answers(puzzles: Iterable[Puzzle], answers: Iterable[str]) -> dict[str, Tally]:
    """Score a file of answers: a tally for each difficulty, and one for all puzzles."""
    known = {puzzle.id: puzzle for puzzle in puzzles}
    given: dict[str, Any] = {}
    for number, entry in read_lines(answers):
        name = entry.get("id")
        if not isinstance(name, str) or name not in known:
            raise BadRecord(number, f"there is no puzzle with the id {show(name)}.")
        if name in given:
            raise BadRecord(number, f"there is an answer to {name} already.")
        given[name] = entry.get("answer")
    tallies: dict[str, Tally] = {"all": Tally()}
    for puzzle in known.values():
        verdict = judge(puzzle, given.get(puzzle.id))
        for tally in (tallies["all"], tallies.setdefault(puzzle.difficulty, Tally())):
            tally.add(puzzle, verdict)
    return tallies


def judge(puzzle: Puzzle, answer: object) -> str:
    """What an answer to a puzzle is worth: one of VERDICTS."""
    if answer is None:
        return "missing"
    reading = read_answer(puzzle, str(answer))
    if reading.failure is not None:
        return str(reading.failure)
    return "right" if reading.move in puzzle.answers else "wrong"
