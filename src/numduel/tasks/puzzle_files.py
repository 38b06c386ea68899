"""Puzzles in files, one JSON object a line, checked against the truth.

A puzzle needs `game`, `moves` and `answers` (and `options`, where they are not the rule book's).
The other fields of a puzzle may be left out, and must be right where they are given.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.errors import BadRecord, NumduelError
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.puzzles import Puzzle, puzzle_at
from numduel.telling import puzzle_of


def read_lines(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects of a file with their line numbers; BadRecord for any other line."""
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
    """The puzzles of a file with their line numbers. Each is made again and compared with what the
    file says of it; BadRecord for one that is wrong or is there twice."""
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


def write_puzzle(puzzle: Puzzle) -> str:
    """A puzzle as a line of a file."""
    return json.dumps(puzzle_of(puzzle), ensure_ascii=False)


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
    ours: dict[str, Any] = json.loads(write_puzzle(puzzle))
    for name in (name for name in ours if name in entry and name not in ("options", "moves")):
        told, right = entry[name], ours[name]
        is_right = sorted(told) == sorted(right) if name == "answers" else told == right
        if not is_right:
            raise NumduelError(f"{name} is {show(told)} and should be {show(right)}.")
    return game, puzzle


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def show(value: object) -> str:
    """A value as JSON for an error message, cut short if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:80]}…"
