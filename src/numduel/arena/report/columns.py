"""Rows of text in columns: in full width on a pipe, made to fit on a terminal."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest

TextRow = Sequence[str]

_GAP = "  "
_NAMES, _LONG_NAMES = 16, 40  # the least and the most room for names
_BREAKS = re.compile(r"(?=\+)|(?<=[-/ ])")  # where a name may be broken


def lay_out(
    head: TextRow, rows: Sequence[TextRow], splits: Sequence[int] = (), width: int | None = None
) -> str:
    """The rows as one table if it fits.

    Otherwise as two tables, both with the names of the first column; the second begins at the first
    of `splits`. If they do not fit, as more tables, cut at all of `splits`. If those do not fit, as
    a list for each row.
    """
    width = width and max(width, _NAMES)
    columns = list(zip(head, *rows, strict=True))
    longest = max(map(len, columns[0]))
    for number, least in enumerate([_LONG_NAMES, *[_NAMES] * len(splits)]):
        cuts = [1, *splits[:number], len(columns)]
        parts = [[columns[0], *columns[cut:end]] for cut, end in pairwise(cuts)]
        tables = [_table(part, width, min(longest, least)) for part in parts]
        if all(tables):
            return "\n\n".join(map("\n".join, tables))
    return "\n\n".join("\n".join(_list(head, row, width or _NAMES)) for row in rows)


def wrap(text: str, width: int | None) -> str:
    """A paragraph in lines no wider than this, indented from the second line on."""
    if width is None:
        return text
    return textwrap.fill(text, width, subsequent_indent=_GAP, break_on_hyphens=False)


def _table(columns: Sequence[TextRow], width: int | None, least: int) -> list[str]:
    """The lines of a table, or none if it does not fit with `least` columns for names."""
    head, *rows = zip(*columns, strict=True)
    widths = [max(map(len, column)) for column in columns]
    if width is not None and _total(widths) > width:
        words = [max(text.split(), key=len) for text in head]  # a heading may be several lines
        widths = [max(map(len, column)) for column in zip(words, *rows, strict=True)]
        room = width - _total([0, *widths[1:]])
        if room < least:
            return []
        widths[0] = min(widths[0], room, _LONG_NAMES)
    top = [textwrap.wrap(text, size) for text, size in zip(head, widths, strict=True)]
    height = max(map(len, top))
    above = _lines([[""] * (height - len(cell)) + cell for cell in top], widths)
    below: list[str] = []
    for name, *cells in rows:
        names = _break_name(name, widths[0])
        below += _lines([names, *([cell] for cell in cells)], widths)
    return [*above, "-" * max(map(len, [*above, *below])), *below]


def _lines(cells: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """The lines of one row, from the lines of its cells."""
    return [
        _GAP.join(map(str.ljust, parts, widths)).rstrip()
        for parts in zip_longest(*cells, fillvalue="")
    ]


def _list(head: TextRow, row: TextRow, width: int) -> Iterable[str]:
    """One row as a list: each cell after its heading, or below it if the line is too long."""
    yield from _break_name(row[0], width)
    size = max(map(len, head[1:]))
    for heading, cell in zip(head[1:], row[1:], strict=True):
        line = f"{_GAP}{heading.ljust(size)}{_GAP}{cell}"
        if len(line) <= width:
            yield line
        else:
            yield from textwrap.wrap(f"{_GAP}{heading}", width, subsequent_indent=_GAP)
            yield from textwrap.wrap(f"{_GAP * 2}{cell}", width, subsequent_indent=_GAP * 2)


def _break_name(name: str, width: int) -> list[str]:
    """The lines of a name, indented from the second on."""
    lines = [""]
    for piece in _BREAKS.split(name):
        if lines[-1] and len(lines[-1] + piece.rstrip()) > width:
            lines.append(_GAP)
        lines[-1] += piece
        while len(lines[-1].rstrip()) > width:
            lines[-1:] = lines[-1][:width], _GAP + lines[-1][width:]
    return lines


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)
