"""A puzzle: the question, and what is said to an answer."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.puzzles import Puzzle
from numduel.telling.refutation import refute
from numduel.telling.truth import truth_of, within
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


def clue(puzzle: Puzzle) -> str:
    """How far the win is, and two moves of which only one wins."""
    random = Random(puzzle.id)
    losing = [move for move in puzzle.legal if move not in puzzle.answers]
    pair = {random.choice(puzzle.answers), random.choice(losing)}
    compared = " and ".join(move for move in puzzle.legal if move in pair)
    far = "" if puzzle.distance is None else f"You win{within(puzzle.distance)}. "
    return f"{far}Compare {compared}: one of them wins, the other loses."


def solved(match: Match, move: Any) -> dict[str, Any]:
    """What an answer to the puzzle at a match's position is worth, as JSON; `move` is None if
    whoever was asked gives up."""
    game, state, truth = match.game, match.state, truth_of(match)
    answers = [
        game.read_move(choice["move"])
        for choice in truth["choices"]
        if choice["winner"] == int(state.to_move)
    ]
    right = tell_answers(game, state, answers)
    if move is None:
        text = right
    else:
        named = game.words.name_move(game, state, move)
        text = f"Right: {named} wins." if move in answers else f"No, {named} loses: {right}"
        beaten = None if move in answers else refute(game, state, move)
        if beaten is not None:
            text = f"No: {beaten.text} {begin_sentence(right)}"
    theme = theme_of(game, state, answers) if answers else None
    if theme is not None:
        why = truth["why"]
        why["sentences"] = [*why["sentences"], f"Theme: {theme.name}. {theme.text}"]
    return {
        "is_right": move in answers,
        "text": text,
        "answers": [game.write_move(answer) for answer in answers],
        "theme": None if theme is None else theme.name,
        "truth": truth,
    }
