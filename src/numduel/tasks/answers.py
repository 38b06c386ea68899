"""Scores a file of answers to puzzles. Each line has the puzzle's `id`, and either the `answer`,
which is a written move, with or without a `reason`; or the whole `reply`, which is read as
everywhere else. Markup, quotation marks and a final stop around an answer do not matter."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from numduel.errors import BadRecord
from numduel.study import Puzzle
from numduel.tasks.puzzle_files import read_entries, show
from numduel.tasks.reading import Failure, Reading, read, read_answer
from numduel.tasks.reasons import Grade, grade_reason, reason_in
from numduel.tasks.share import GuessedShare, Share

VERDICTS = ("right", "wrong", "illegal", "unreadable", "missing")


@dataclass
class Tally:
    """How the answers to some puzzles came out. Every puzzle counts, answered or not."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))
    right: GuessedShare = field(default_factory=GuessedShare)
    grades: dict[Grade, int] = field(default_factory=lambda: dict.fromkeys(Grade, 0))

    @property
    def puzzles(self) -> int:
        return sum(self.counts.values())

    @property
    def accuracy(self) -> float:
        return self.right.value or 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return self.right.interval

    @property
    def chance(self) -> float:
        """How many a guesser among the legal moves would get right."""
        return self.right.guessed

    @property
    def proved(self) -> Share:
        """How many moves were proved by their reasons."""
        return Share(self.grades[Grade.VALID], self.puzzles)

    def add(self, puzzle: Puzzle, verdict: str, grade: Grade | None) -> None:
        self.counts[verdict] += 1
        self.right.add(verdict == "right", puzzle.chance)
        if grade is not None:
            self.grades[grade] += 1


def score_answers(
    puzzles: Iterable[Puzzle], answers: Iterable[str], reasons: bool = False
) -> dict[str, Tally]:
    """Score a file of answers: a tally for each difficulty, and one for all puzzles. With
    `reasons` their reasons are graded as well."""
    known = {puzzle.id: puzzle for puzzle in puzzles}
    given: dict[str, dict[str, Any]] = {}
    for number, entry in read_entries(answers):
        name = entry.get("id")
        if not isinstance(name, str) or name not in known:
            raise BadRecord(number, f"there is no puzzle with the id {show(name)}.")
        if name in given:
            raise BadRecord(number, f"there is an answer to {name} already.")
        given[name] = entry
    tallies: dict[str, Tally] = {"all": Tally()}
    for puzzle in known.values():
        entry = given.get(puzzle.id, {})
        reading = _read(puzzle, entry)
        grade = _grade(puzzle, reading.move, entry) if reasons else None
        for tally in (tallies["all"], tallies.setdefault(puzzle.difficulty, Tally())):
            tally.add(puzzle, _judge(puzzle, reading), grade)
    return tallies


def _read(puzzle: Puzzle, entry: Mapping[str, Any]) -> Reading:
    """The move of a line of answers."""
    answer, reply = entry.get("answer"), entry.get("reply")
    if answer is not None:
        return read_answer(puzzle, str(answer))
    return Reading(None, Failure.EMPTY) if reply is None else read(puzzle, str(reply))


def _judge(puzzle: Puzzle, reading: Reading) -> str:
    """What an answer to a puzzle is worth: one of VERDICTS."""
    if reading.failure is Failure.EMPTY:
        return "missing"
    if reading.failure is not None:
        return str(reading.failure)
    return "right" if reading.move in puzzle.answers else "wrong"


def _grade(puzzle: Puzzle, move: str | None, entry: Mapping[str, Any]) -> Grade:
    """What the move and the reason of a line of answers are worth."""
    told = entry.get("reason")
    reason = reason_in(str(entry.get("reply", ""))) if told is None else str(told)
    return grade_reason(puzzle, move, reason, puzzle.answers).grade
