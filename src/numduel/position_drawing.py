"""The drawing of a position for a terminal: that of its rule book, or one from the game's view."""

from collections.abc import Iterable, Sequence
from typing import Any

from numduel.drawing import CELL, FEW_ROWS, fit
from numduel.game import AnyGame
from numduel.words import BLANK, Line, Span, begin_sentence, show_value


def draw(game: AnyGame, state: Any, moves: Sequence[Any], width: int) -> list[Line]:
    """The position that these moves have led to. The rows have at most `width` characters, except
    where long names of people are put in."""
    drawn = game.words.drawing(state, moves, width)
    return _draw_view(game, state, width) if drawn is None else drawn


def draw_above(
    lines: Iterable[Line], game: AnyGame, state: Any, moves: Sequence[Any], width: int
) -> list[Line]:
    """A drawing of the position, and these lines below it. If the drawing is made from the view,
    lines that say the same are left out."""
    drawn = game.words.drawing(state, moves, width)
    if drawn is not None:
        return [*drawn, BLANK, *lines]
    said = game.words.position(state)
    rest = [spoken for spoken in lines if spoken not in said]
    return [*_draw_view(game, state, width), BLANK, *rest]


def _draw_view(game: AnyGame, state: Any, width: int) -> list[Line]:
    """The named values of a game's view, with numbers as cells."""
    rows = [
        (begin_sentence(name.replace("_", " ")), [*_cells(value, width // 2), *shown])
        for name, value in game.view(state).items()
        if name != "to_move"
        for shown in show_value(value)
    ][:FEW_ROWS]
    label_width = max((len(label) for label, _ in rows), default=0)
    return [fit([Span(f"  {label:{label_width}}  "), *shown], width) for label, shown in rows]


def _cells(value: Any, room: int) -> list[Span]:
    """A number of a view as cells, if there is room for them."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return [Span(f"{CELL * value}  ")] if is_number and 0 < value <= room else []
