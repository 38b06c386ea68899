"""Rows as wide as the terminal: lines broken at spaces, paragraphs put together again."""

import re
from collections.abc import Iterable

from numduel.words import Line, Span

_PIECES = re.compile(r"\s+|\S+")
ENTRY = re.compile(r" *[-*] ")  # of a list
_COLUMNS = re.compile(r" +\S.*  ")  # of a row that is set in: all but the last


def join_paragraphs(text: str) -> list[str]:
    """The rows of a text, each paragraph and each entry of a list in one; what else is set in
    stays as it is."""
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
    """The same line in rows no wider than the terminal, broken at spaces; `margin` is how far to
    the right it goes on, where that does not follow from its columns."""
    if len(str(spoken)) <= width:
        return [spoken]
    margin = _margin(str(spoken), width) if margin is None else margin
    rows: list[list[Span]] = [[]]
    word: list[Span] = []
    gap: list[Span] = []
    used = 0
    for piece in [*_pieces(spoken), Span(" ")]:
        if not piece.text.isspace():
            word.append(piece)
            continue
        if word:
            length = sum(len(part.text) for part in word)
            space = sum(len(part.text) for part in gap)
            if used and used + space + length > width:
                rows.append([])
                used, gap, space = 0, [Span(" " * margin)], margin
            rows[-1] += [*gap, *word]
            used += space + length
            word, gap = [], []
        gap.append(piece)
    return [Line(row) for row in rows]


def _margin(text: str, width: int) -> int:
    """How far to the right a row that is set in goes on: below its last column, if there is room
    for it, else a little further than it began."""
    begun = len(text) - len(text.lstrip())
    columns = _COLUMNS.match(text)
    if columns and columns.end() <= width * 2 // 3:
        return columns.end()
    return min(begun + 2, width // 3) if begun else 0


def _pieces(spoken: Line) -> Iterable[Span]:
    for span in spoken:
        for piece in _PIECES.findall(span.text):
            yield span._replace(text=piece)
