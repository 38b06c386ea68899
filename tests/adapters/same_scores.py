"""Run by each evaluation stack in an environment of its own: `same_scores.py STACK`.

Prints as JSON, for each puzzle, the prompt that the stack gets and what its adapter says that each
of the replies is worth.
"""

import asyncio
import json
import sys
from types import SimpleNamespace

from numduel import tasks

GAMES = [("divisor-duel", {"numbers": 30}), ("grundys-game", {"start": 24})]
SEED, COUNT = 11, 5


def replies_to(puzzle):
    right, wrong = puzzle.answers[0], next(m for m in puzzle.legal if m not in puzzle.answers)
    return [f"Answer: {right}", f"So **Answer: {right}**", f"Answer: {wrong}", "Answer: 0", ""]


def inspect(game, options, puzzles):
    from inspect_ai.model import ModelOutput
    from inspect_ai.solver import TaskState

    from numduel.adapters import inspect as adapter

    task, grade = adapter.puzzles(game, COUNT, SEED, **options), adapter.exact()
    for sample, puzzle in zip(task.dataset, puzzles, strict=True):
        worth = []
        for reply in replies_to(puzzle):
            state = TaskState(
                "mockllm/model", sample.id, 1, sample.input, [], metadata=sample.metadata
            )
            state.output = ModelOutput.from_content("mockllm/model", reply)
            worth.append(asyncio.run(grade(state, None)).value["value"])
        yield sample.input, worth


def verifiers(game, options, puzzles):
    from numduel.adapters.verifiers.puzzles import PuzzleTasks, PuzzleTasksConfig

    config = PuzzleTasksConfig(game=game, options=options, count=COUNT, seed=SEED)
    for task, puzzle in zip(PuzzleTasks(config), puzzles, strict=True):
        traces = [SimpleNamespace(last_reply=reply) for reply in replies_to(puzzle)]
        yield task.data.prompt, [asyncio.run(task.exact(trace)) for trace in traces]


def reasoning_gym(game, options, puzzles):
    from reasoning_gym import create_dataset

    from numduel.adapters.reasoning_gym import NAME

    dataset = create_dataset(NAME, game=game, options=options, seed=SEED, size=COUNT)
    for entry, puzzle in zip(dataset, puzzles, strict=True):
        worth = [dataset.score_answer(reply, entry) for reply in replies_to(puzzle)]
        yield entry["question"], worth


def lm_eval(game, options, puzzles):
    from tempfile import NamedTemporaryFile

    from numduel.adapters.lm_eval.puzzles import load, score

    with NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(f"{tasks.write_puzzle(puzzle)}\n" for puzzle in puzzles)
        file.flush()
        rows = load(file.name)["test"]
    for row, puzzle in zip(rows, puzzles, strict=True):
        yield row["prompt"], [score(row, [reply])["right"] for reply in replies_to(puzzle)]


def openenv(game, options, puzzles):
    """There are no puzzles, but whole games: their first question is compared, and each reply."""
    from numduel.adapters.openenv import DuelEnvironment, ReplyAction

    for puzzle in puzzles:
        environment = DuelEnvironment(game, {"opponent": "perfect", "seat": 1, **options})
        question = environment.reset(seed=SEED)
        worth = []
        for reply in replies_to(puzzle):
            environment.reset(seed=SEED)
            worth.append(environment.step(ReplyAction(text=reply)).reward)
        yield question.text, worth


if __name__ == "__main__":
    told = []
    for game, options in GAMES:
        puzzles = tasks.puzzles(game, SEED, count=COUNT, **options)
        told += globals()[sys.argv[1]](game, options, list(puzzles))
    sys.stdout.write(f"{json.dumps(told)}\n")
