"""Marks each allowed move as winning ▲ or losing ▼, with how far away the end is."""

from typing import Any

from numduel.game import AnyGame
from numduel.study import mark
from numduel.theory import Choice, analyse
from numduel.words import Line, Role, Span


def with_values(
    game: AnyGame, state: Any, shown: list[Line], choices: list[Line] | None = None
) -> list[Line]:
    """The lines of a turn, with marks in the list of choices; a list is added if there is none.

    `choices` are the lines of that list; without them, it is the list at the start of a turn.
    """
    if choices is None:
        choices = game.words.choices(state)
    values = {choice.move: choice for choice in analyse(game, state).choices}
    marked = [_mark(spoken, values, state) for spoken in choices]
    if not any(spoken in choices for spoken in shown):
        return [*shown, *marked]
    return [marked[choices.index(spoken)] if spoken in choices else spoken for spoken in shown]


def value_span(marked: str) -> Span:
    """The mark of a move, dim if the move loses."""
    return Span(marked, Role.DIM if marked.startswith("▼") else Role.ALLOWED)


def _mark(spoken: Line, values: dict[Any, Choice], state: Any) -> Line:
    spans: list[Span] = []
    for span in spoken:
        if span.role is Role.ALLOWED and span.move in values:
            value = value_span(mark(values[span.move], state.to_move))
            spans += [span._replace(text=f"{span.text} ", role=value.role), value]
        else:
            spans.append(span._replace(text=", ") if span.text == "," else span)
    return Line(spans)
