"""A puzzle: the question, and what the player is told after an answer."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.learning.puzzles import Puzzle
from numduel.telling.refutation import refute
from numduel.telling.truth import FORM, choices_of, truth_of
from numduel.theory import analyse, kind_of, theme_of
from numduel.words import begin_sentence, listed

FILE_FORM = 2  # of a puzzle in a file; the first had no such field
_SHORT_SEARCH = 5_000  # moves tried for each reply of a refutation


def puzzle_of(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as JSON, with what beats each wrong answer. The options are one JSON text, so that
    puzzles of different games have the same fields with the same types."""
    told = {"form": FILE_FORM, **fields_of(puzzle), "options": json.dumps(puzzle.options)}
    return told | {"refutations": [*_refutations(puzzle)]}


def fields_of(puzzle: Puzzle) -> dict[str, Any]:
    """What is known of a puzzle, by the names in files: there `look_ahead` is called `sight`."""
    names = {"look_ahead": "sight"}
    return {names.get(name, name): part for name, part in asdict(puzzle).items()}


def match_of(puzzle: Puzzle) -> Match:
    """The match in which a puzzle is asked."""
    return Match.at(build_game(find_game(puzzle.game), puzzle.options), puzzle.moves)


def _refutations(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """What beats the wrong answers. Moves that come to the same are listed once."""
    match = match_of(puzzle)
    game, state = match.game, match.state
    losing = map(game.read_move, (move for move in puzzle.legal if move not in puzzle.answers))
    for move in {kind_of(game, state, move): move for move in losing}.values():
        beaten = refute(game, state, move, _SHORT_SEARCH)
        if beaten is not None:
            line = [*map(game.write_move, beaten.line)]
            yield {"move": line[0], "line": line, "text": begin_sentence(beaten.text)}


TASK = "Find a move that wins."


def question(answers: int) -> str:
    """What is asked in a puzzle with this many answers."""
    return "One move wins: find it." if answers == 1 else f"{answers} moves win: find one."


def solved(match: Match, move: Any) -> dict[str, Any]:
    """What the player is told after an answer to the puzzle at a match's position, as JSON.

    After a wrong move, it is what beats that move. The right move is not told, because the player
    may try again. `move` is None if the player gives up.
    """
    game, state = match.game, match.state
    answers = winning_moves(game, state)
    told = tell_answer(game, state, answers, move)
    if move is not None and not told["is_right"]:
        return told | {"theme": None, "truth": None}
    truth = truth_of(match)
    theme = theme_of(game, state, answers) if answers else None
    if theme is not None:
        why = truth["why"]
        why["sentences"] = [*why["sentences"], f"Theme: {theme.name}. {theme.text}"]
    about = {"theme": None if theme is None else theme.name, "truth": truth}
    return told | about | {"choices": truth["choices"]}


def winning_moves(game: AnyGame, state: Any) -> list[Any]:
    """The moves that win here."""
    return analyse(game, state).moves_won_by(state.to_move)


def tell_answer(game: AnyGame, state: Any, answers: list[Any], move: Any) -> dict[str, Any]:
    """What the player is told after an answer, in puzzles and lessons alike, as JSON. After a wrong
    move, it is what beats that move, and not what wins. `answers` are the moves that win; `move` is
    None if the player gives up."""
    is_wrong = move is not None and move not in answers
    known = analyse(game, state).choices
    told = [choice for choice in known if choice.move in ([move] if is_wrong else answers)]
    text = _refuse(game, state, move) if is_wrong else _confirm(game, state, answers, move)
    return {
        "form": FORM,
        "is_right": move in answers,
        "text": text,
        "choices": choices_of(game, state, told),
        "answers": [] if is_wrong else [game.write_move(answer) for answer in answers],
    }


def _refuse(game: AnyGame, state: Any, move: Any) -> str:
    beaten = refute(game, state, move)
    named = game.words.name_move(state, move)
    return f"No: {beaten.text}" if beaten else f"No, {named} does not win."


def _confirm(game: AnyGame, state: Any, answers: list[Any], move: Any) -> str:
    others = [game.words.name_move(state, other) for other in answers if other != move]
    if move is None:
        return f"{listed(others)} win{'s' * (len(others) == 1)}."
    text = f"Right: {game.words.name_move(state, move)} wins"
    if not others:
        return f"{text}."
    return f"{text}, and so {'does' if len(others) == 1 else 'do'} {listed(others)}."
