"""Puzzles in files, one JSON object a line: checked against the truth, and answers scored.

A puzzle needs `game`, `moves` and `answers` (and `options`, where they are not the rule book's);
whatever else of ours it has must be right as well. An answer is a line with the puzzle's `id` and
the `answer`, a written move.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.errors import BadRecord, NumduelError, UnreadableMove
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.puzzles import Puzzle, puzzle_at

VERDICTS = ("right", "wrong", "illegal", "unreadable", "missing")


def read_lines(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects of a file with their line numbers; BadRecord for what is none."""
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            entry = json.loads(text)
        except (ValueError, RecursionError):
            raise BadRecord(number, "it is not JSON.") from None
        if not isinstance(entry, dict):
            raise BadRecord(number, "it is not a JSON object.")
        yield number, entry


def read_puzzles(lines: Iterable[str]) -> Iterator[tuple[int, Puzzle]]:
    """The puzzles of a file with their line numbers, each made again and compared with what the
    file says of it; BadRecord for one that is wrong or stands there twice."""
    seen: dict[Any, int] = {}
    for number, entry in read_lines(lines):
        try:
            game, puzzle = _make_again(entry)
        except NumduelError as error:
            raise BadRecord(number, str(error)) from None
        match = Match(game)
        for move in puzzle.moves:
            match.play(move)
        kind = game, game.essence(match.state)
        if kind in seen:
            raise BadRecord(number, f"it is the same puzzle as line {seen[kind]}.")
        seen[kind] = number
        yield number, puzzle


def _make_again(entry: dict[str, Any]) -> tuple[AnyGame, Puzzle]:
    slug, options, moves = entry.get("game"), entry.get("options", {}), entry.get("moves")
    if not isinstance(slug, str) or not isinstance(options, dict) or not _are_texts(moves):
        raise NumduelError("a puzzle must name its game and the moves so far, as texts.")
    if not _are_texts(entry.get("answers")):
        raise NumduelError("a puzzle must list its answers, as texts.")
    game = build_game(find_game(slug), options)
    assert isinstance(moves, list)
    puzzle = puzzle_at(game, moves)
    if puzzle is None:
        raise NumduelError("it is no puzzle: not both a winning and a losing move are known.")
    ours: dict[str, Any] = json.loads(json.dumps(asdict(puzzle)))
    for name in (name for name in ours if name in entry and name not in ("options", "moves")):
        told, right = entry[name], ours[name]
        is_right = sorted(told) == sorted(right) if name == "answers" else told == right
        if not is_right:
            raise NumduelError(f"{name} is {_shown(told)} and should be {_shown(right)}.")
    return game, puzzle


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:80]}…"


@dataclass
class Tally:
    """How answers to some puzzles came out. Every puzzle counts, answered or not."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))
    chance: float = 0.0  # how many a guesser among the legal moves would get right

    @property
    def puzzles(self) -> int:
        return sum(self.counts.values())

    @property
    def accuracy(self) -> float:
        return self.counts["right"] / self.puzzles if self.puzzles else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the accuracy lies in 95 of 100 cases (Wilson)."""
        return wilson(self.counts["right"], self.puzzles)

    def add(self, puzzle: Puzzle, verdict: str) -> None:
        self.counts[verdict] += 1
        self.chance += puzzle.chance


def wilson(right: int, count: int, width: float = 1.96) -> tuple[float, float]:
    """The interval of a share that was seen to be `right` of `count`."""
    if not count:
        return 0.0, 1.0
    share, spread = right / count, width * width / count
    middle = share + spread / 2
    half = width * sqrt(share * (1 - share) / count + spread / count / 4)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def score_answers(puzzles: Iterable[Puzzle], answers: Iterable[str]) -> dict[str, Tally]:
    """Score a file of answers: a tally for each difficulty, and one for all puzzles."""
    known = {puzzle.id: puzzle for puzzle in puzzles}
    given: dict[str, Any] = {}
    for number, entry in read_lines(answers):
        name = entry.get("id")
        if not isinstance(name, str) or name not in known:
            raise BadRecord(number, f"there is no puzzle with the id {_shown(name)}.")
        if name in given:
            raise BadRecord(number, f"there is an answer to {name} already.")
        given[name] = entry.get("answer")
    tallies: dict[str, Tally] = {"all": Tally()}
    for puzzle in known.values():
        verdict = _judge(puzzle, given.get(puzzle.id))
        for tally in (tallies["all"], tallies.setdefault(puzzle.difficulty, Tally())):
            tally.add(puzzle, verdict)
    return tallies


def _judge(puzzle: Puzzle, answer: object) -> str:
    if answer is None:
        return "missing"
    game = build_game(find_game(puzzle.game), puzzle.options)
    try:
        move = game.write_move(game.read_move(str(answer)))
    except UnreadableMove:
        return "unreadable"
    if move not in puzzle.legal:
        return "illegal"
    return "right" if move in puzzle.answers else "wrong"
