"""Functions that `numduel_puzzles.yaml` beside this file names."""

from collections.abc import Mapping, Sequence
from typing import Any

from datasets import Dataset

from numduel import tasks
from numduel.errors import NumduelError

METRICS = ("right", "legal", "form", "chance")


def load(file: str | None = None, **_others: Any) -> dict[str, Dataset]:
    """Return the puzzles of the file given by `--metadata`."""
    if file is None:
        raise NumduelError("""Name a file of puzzles: --metadata '{"file": "puzzles.jsonl"}'.""")
    with open(file, encoding="utf-8") as lines:
        rows = [tasks.to_record(puzzle) for _, puzzle in tasks.read_puzzles(lines)]
    return {"test": Dataset.from_list(rows)}


def score(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """Return the score of a reply and its parts."""
    parts = tasks.score(tasks.from_record(doc), results[0]).parts
    return {name: parts[name] for name in METRICS}
