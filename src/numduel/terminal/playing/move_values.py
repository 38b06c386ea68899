"""Marks each allowed move as winning ▲ or losing ▼, with how far away the end is."""

from typing import Any

from numduel.game import AnyGame, Player
from numduel.telling import mark
from numduel.theory import Choice, analyse
from numduel.words import Line, Role, Span


def with_values(game: AnyGame, state: Any, shown: list[Line], shorten: bool = True) -> list[Line]:
    """The lines of a turn, with marks in the list of choices; a list is added if there is none.

    `shorten` says whether the list of choices in `shown` is shortened.
    """
    values = {choice.move: choice for choice in analyse(game, state).choices}
    choices = game.words.choices(game, state, shorten)
    marked = [_mark(spoken, values, state) for spoken in choices]
    if not any(spoken in choices for spoken in shown):
        return [*shown, *marked]
    return [marked[choices.index(spoken)] if spoken in choices else spoken for spoken in shown]


def value_span(choice: Choice, player: Player) -> Span:
    """The mark of a move, bright if it wins and dim if it loses."""
    is_lost = choice.winner is player.opponent
    return Span(mark(choice, player), Role.DIM if is_lost else Role.ALLOWED)


def _mark(spoken: Line, values: dict[Any, Choice], state: Any) -> Line:
    spans: list[Span] = []
    for span in spoken:
        if span.role is Role.ALLOWED and span.move in values:
            value = value_span(values[span.move], state.to_move)
            spans += [span._replace(text=f"{span.text} ", role=value.role), value]
        else:
            spans.append(span._replace(text=", ") if span.text == "," else span)
    return Line(spans)
