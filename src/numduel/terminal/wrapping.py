"""Wrapping lines and paragraphs to the width of the terminal."""

import re
from collections.abc import Iterable

from numduel.tables import cell_width
from numduel.words import Line, Span

_PIECES = re.compile(r"\s+|\S+")
ENTRY = re.compile(r" *[-*] ")  # how an entry of a list begins
_COLUMNS = re.compile(r" +\S.*  ")  # all columns but the last of an indented row


def join_paragraphs(text: str) -> list[str]:
    """Join the rows of each paragraph and of each list entry. Other indented rows stay."""
    rows: list[str] = []
    for row in text.split("\n"):
        before = rows[-1] if rows else ""
        is_entry = ENTRY.match(before) is not None
        ends_here = not row.strip() or ENTRY.match(row) or row.startswith(" ") != is_entry
        if ends_here or not before.strip() or (before.startswith(" ") and not is_entry):
            rows.append(row)
        else:
            rows[-1] += f" {row.strip()}"
    return rows


def wrap(spoken: Line, width: int, margin: int | None = None) -> list[Line]:
    """Break a line at spaces into rows of at most `width` cells. A move stays in one row.

    `margin` is the indent of the further rows; by default it follows from the line's columns.
    """
    if cell_width(str(spoken)) <= width:
        return [spoken]
    margin = _margin(str(spoken), width) if margin is None else margin
    rows: list[list[Span]] = [[]]
    word: list[Span] = []
    gap: list[Span] = []
    used = 0
    for piece in [*_pieces(spoken), Span(" ")]:
        if not piece.text.isspace() or piece.move is not None:
            word.append(piece)
            continue
        if word:
            length = sum(cell_width(part.text) for part in word)
            space = sum(cell_width(part.text) for part in gap)
            if used and used + space + length > width:
                rows.append([])
                used, gap, space = 0, [Span(" " * margin)], margin
            rows[-1] += [*gap, *word]
            used += space + length
            word, gap = [], []
        gap.append(piece)
    return [Line(row) for row in rows]


def _margin(text: str, width: int) -> int:
    """The indent of the further rows of an indented line: that of its last column if there is
    room below it, otherwise two more than the line's own."""
    begun = len(text) - len(text.lstrip())
    columns = _COLUMNS.match(text)
    if columns and cell_width(columns[0]) <= width * 2 // 3:
        return cell_width(columns[0])
    return min(begun + 2, width // 3) if begun else 0


def _pieces(spoken: Line) -> Iterable[Span]:
    for span in spoken:
        for piece in _PIECES.findall(span.text):
            yield span._replace(text=piece)
