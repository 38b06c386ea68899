"""A puzzle: the question, and what is said to an answer."""

from dataclasses import asdict
from random import Random
from typing import Any

from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.puzzles import Puzzle
from numduel.telling.refutation import refute
from numduel.telling.truth import truth_of, within
from numduel.words import begin_sentence, listed


def puzzle_of(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as JSON: a line of a puzzle file."""
    return asdict(puzzle)


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
    return {
        "is_right": move in answers,
        "text": text,
        "answers": [game.write_move(answer) for answer in answers],
        "truth": truth,
    }
