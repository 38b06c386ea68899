"""Puzzles in files, one JSON object a line, checked against the truth.

A puzzle needs `game`, `moves` and `answers` (and `options`, where they are not the rule book's).
The other fields of a puzzle may be left out, and must be right where they are given. Lines of the
first form, which have no `form`, are read too: their options are a JSON object, their difficulty
was measured differently, and some of their puzzles have the same future.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.errors import BadRecord, NumduelError
from numduel.match import Match
from numduel.study import Puzzle, match_of, puzzle_at
from numduel.study.puzzles import FILE_FORM, fields_of, puzzle_of
from numduel.tasks.asking import USUAL, Asking, is_prompt, prompt
from numduel.tasks.reasons import proves_some
from numduel.theory import write_reason


def read_entries(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
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
    for number, entry in read_entries(lines):
        try:
            puzzle = from_record(entry)
        except NumduelError as error:
            raise BadRecord(number, str(error)) from None
        match = match_of(puzzle)
        game, state = match.game, match.state
        kind = game, state if _is_first_form(entry) else game.canonical(state)
        if kind in seen:
            raise BadRecord(number, f"it is the same puzzle as line {seen[kind]}.")
        seen[kind] = number
        yield number, puzzle


def write_puzzle(puzzle: Puzzle, asking: Asking = USUAL) -> str:
    """A puzzle as a line of a file."""
    return json.dumps(to_record(puzzle, asking), ensure_ascii=False)


def to_record(puzzle: Puzzle, asking: Asking = USUAL) -> dict[str, Any]:
    """A puzzle as JSON, with its question, what beats each wrong answer, and a reason that proves
    the first of its answers: the same fields with the same types for all games."""
    match = match_of(puzzle)
    reason = write_reason(match.game, match.state, match.game.read_move(puzzle.answers[0]))
    told = puzzle_of(puzzle) | {"reason": reason, "prompt": prompt(match, asking)}
    return {name: [*part] if isinstance(part, tuple) else part for name, part in told.items()}


def from_record(entry: Mapping[str, Any]) -> Puzzle:
    """The puzzle of a record, made again from its position; NumduelError if the record is wrong."""
    form = entry.get("form", 1)
    if form not in (1, FILE_FORM):
        raise NumduelError(f"its form is {show(form)}; the forms 1 and {FILE_FORM} are known here.")
    slug, moves = entry.get("game"), entry.get("moves")
    if not isinstance(slug, str) or not _are_texts(moves):
        raise NumduelError("a puzzle must name its game and the moves so far, as texts.")
    if not _are_texts(entry.get("answers")):
        raise NumduelError("a puzzle must list its answers, as texts.")
    game = build_game(find_game(slug), _read_options(entry.get("options", {})))
    assert isinstance(moves, list)
    puzzle = puzzle_at(game, moves)
    if puzzle is None:
        raise NumduelError("it is no puzzle: it needs a move known to win and one known to lose.")
    _compare(entry, puzzle)
    return puzzle


def _read_options(told: object) -> dict[str, Any]:
    """Options as a JSON text or, in the first form, as a JSON object."""
    try:
        options = json.loads(told) if isinstance(told, str) else told
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise NumduelError("options must be a JSON object, or one written as a text.")
    return options


def _compare(entry: Mapping[str, Any], puzzle: Puzzle) -> None:
    """Raise NumduelError if a line says anything wrong about its puzzle."""
    ours: dict[str, Any] = json.loads(json.dumps(fields_of(puzzle)))
    if _is_first_form(entry):
        del ours["difficulty"]
        if entry.get("distance") is None:  # fewer were known then
            del ours["distance"]
    for name in (name for name in ours if name in entry and name not in ("options", "moves")):
        told, right = entry[name], ours[name]
        is_right = sorted(told) == sorted(right) if name == "answers" else told == right
        if not is_right:
            raise NumduelError(f"{name} is {show(told)} and should be {show(right)}.")
    match = match_of(puzzle)
    # The wording of rules and reasons may change, so only the facts in them are compared.
    asked = entry.get("prompt", "")
    if asked and not (isinstance(asked, str) and is_prompt(asked, match, USUAL)):
        raise NumduelError("prompt does not ask for this position.")
    reason = entry.get("reason", "")
    is_proof = isinstance(reason, str) and (
        not reason or proves_some(match, puzzle.answers, reason)
    )
    if not is_proof:
        raise NumduelError("reason does not prove that one of the answers wins.")
    told = entry.get("refutations", [])
    if not isinstance(told, list) or not all(_is_refutation(item, match, puzzle) for item in told):
        raise NumduelError("refutations must each have a losing move, a line from it and a text.")


def _is_refutation(item: object, match: Match, puzzle: Puzzle) -> bool:
    """Whether this is a losing move, with moves that can be played from the position."""
    if not isinstance(item, dict) or not isinstance(item.get("text"), str):
        return False
    move, line = item.get("move"), item.get("line")
    if move not in puzzle.legal or move in puzzle.answers:
        return False
    if not isinstance(line, list) or not _are_texts(line) or line[:1] != [move]:
        return False
    game, state = match.game, match.state
    try:
        for played in line:
            state = game.play(state, game.read_move(played))
    except NumduelError:
        return False
    return True


def _is_first_form(entry: Mapping[str, Any]) -> bool:
    return bool(entry.get("form", 1) == 1)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def show(value: object) -> str:
    """A value as JSON for an error message, cut short if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:80]}…"
