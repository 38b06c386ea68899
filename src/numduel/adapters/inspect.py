"""Tasks for Inspect: `inspect eval numduel/puzzles`, `numduel/reasons` and `numduel/games`.

Settings are given with -T, the game's own options too: `-T game=NAME -T numbers=30`.
"""

from math import nan
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from numduel import tasks
from numduel.game import Player
from numduel.study import Difficulty


@task
def puzzles(
    game: str,
    count: int = 100,
    seed: int = 0,
    difficulty: Difficulty | None = None,
    legal: bool = True,
    **options: Any,
) -> Task:
    """Positions with one winning move: find it."""
    chosen = tasks.puzzles(game, seed, count=count, difficulty=difficulty, **options)
    return _ask(chosen, tasks.Asking(legal=legal))


@task
def reasons(
    game: str,
    count: int = 100,
    seed: int = 0,
    difficulty: Difficulty | None = None,
    legal: bool = True,
    **options: Any,
) -> Task:
    """Positions with one winning move: find it, and prove that it wins."""
    chosen = tasks.puzzles(game, seed, count=count, difficulty=difficulty, **options)
    return _ask(chosen, tasks.Asking(legal=legal, reasons=True))


def _ask(puzzles: tasks.PuzzleList, asking: tasks.Asking) -> Task:
    samples = [
        Sample(
            id=puzzle.id,
            input=tasks.prompt(puzzle, asking),
            target=list(puzzle.answers),
            metadata={"puzzle": tasks.to_record(puzzle), "reasons": asking.reasons},
        )
        for puzzle in puzzles
    ]
    return Task(dataset=MemoryDataset(samples, name="numduel"), scorer=exact())


@task
def games(
    game: str,
    opponent: str = "perfect",
    count: int = 20,
    seed: int = 0,
    legal: bool = True,
    retries: int = 1,
    **options: Any,
) -> Task:
    """Whole games against a numduel player, half of them in each seat."""
    asking = tasks.Asking(legal=legal, retries=retries)
    samples = []
    for place in range(count):
        begin = {"game": game, "opponent": opponent, "seat": 1 + place % len(Player), **options}
        begin["seed"] = seed + place // len(Player)
        question = tasks.Episode(**begin, asking=asking).question
        samples.append(Sample(id=place + 1, input=question, metadata={"episode": begin}))
    dataset = MemoryDataset(samples, name="numduel")
    return Task(dataset=dataset, solver=play(legal, retries), scorer=exact())


@solver
def play(legal: bool = True, retries: int = 1) -> Solver:
    """Ask for moves until the game is over."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        asking = tasks.Asking(legal=legal, retries=retries)
        episode = tasks.Episode(**state.metadata["episode"], asking=asking)
        while not episode.is_over:
            state = await generate(state)
            ply = episode.match.ply
            episode.reply(state.output.completion)
            if episode.match.ply > ply:  # every turn is a new conversation
                state.messages.clear()
            state.messages.append(ChatMessageUser(content=episode.question))
        worth = episode.score()
        unknown = dict.fromkeys(("value", "right", "chance", "legal", "form"), nan)  # left out
        told = worth.parts if worth.value is None else {"value": worth.value, **worth.parts}
        state.metadata["score"] = unknown | told
        state.completed = True
        return state

    return solve


@scorer(metrics={"*": [mean(), stderr()]})
def exact() -> Scorer:
    """Score a reply or a whole game exactly."""

    async def grade(state: TaskState, _target: Target) -> Score:
        if "puzzle" in state.metadata:
            puzzle, reply = tasks.from_record(state.metadata["puzzle"]), state.output.completion
            asking = tasks.Asking(reasons=state.metadata["reasons"])
            worth = tasks.score(puzzle, reply, asking)
            answer = tasks.read(puzzle, reply).move
            return Score(value={"value": worth.value, **worth.parts}, answer=answer)
        return Score(value=state.metadata["score"])

    return grade
