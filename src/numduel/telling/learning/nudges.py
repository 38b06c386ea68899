"""Hints for a puzzle in steps: the theme, then where to look, then the move."""

from random import Random
from typing import Any, NamedTuple

from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.learning.puzzles import future_id
from numduel.telling.learning.puzzle import winning_moves
from numduel.telling.truth import FORM, within
from numduel.theory import analyse, kind_of, regions_of, theme_of
from numduel.words import begin_sentence, listed


class Nudge(NamedTuple):
    """One step of a hint, and the moves it points to, if any."""

    text: str
    moves: tuple[Any, ...] = ()


def nudges(match: Match) -> tuple[Nudge, ...]:
    """The steps of a hint for the puzzle at a match's position, each telling more than the last.
    There are no steps if no move wins."""
    game, state = match.game, match.state
    answers = winning_moves(game, state)
    if not answers:
        return ()
    theme = theme_of(game, state, answers)
    far = within(analyse(game, state).distance)
    told = f"Theme: {theme.name}. {theme.nudge}{f' You can win{far}.' if far else ''}"
    move = Random(future_id(game, state)).choice(answers)
    order = begin_sentence(game.words.to_play(state, move))
    return Nudge(told), _where(game, state, answers), Nudge(f"{order}: it wins.", (move,))


def nudge_of(match: Match, step: int) -> dict[str, Any]:
    """One step of a hint as JSON. Steps count from 1; beyond the last, the last is given again."""
    steps = nudges(match)
    number = min(step, len(steps))
    told = steps[number - 1] if steps else Nudge("No move wins here.")
    return {
        "form": FORM,
        "step": number,
        "steps": len(steps),
        "text": told.text,
        "moves": [match.game.write_move(move) for move in told.moves],
    }


def _where(game: AnyGame, state: Any, answers: list[Any]) -> Nudge:
    """Where to look: a named part of the choices or, if there is none, about half of the moves."""
    legal = game.legal_moves(state)
    for name, moves in regions_of(game, state):
        if 1 < len(moves) < len(legal) and set(answers) <= set(moves):
            return Nudge(f"Look for {name}: {_named(game, state, moves, 'or')}.", moves)
    kinds: dict[Any, Any] = {}
    random = Random(future_id(game, state))
    for move in random.sample(legal, len(legal)):
        kinds.setdefault(kind_of(game, state, move), move)
    right = next(move for move in kinds.values() if move in answers)
    others = [move for move in kinds.values() if move not in answers]
    kept = {right, *others[: max(1, len(kinds) // 2 - 1)]}
    compared = tuple(move for move in legal if move in kept)
    return Nudge(
        f"Compare {_named(game, state, compared, 'and')}: only one of them wins.", compared
    )


def _named(game: AnyGame, state: Any, moves: tuple[Any, ...], word: str) -> str:
    """Moves in a row; those whose names have an "and" in them are set apart."""
    names = [game.words.name_move(state, move) for move in moves]
    is_plain = not any(" and " in name for name in names)
    return listed(names, len(names), word) if is_plain else "; ".join(names)
