"""A puzzle: the question, and what is said to an answer."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.puzzles import Puzzle
from numduel.telling.refutation import refute
from numduel.telling.truth import truth_of
from numduel.theory import analyse
from numduel.theory.themes import kind_of, theme_of
from numduel.words import begin_sentence, listed

FORM = 2  # of a puzzle in a file; the first had no such field
_SHORT_SEARCH = 5_000  # moves tried for each reply of a refutation


def puzzle_of(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as JSON, with what beats each wrong answer. The options are one JSON text, so that
    puzzles of different games have the same fields with the same types."""
    told = {"form": FORM, **asdict(puzzle), "options": json.dumps(puzzle.options)}
    return told | {"refutations": [*_refutations(puzzle)]}


def match_of(puzzle: Puzzle) -> Match:
    """The match in which a puzzle is asked."""
    match = Match(build_game(find_game(puzzle.game), puzzle.options))
    for move in puzzle.moves:
        match.play(move)
    return match


def _refutations(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """What beats the wrong answers, once for moves that come to the same."""
    match = match_of(puzzle)
    game, state = match.game, match.state
    losing = map(game.read_move, (move for move in puzzle.legal if move not in puzzle.answers))
    for move in {kind_of(game, state, move): move for move in losing}.values():
        beaten = refute(game, state, move, _SHORT_SEARCH)
        if beaten is not None:
            line = [*map(game.write_move, beaten.line)]
            yield {"move": line[0], "line": line, "text": begin_sentence(beaten.text)}


def question(answers: int) -> str:
    """What is asked in a puzzle with so many answers."""
    return "One move wins: find it." if answers == 1 else f"{answers} moves win: find one."


def tell_answers(game: AnyGame, state: Any, answers: list[Any]) -> str:
    """Which moves win, as a sentence."""
    named = (game.words.name_move(game, state, move) for move in answers)
    return f"{listed(named)} win{'s' * (len(answers) == 1)}."


def solved(match: Match, move: Any) -> dict[str, Any]:
    """What is said to an answer to the puzzle at a match's position, as JSON.

    A wrong answer is told what beats it and may be followed by another one, so the right one is
    not told then. `move` is None if whoever was asked gives up.
    """
    game, state = match.game, match.state
    answers = winning_moves(game, state)
    if move is not None and move not in answers:
        return _result(False, refusal(game, state, move))
    truth = truth_of(match)
    theme = theme_of(game, state, answers) if answers else None
    if theme is not None:
        why = truth["why"]
        why["sentences"] = [*why["sentences"], f"Theme: {theme.name}. {theme.text}"]
    named = None if move is None else game.words.name_move(game, state, move)
    return _result(
        move is not None,
        tell_answers(game, state, answers) if named is None else f"Right: {named} wins.",
        [game.write_move(answer) for answer in answers],
        None if theme is None else theme.name,
        truth,
    )


def winning_moves(game: AnyGame, state: Any) -> list[Any]:
    """The moves that win here."""
    choices = analyse(game, state).choices
    return [choice.move for choice in choices if choice.winner is state.to_move]


def refusal(game: AnyGame, state: Any, move: Any) -> str:
    """What is said to a wrong answer: what beats it."""
    beaten = refute(game, state, move)
    named = game.words.name_move(game, state, move)
    return f"No: {beaten.text}" if beaten else f"No, {named} does not win."


def _result(
    is_right: bool,
    text: str,
    answers: Sequence[str] = (),
    theme: str | None = None,
    truth: dict[str, Any] | None = None,
) -> dict[str, Any]:
    return {
        "is_right": is_right,
        "text": text,
        "answers": list(answers),
        "theme": theme,
        "truth": truth,
    }
