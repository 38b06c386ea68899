"""Checks of a rule book's words that every single position must pass.

The checks have the form that is described in `position_checks`.
"""

import re
from collections.abc import Iterator
from typing import Any

from numduel.errors import IllegalMove, UnreadableMove
from numduel.game import AnyGame
from numduel.position_drawing import draw
from numduel.words import Further, Line, Role, count, quote

_FEW_MOVES = 30
_WIDTHS = (40, 80)  # columns of a terminal
_MOST_ROWS = 30
_PLAIN_LINE = re.compile(r"([^\n]*[^\s])?")
_CLAUSE = re.compile(r"[a-z][^\n]*[^\s.!]")
_NO_MOVES = ("", " ", "?", "no such move", "9" * 30, "-", "½", "\x00", "x" * 1000)


def words_are_lines(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    for method, lines in _spoken(game, state):
        if not isinstance(lines, list) or not all(isinstance(line, Line) for line in lines):
            return f"words.{method} does not give a list of Line."
        for line in lines:
            if not _PLAIN_LINE.fullmatch(str(line)):
                return f"words.{method} gives {quote(str(line))}, which is not one plain line."
    return None


def words_are_clauses(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    words = game.words
    clauses = [("task", words.task(state))] if game.outcome(state) is None else []
    for move in game.legal_moves(state)[:_FEW_MOVES]:
        clauses.append(("to_play", words.to_play(state, move)))
        clauses.append(("done", words.done(state, move)))
    for method, clause in clauses:
        is_left_out = clause is None and method == "task"
        is_clause = isinstance(clause, str) and _CLAUSE.fullmatch(clause)
        if not (is_left_out or is_clause):
            return f"words.{method} gives {clause!r}, which is not a clause within a sentence."
    return None


def whose_turn_is_said(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    outcome = game.outcome(state)
    if outcome is None:
        method, player, lines = "turn", state.to_move, game.words.turn(state)
    else:
        method, player = "ending", outcome.winner
        lines = game.words.ending(state, outcome)
    if not any(str(player) in str(line) for line in lines):
        return f"words.{method} does not name {player}."
    return None


def allowed_moves_are_listed(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    lines = game.words.choices(state)
    listed = {span.move for line in lines for span in line if span.move is not None}
    if listed != set(game.legal_moves(state)):
        return "words.choices does not list exactly the legal moves."
    return None


def drawings_show_what_is_allowed(game: AnyGame, state: Any, moves: tuple[Any, ...]) -> str | None:
    legal = game.legal_moves(state)
    for width in _WIDTHS:
        own = game.words.drawing(state, moves, width)
        drawn = draw(game, state, moves, width) if own is None else own
        if not isinstance(drawn, list) or not all(isinstance(row, Line) for row in drawn):
            return "words.drawing does not give a list of Line."
        if len(drawn) > _MOST_ROWS:
            return f"words.drawing gives {len(drawn)} rows, which is more than {_MOST_ROWS}."
        for row in drawn:
            if len(str(row)) > width:
                return f"words.drawing gives {quote(str(row))}, which is longer than {width}."
        if own is None:
            continue  # it shows the view: what is allowed stands in words.choices
        shown = [span for row in drawn for span in row if span.role is Role.ALLOWED]
        if bool(shown) != bool(legal):
            what = "nothing" if legal else "something"
            has = count(len(legal), "move")
            return f"words.drawing shows {what} as allowed, but legal_moves has {has}."
        shown_moves = {span.move for span in shown if span.move is not None}
        if shown_moves and not shown_moves.issubset(legal):
            return "words.drawing shows a move as allowed that is not legal."
    return None


def answers_make_the_move(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    for move in game.legal_moves(state)[:_FEW_MOVES]:
        said: tuple[Any, ...] = ()
        answered: Any = None
        for text in game.words.answers(state, move):
            if not str(game.words.question(state, said)).endswith(" "):
                return "words.question does not end with a space, before which nobody can type."
            answered = game.words.answer(state, text, said)
            said = answered.said if isinstance(answered, Further) else said
        if answered != move:
            return f"What words.answers gives for {game.write_move(move)} does not make that move."
    return None


def nonsense_is_refused(game: AnyGame, state: Any, moves: tuple[Any, ...]) -> str | None:
    if len(moves) > 1 or game.outcome(state) is not None:  # the first two positions are enough
        return None
    for text in _NO_MOVES:
        try:
            game.refusal(state, game.read_move(text))
            game.words.answer(state, text)
        except (UnreadableMove, IllegalMove):
            continue
        except Exception as raised:
            return (
                f"{quote(text)} is not a move, and instead of UnreadableMove"
                f" {type(raised).__name__} is raised: {raised}."
            )
    return None


WORD_CHECKS = (
    words_are_lines,
    words_are_clauses,
    whose_turn_is_said,
    allowed_moves_are_listed,
    drawings_show_what_is_allowed,
    answers_make_the_move,
    nonsense_is_refused,
)


def _spoken(game: AnyGame, state: Any) -> Iterator[tuple[str, Any]]:
    """All that the words say of a position, with the method that says it."""
    words, outcome = game.words, game.outcome(state)
    yield "opening", words.opening(state)
    yield "turn", words.turn(state)
    yield "board", words.board(state)
    yield "choices", words.choices(state)
    if outcome is not None:
        yield "ending", words.ending(state, outcome)
    for move in game.legal_moves(state)[:_FEW_MOVES]:
        yield "played", words.played(state, move, game.after(state, move))
